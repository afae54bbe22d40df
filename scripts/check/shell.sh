#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs shellcheck on every shell script, by suffix or by its first line.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
git ls-files -z --cached --others --exclude-standard |
    xargs -0 awk 'FNR == 1 && (/^#!.*sh$/ || FILENAME ~ /\.sh$/) {print FILENAME} FNR == 1 {nextfile}' |
    xargs -d "\n" -r shellcheck --shell=bash --source-path="$PWD" --exclude=SC1091
