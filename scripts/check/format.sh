#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that clang-format would leave the C and C++ sources as they are. "format.sh --fix" rewrites them instead.
set -euo pipefail
mode=(--dry-run -Werror)
[[ ${1:-} != --fix ]] || { mode=(-i) && shift; }
cd "${1:-$(dirname "$0")/../..}"
git ls-files -z --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' | xargs -0r clang-format-14 "${mode[@]}"
