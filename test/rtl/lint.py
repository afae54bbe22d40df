#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lint by Verilator of every top that has a hw/<top>/files.txt, warnings as errors; the SoC, whose core comes from
elsewhere, is linted where it is built (sim/soc/build.py)."""

import subprocess
import sys

from build import LINT, ROOT, sources, verilator


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
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
