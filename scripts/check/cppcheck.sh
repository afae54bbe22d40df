#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs cppcheck on the sources of a configured build: cppcheck.sh [root [build folder]]. An exception stands beside its
# line in the source, with its reason.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
build=${2:-build/host}
mkdir -p "$build/cppcheck"
# cppcheck 2.10 cannot expand a macro whose argument is itself a list of arguments, as the S-boxes of DES are written.
exceptions=(--suppress="preprocessorErrorDirective:*algo/des.c")
cppcheck --quiet --enable=warning,performance,portability --inline-suppr --error-exitcode=1 -j "${OB_JOBS:-$(nproc)}" \
    --cppcheck-build-dir="$build/cppcheck" -i build/deps -i "$build/test/binding" --suppress='*:*/build/deps/*' \
    "${exceptions[@]}" \
    --project="$build/compile_commands.json"
