#!/usr/bin/env bash
# coverage.sh BUILD: runs the tests of an instrumented build, prints a table per folder and writes
# BUILD/html/index.html. Called by ./dev coverage.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

build=$1
profiles=$PWD/$build/profiles
rm -rf "$profiles" "$build/html"
mkdir -p "$profiles"

# %m: one file per program, merged in place, however often it runs.
LLVM_PROFILE_FILE=$profiles/%4m.profraw ctest --test-dir "$build" --output-on-failure --no-tests=error --no-label-summary
llvm-profdata-19 merge -sparse -o "$build/all.profdata" "$profiles"/*.profraw

objects=()
while IFS= read -r -d '' program; do
  objects+=(-object "$program")
done < <(find "$build" -type f -executable ! -path '*/CMakeFiles/*' ! -name '*.so*' -print0 | sort -z)

options=("-instr-profile=$build/all.profdata" '-ignore-filename-regex=(_test\.cc$|/tests/|/bench/|/examples/|^/usr/)')
llvm-cov-19 show "${objects[@]}" "${options[@]}" -format=html -output-dir="$build/html" >/dev/null
llvm-cov-19 export "${objects[@]}" "${options[@]}" -summary-only |
  python3 tools/coverage_table.py "$PWD"
echo "every line: $build/html/index.html"
