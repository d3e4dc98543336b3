#!/usr/bin/env bash
# The engine beside simdjson, RapidJSON and npm's jsonrepair, in one run: three tables in Markdown.
# `./dev bench repair` builds, installs jsonrepair and calls this; further words go to bench_repair, for example
# --benchmark_filter=document. ARGWRIGHT_BENCH_BUILD names another build folder.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

build=${ARGWRIGHT_BENCH_BUILD:-build/release}
program=$build/bench/bench_repair
node=tests/node/node_modules/.bin/node
[[ -x $program ]] || { echo "bench/repair.sh: $program is not built; ./dev bench repair builds it" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The best of several rounds in random order: what else the machine does disturbs single ones.
"$program" --benchmark_format=console --benchmark_out="$work/ours.json" --benchmark_out_format=json \
  --benchmark_min_time=0.02 --benchmark_repetitions=7 --benchmark_enable_random_interleaving=true "$@" >&2
"$program" --write-texts "$work"
peer=()
if [[ -x $node && -d tests/node/node_modules/jsonrepair ]]; then
  "$node" bench/jsonrepair.mjs "$work" tests/corpus/repair >"$work/jsonrepair.json"
  peer=(--peer "$work/jsonrepair.json")
else
  echo "bench/repair.sh: npm's jsonrepair is not installed (tests/node); its columns stay empty" >&2
fi
python3 bench/repair_tables.py --ours "$work/ours.json" --list "$work/list.json" --argwright "$build/argwright" \
  --corpus tests/corpus/repair "${peer[@]}"
