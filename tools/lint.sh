#!/usr/bin/env bash
# lint.sh BUILD [--fix]: every check that reads the source without running it. All of them run; the status
# is 1 when one fails. BUILD is a configured build folder (for compile_commands.json). With --fix the files
# are formatted instead of checked for their format. Called by ./dev lint.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 2
trap 'exit 130' INT

build=$1
fix=${2:-}
jobs=$(nproc)
failed=()
# Beside our own folders: libpq's header is not where compilers look by themselves.
include_flags="-Iinclude -Isrc $(pkg-config --cflags libpq)"
export include_flags

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
  bold=$'\e[1m' plain=$'\e[0m' colour=(--use-color) gcc_colour=always
else
  bold='' plain='' colour=(--use-color=false) gcc_colour=never
fi

# check NAME COMMAND...: runs one check and remembers its failure.
check() {
  local name=$1
  shift
  printf '%s==> %s%s\n' "$bold" "$name" "$plain"
  "$@" || failed+=("$name")
}

# Our own C and C++ files; the fixtures of the layer check are wrong on purpose.
sources() {
  find include src tests fuzz bench examples \( -name node_modules -o -path tests/layers/fixture \) -prune \
    -o -type f \( -name '*.h' -o -name '*.cc' -o -name '*.c' \) -print0 | sort -z
}

format() {
  local mode=(--dry-run -Werror)
  [[ $fix == --fix ]] && mode=(-i)
  sources | xargs -0 -r clang-format-19 "${mode[@]}"
}

# tidy_one BUILD FILE [OPTIONS]: silent while all is well. A file that passed is not read again until it,
# a header it includes or the settings change: BUILD/tidy holds the hashes.
tidy_one() {
  local build=$1 file=$2 output key
  shift 2
  # shellcheck disable=SC2086 # several words
  key=$({ cat .clang-tidy && clang++-19 -std=c++20 $include_flags -E -C "$file"; } 2>/dev/null | sha256sum)
  key=$build/tidy/${key%% *}
  [[ -f $key ]] && return
  if output=$(clang-tidy-19 -p "$build" --quiet --warnings-as-errors='*' "$@" "$file" 2>&1); then
    touch "$key"
    return
  fi
  printf '%s\n' "$output" | grep -vE '^[0-9]+ warnings? (generated|treated as)|^Suppressed [0-9]+ warnings'
  return 1
}
export -f tidy_one

tidy() {
  mkdir -p "$build/tidy"
  find src -name '*.cc' ! -name '*_test.cc' -print0 | sort -z |
    xargs -0 -r -P "$jobs" -I{} bash -c 'tidy_one "$@"' _ "$build" {} "${colour[@]}"
}

# The second compiler reads every folder without coroutines (g++ 12 miscompiles some of those), and each
# public header by itself.
second_compiler() {
  local folder files=() header status=0
  # The definition is one that CMake makes for a test.
  # shellcheck disable=SC2206 # several words
  local flags=(-fsyntax-only -Wall -Wextra -Werror "-fdiagnostics-color=$gcc_colour" $include_flags
    '-DARGWRIGHT_STORE_TESTDATA=""')
  for folder in src/*/; do
    if grep -rqE '\bco_(await|return|yield)\b|<coroutine>' "$folder"; then
      echo "    ${folder%/} uses coroutines: left out"
    else
      mapfile -d '' -O "${#files[@]}" files < <(find "$folder" -name '*.cc' -print0 | sort -z)
    fi
  done
  printf '%s\0' "${files[@]}" | xargs -0 -r -n 1 -P "$jobs" g++-12 -std=c++20 "${flags[@]}" || status=1
  for header in include/argwright/*.h; do
    g++-12 -std=c++20 "${flags[@]}" -x c++ -include "$header" /dev/null || status=1
  done
  if [[ -f include/argwright/c.h ]]; then
    gcc-12 -std=c99 -pedantic "${flags[@]}" -x c -include include/argwright/c.h /dev/null || status=1
  fi
  return "$status"
}

shell() {
  local scripts
  mapfile -d '' scripts < <(find tools tests bench examples -name node_modules -prune -o -name '*.sh' -print0 | sort -z)
  shellcheck dev .ci/run "${scripts[@]}"
}

check 'layers' python3 tests/layers/check_layers.py .
check 'format (clang-format-19)' format
check 'shell scripts (shellcheck)' shell
check 'second compiler (g++ 12)' second_compiler
check 'clang-tidy-19' tidy

if ((${#failed[@]})); then
  printf '%slint failed:%s' "$bold" "$plain"
  printf ' [%s]' "${failed[@]}"
  printf '\n'
  exit 1
fi
printf '%slint passed%s\n' "$bold" "$plain"
