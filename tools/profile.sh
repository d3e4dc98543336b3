#!/usr/bin/env bash
# profile.sh BUILD: records what the program of this build (preset `profile`) does under loads of every kind, and writes
# cmake/argwright.profdata, by which the release build is optimised. `./dev profile` calls it. Once in a while is enough:
# code that has changed since is compiled without a record.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
build=$1
raw=$build/raw
rm -rf "$raw"
export LLVM_PROFILE_FILE=$PWD/$raw/%m.profraw
python3 tools/profile_load.py "$build"
llvm-profdata-19 merge -sparse -o cmake/argwright.profdata "$raw"/*.profraw
ls -l cmake/argwright.profdata
