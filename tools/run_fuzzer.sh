#!/usr/bin/env bash
# run_fuzzer.sh NAME SECONDS [SEED]: runs build/fuzz/fuzz/fuzz_NAME for a while.
# Starts from the seeds in fuzz/corpus/NAME with the dictionary fuzz/NAME.dict where there is one. Without
# SEED it searches anew each time, from what earlier runs found as well (build/fuzz/corpus/NAME); with SEED it
# takes the same way each time, so that a gate which passed passes again. What breaks it is kept in
# build/fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

name=$1 seconds=$2 seed=${3:-}
program=build/fuzz/fuzz/fuzz_$name
found=build/fuzz/corpus/$name
artifacts=build/fuzz/artifacts
[[ -x $program ]] || { echo "run_fuzzer: $program is not built" >&2; exit 2; }
mkdir -p "$found" "$artifacts"

options=("-max_total_time=$seconds" -timeout=20 -rss_limit_mb=2048 "-artifact_prefix=$artifacts/$name-"
  -print_final_stats=1)
[[ -f fuzz/$name.dict ]] && options+=("-dict=fuzz/$name.dict")
corpora=("$found")
if [[ -n $seed ]]; then
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  options+=("-seed=$seed")
  corpora=("$scratch")
fi
[[ -d fuzz/corpus/$name ]] && corpora+=("fuzz/corpus/$name")

status=0
"$program" "${options[@]}" "${corpora[@]}" || status=$?
if ((status != 0)); then
  echo "run_fuzzer: $name failed; again with: $program FILE-OF-$artifacts" >&2
fi
exit "$status"
