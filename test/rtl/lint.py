#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lint by Verilator of every top that has a hw/<top>/files.txt, warnings as errors; the SoC, whose core comes from
elsewhere, is linted where it is built (sim/soc/build.py)."""

import subprocess
import sys

from build import LINT, ROOT, sources, verilator

# Parameters that a block does not have, which must fail when it is elaborated, and those that it has.
REFUSED = {
    "hasher": ["Steps=0", "Steps=3", "Hashes=0", "Hashes=32"],
    "cryp": ["DesRounds=0", "DesRounds=3", "GhashBits=12", "GhashBits=64", "SideLoad=2", "Ciphers=0", "Ciphers=8"]
    + ["Modes=0", "Modes=256", "Modes=128", "Modes=252"]  # IVs for GCM without GCM; no mode for DES
    + ["AesColumns=2", "AesColumns=1", "AesColumns=1 Modes=136", "AesColumns=1 Ciphers=1 Modes=140"],
    "udma": ["ReadBeats=0", "ReadBeats=17", "WriteBeats=0", "WriteBeats=17", "IdWidth=0"],
    "acryp": ["RamWords=512", "Width=18", "Width=144"],  # the first two: too few words for the sums
    "hasher_udma": ["Steps=4"],
    "cryp_udma": ["DesRounds=16"],
}
TAKEN = {
    "hasher": ["Steps=1", *[f"Hashes={1 << bit}" for bit in range(5)]],
    "cryp": [
        "DesRounds=1",
        "GhashBits=4",
        "GhashBits=8",
        "GhashBits=32",
        "Ciphers=1",
        "Ciphers=2",
        "Ciphers=4",
        "Modes=3",
        "Modes=119",
        "SideLoad=1",
        "AesColumns=1 Ciphers=1 Modes=136",
        "AesColumns=1 Ciphers=1 Modes=8 SideLoad=1",
    ],
    "acryp": ["Width=36", "RamWords=4096"],
    "cryp_wb": ["SideLoad=1"],
    "udma": ["ReadBeats=1", "WriteBeats=1", "WriteBeats=16", "IdWidth=4"],
}


def parameter_fails(tool: str, env: dict[str, str], top: str, value: str) -> bool:
    given = [f"-G{one}" for one in value.split()]
    command = [tool, "--lint-only", *LINT, "--top-module", top, *given, *sources(top)]
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    return run.returncode != 0


def main() -> int:
    tool, env = verilator()
    bad = 0
    tops = sorted(f.parent.name for f in (ROOT / "hw").glob("*/files.txt") if f.parent.name != "soc")
    assert len(tops) >= 7, tops
    for top in tops:
        command = [tool, "--lint-only", *LINT, "--top-module", top, *sources(top)]
        run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        print(f"{top}: {'clean' if run.returncode == 0 else run.stderr}")
        bad += run.returncode != 0
    for expected, table in ((True, REFUSED), (False, TAKEN)):
        for top, values in table.items():
            for value in values:
                if parameter_fails(tool, env, top, value) != expected:
                    print(f"{top} {'takes' if expected else 'refuses'} {value}")
                    bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
