#!/usr/bin/env bash
# A call from its text to typed arguments, and the compiling of a request's tools, beside simdjson's DOM parse of the
# same bytes in one run: a table in Markdown. `./dev bench call` builds and calls this; further words go to bench_call.
# ARGWRIGHT_BENCH_BUILD names another build folder.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

program=${ARGWRIGHT_BENCH_BUILD:-build/release}/bench/bench_call
[[ -x $program ]] || { echo "bench/call.sh: $program is not built; ./dev bench call builds it" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The best of many short rounds in random order: what else the machine does disturbs single ones.
"$program" --benchmark_format=console --benchmark_out="$work/call.json" --benchmark_out_format=json \
  --benchmark_min_time=0.01 --benchmark_repetitions=25 --benchmark_enable_random_interleaving=true "$@" >&2
python3 bench/call_tables.py "$work/call.json"
