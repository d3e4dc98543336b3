#!/usr/bin/env bash
# run_providers.sh [ARGUMENTS OF providers/run.mjs]: five-round tool loops of clients from npm, through the gateway, with
# strict fakes of providers. --fakes: the fakes' own tests. --switching: conversations that change their provider.
# --two-gateways: two gateways behind nginx with one PostgreSQL. Ends with 77 (skipped) where npm's packages are missing.
set -euo pipefail
folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
packages=$folder/../node/node_modules
node=$packages/.bin/node
if [[ ! -x $node || ! -d $packages/openai || ! -d $packages/@langchain/openai || ! -d $packages/@openai/agents ]]; then
  echo "the SDKs are not installed in tests/node; skipped"
  exit 77
fi
case ${1:-} in
  --fakes) exec "$node" --test "$folder/providers/fakes_test.mjs" ;;
  --switching) exec "$node" "$folder/providers/switching.mjs" "${@:2}" ;;
  --two-gateways) exec "$node" "$folder/providers/two_gateways.mjs" "${@:2}" ;;
  *) exec "$node" --import "$folder/e2e/packages.mjs" "$folder/providers/run.mjs" "$@" ;;
esac
