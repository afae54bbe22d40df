#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the generated assembly for the Cortex-M7 with what its generator writes.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
python3 scripts/gen_m7.py --check
