#!/usr/bin/env bash
# run_e2e.sh [ARGUMENTS OF e2e/run.mjs]: clients from npm, through the gateway, to a scripted upstream. Ends with 77
# (skipped) where npm's packages are not installed; ./dev test installs those of tests/node.
set -euo pipefail
folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
packages=$folder/../node/node_modules
node=$packages/.bin/node
if [[ ! -x $node || ! -d $packages/openai || ! -d $packages/@langchain/openai || ! -d $packages/@openai/agents ]]; then
  echo "the SDKs are not installed in tests/node; skipped"
  exit 77
fi
exec "$node" --import "$folder/e2e/packages.mjs" "$folder/e2e/run.mjs" "$@"
