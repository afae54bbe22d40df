#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/building.md holds: a copy of the sources alone, without what the set-up brings, without a network and without
# anything of this user's environment, is configured, built and installed, and computes: plain.sh <source> <work folder>.
# Tests and optimisation are left out, for time.
set -euo pipefail
source=$1 work=$2
rm -rf "$work" && mkdir -p "$work/home"
if git -C "$source" rev-parse --git-dir >/dev/null 2>&1; then
    (cd "$source" && git ls-files -z --cached --others --exclude-standard) >"$work/files"
else
    (cd "$source" && find . -path ./build -prune -o -type f -print0) >"$work/files"
fi
mkdir "$work/outboard"
tar -C "$source" --null -T "$work/files" --ignore-failed-read -cf - 2>/dev/null | tar -C "$work/outboard" -xf -

alone=()
unshare --net true 2>/dev/null && alone=(unshare --net) # takes root
unshare --map-root-user --net true 2>/dev/null && alone=(unshare --map-root-user --net)
quiet() { "${alone[@]}" env -i PATH=/usr/bin:/bin HOME="$work/home" "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }; }
cd "$work/outboard"
quiet cmake -B build -DOB_TESTS=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_INSTALL_PREFIX="$work/installed"
quiet cmake --build build --parallel 2
quiet cmake --install build
outboard=$work/installed/bin/outboard
quiet "$outboard" engines
grep -q '^soft: .* hash passed' "$work/log"
if grep -E '^(null|mbedtls):' "$work/log"; then
    echo "an engine for tests, or one whose library is not there, was built" >&2
    exit 1
fi
printf abc >"$work/abc"
quiet "$outboard" hash -a sha256 "$work/abc"
grep -q ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad "$work/log"
