# SPDX-License-Identifier: Apache-2.0
"""Every board of the Cortex-M simulator has an error of its model to print: ./run app needs it without --quiet."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    failures = boards = 0
    for path in sorted(ROOT.glob("board/*/board.toml")):
        runner = str(tomllib.loads(path.read_text()).get("run", "")).split()
        if not runner or runner[0] != "sim/cortexm/run.py":
            continue
        boards += 1
        command = [sys.executable, "-B", str(ROOT / "bench/cortexm.py"), "--error", runner[1]]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or "%" not in done.stdout:
            print(f"{path.parent.name}: {done.stdout}{done.stderr}")
            failures += 1
    return 1 if failures or boards < 9 else 0


if __name__ == "__main__":
    sys.exit(main())
