#!/usr/bin/env bash
# `argwright serve` beside nginx, @musistudio/llms and Portkey's gateway, under wrk, in one run: tables in Markdown.
# `./dev bench gateway` builds, installs what is needed and calls this; --quick makes it short. bench/gateway/README.md
# tells what is measured. ARGWRIGHT_BENCH_BUILD names another build folder.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

build=${ARGWRIGHT_BENCH_BUILD:-build/release}
for program in "$build/argwright" "$build/bench/gateway/bench_gateway_upstream" bench/gateway/peers/node_modules/.bin/node; do
  [[ -x $program ]] || { echo "bench/gateway.sh: $program is missing; ./dev bench gateway makes it" >&2; exit 2; }
done
PATH=$PATH:/usr/sbin # nginx
for program in nginx wrk; do
  command -v "$program" >/dev/null || { echo "bench/gateway.sh: there is no $program; ./dev bench gateway installs it" >&2; exit 2; }
done
exec python3 bench/gateway/run.py --build "$build" "$@"
