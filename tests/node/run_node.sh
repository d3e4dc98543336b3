#!/usr/bin/env bash
# run_node.sh TEST [ARGUMENTS]: runs a test of this folder with the node that npm installed here. Ends with 77 (skipped)
# where the packages are not installed; ./dev test installs them.
set -euo pipefail
folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
node=$folder/node_modules/.bin/node
if [[ ! -x $node || ! -d $folder/node_modules/openai || ! -d $folder/node_modules/ai ]]; then
  echo "the SDKs are not installed in tests/node; skipped"
  exit 77
fi
exec "$node" "$folder/$1" "${@:2}"
