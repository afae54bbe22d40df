#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example tls prints what its README says, and fails without an engine: test_tls.py PROGRAM WITHOUT README."""

import subprocess
import sys
from pathlib import Path


def main() -> None:
    program, without, readme = sys.argv[1:]
    expected = Path(readme).read_text().split("On every board:\n\n```text\n")[1].split("```\n")[0]
    done = subprocess.run([program], capture_output=True, text=True, timeout=300)
    if done.returncode != 0 or done.stdout != expected:
        sys.exit(f"exit {done.returncode}, and not what {readme} says:\n{done.stdout}{done.stderr}")
    done = subprocess.run([without], capture_output=True, text=True, timeout=300)
    if done.returncode != 1 or not any(word in done.stdout for word in ("no engine", "FAILED", "failed")):
        sys.exit(f"without an engine for it: exit {done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
