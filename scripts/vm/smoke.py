# SPDX-License-Identifier: Apache-2.0
"""Every kernel and architecture that there is, one after the other: what AF_ALG does there with an accelerator."""

import subprocess
import sys

from kernel import SUITES
from packages import ROOT

# Linux 7.2 took hardware out of AF_ALG.
KNOWN = {"6.1": "hardware", "6.12": "hardware", "7.2": "software", "7.3": "software"}


def run(command: list[str]) -> tuple[int, str, str]:
    """Exit code, output, and the last line of standard error; the user also sees all of it while it runs."""
    last = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        for line in process.stderr:
            sys.stderr.write(line)
            last = line.strip() or last
        says = process.stdout.read().strip()
    return process.returncode, says, last


def smoke(vm: list[str]) -> int:
    """A line per kernel and architecture, made by the verb vm; fails where one can't be had, does not boot, or does
    not do what it is known to do."""
    failed = 0
    for series, arch in SUITES:
        python = sys.executable if arch == "x86_64" else "python3"
        command = [*vm, "--kernel", series, "--arch", arch, "--accel", "virtio"]
        code, says, error = run([*command, python, "-B", str(ROOT / "test/vm/guest_smoke.py")])
        right = code == 0 and says.endswith(f" {KNOWN[series]}")
        failed += not right
        if code:
            says = f"exit {code}: {error.removeprefix('vm: ') or 'no reason given'}"
        elif not right:
            says = f"{says or 'said nothing'}, which is not {KNOWN[series]}"
        print(f"{series:5} {arch:8} {'ok' if right else 'FAILED'}: {says}", flush=True)
    if failed:
        print(f"{failed} of {len(SUITES)} failed", flush=True)
    return 1 if failed else 0
