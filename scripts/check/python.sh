#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs ruff on every Python file, by suffix or by its first line.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
git ls-files -z --cached --others --exclude-standard |
    xargs -0 awk 'FNR == 1 && (/^#!.*python3?$/ || FILENAME ~ /\.py$/) {print FILENAME} FNR == 1 {nextfile}' |
    xargs -d "\n" -r ruff check --quiet
