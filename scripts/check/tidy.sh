#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy on the sources of a configured build: tidy.sh [root [build folder]]. A source is looked at again only
# when it, a header or the configuration has changed.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
build=${2:-build/host}
passed=$build/tidy
mkdir -p "$passed"
common=$( (cat .clang-tidy && git ls-files -z --cached --others --exclude-standard '*.h' | xargs -0r sha256sum) | sha256sum)

# one <source>: clang-tidy, whose findings are shown if it has any.
one() {
    local mark out
    mark=$passed/$( (echo "$common" && sha256sum "$1") | sha256sum | cut -c1-40)
    [[ ! -f $mark ]] || return 0
    if out=$(clang-tidy-14 -p "$build" --quiet --extra-arg=-Wno-sign-conversion "$1" 2>&1); then
        touch "$mark"
    else
        grep -v 'warnings generated' <<<"$out"
        return 1
    fi
}
export -f one
export build passed common
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | sort -u | grep "^$PWD/" |
    grep -v "^$PWD/build/" | xargs -r -P "${OB_JOBS:-$(nproc)}" -I{} bash -c 'one {}'
