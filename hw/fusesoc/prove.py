# SPDX-License-Identifier: Apache-2.0
"""FuseSoC's target formal: prove.py TOP[:PARAMETER=VALUE]... proves the assertions of each top for all inputs and any
number of cycles. abc finds an inductive invariant (property directed reachability), or the sequence that breaks one."""

import subprocess
import sys
from pathlib import Path

from yosys import listed, yosys

SCRIPT = """read_slang -j 1 --top {top} {parameters} {files}
prep -top {top}
flatten
async2sync
chformal -lower
memory_map
formalff -clk2ff
setundef -undriven -anyseq
opt -full
techmap
dffunmap
abc -g AND
opt_clean
write_aiger -zinit {top}.aig
"""
TIME = 1200  # seconds of abc at most


def holds(top: str, parameters: str, files: list[str], folder: Path = Path()) -> bool:
    """Whether the assertions hold. The files are named from the folder, and lie below it."""
    yosys(SCRIPT.format(top=top, parameters=parameters, files=" ".join(files)), folder)
    prove = f"read_aiger {folder / top}.aig; fold; pdr -T {TIME}; print_status"
    run = subprocess.run(["berkeley-abc", "-c", prove], capture_output=True, text=True, check=True)
    if "Status = 1" in run.stdout:
        return True
    if "Status = 0" not in run.stdout:
        raise RuntimeError(f"{top}: undecided\n{run.stdout}")
    return False


def main() -> None:
    for word in sys.argv[1:]:
        top, _, parameter = word.partition(":")
        if not holds(top, f"-G {parameter}" if parameter else "", listed().files):
            sys.exit(f"{top}: an assertion does not hold")
        print(f"{top}: proven")


if __name__ == "__main__":
    main()
