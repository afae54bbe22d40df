#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs a program that has an Mbed TLS of its own and names it to Outboard: own_mbedtls.sh <folder of
# dependencies> <work folder>.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
cmake -S "$here/own_mbedtls" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DOUTBOARD="$here/../.." -DOB_DEPS_DIR="$1"
cmake --build "$2" --target own_mbedtls -j 2
"$2/own_mbedtls"
