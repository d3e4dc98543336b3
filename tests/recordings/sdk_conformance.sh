#!/usr/bin/env bash
# sdk_conformance.sh PROGRAM [OPTIONS]: what PROGRAM (encode_recordings) writes is served to the official SDKs; OPTIONS are
# those of sdk_conformance_test.mjs. Ends with 77 (skipped) where npm's packages are not installed; ./dev test installs them.
set -euo pipefail
node=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../node
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$folder"
"$node/run_node.sh" sdk_conformance_test.mjs "$folder" "${@:2}"
