#!/usr/bin/env bash
# One event and one body on their way from the upstream to the client, beside simdjson's DOM parse and minify of the
# same bytes, and whole streams beside the AI SDK and @musistudio/llms on node, in one run: tables in Markdown.
# `./dev bench stream` builds and calls this. ARGWRIGHT_BENCH_BUILD names another build folder.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

program=${ARGWRIGHT_BENCH_BUILD:-build/release}/bench/bench_stream
[[ -x $program ]] || { echo "bench/stream.sh: $program is not built; ./dev bench stream builds it" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/streams"
"$program" --write "$work/streams"

# The best of many short rounds in random order: what else the machine does disturbs single ones.
"$program" --benchmark_format=console --benchmark_out="$work/stream.json" --benchmark_out_format=json \
  --benchmark_min_time=0.01 --benchmark_repetitions=25 --benchmark_enable_random_interleaving=true "$@" >&2
tests/node/node_modules/.bin/node bench/stream_peers.mjs "$work/streams" >"$work/peers.jsonl"
python3 bench/stream_tables.py "$work/stream.json" "$work/peers.jsonl"
