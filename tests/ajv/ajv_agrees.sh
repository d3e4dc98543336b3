#!/usr/bin/env bash
# ajv_agrees.sh PROGRAM: gives what PROGRAM (ajv_lines) writes to ajv. Ends with 77 (skipped) where npm's packages are
# not installed; ./dev test installs them.
set -euo pipefail
folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../node
node=$folder/node_modules/.bin/node
if [[ ! -x $node || ! -d $folder/node_modules/ajv-formats ]]; then
  echo "ajv is not installed in tests/node; skipped"
  exit 77
fi
"$1" | "$node" "$folder/ajv_agrees_test.mjs"
