#!/usr/bin/env bash
# What remembering and putting back reasoning costs: `argwright serve` with its vault and without, at once, under wrk.
# `./dev bench vault` builds, installs what is needed and calls this; --quick makes it short, --instructions counts
# instructions with valgrind. ARGWRIGHT_BENCH_BUILD names another build folder.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

build=${ARGWRIGHT_BENCH_BUILD:-build/release}
for program in "$build/argwright" "$build/bench/gateway/bench_gateway_upstream"; do
  [[ -x $program ]] || { echo "bench/vault.sh: $program is missing; ./dev bench vault makes it" >&2; exit 2; }
done
command -v wrk >/dev/null || { echo "bench/vault.sh: there is no wrk; ./dev bench vault installs it" >&2; exit 2; }
exec python3 bench/vault/run.py --build "$build" "$@"
