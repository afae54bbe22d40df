# SPDX-License-Identifier: Apache-2.0
"""How the tests on this side run the virtual machine."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(os.environ.get("OB_SOURCE") or Path(__file__).resolve().parents[2])
GUEST = SOURCE / "test/vm"


@dataclass
class Done:
    code: int
    out: str
    err: str
    files: dict[str, str] = field(default_factory=dict)


def vm(*words: str | Path) -> Done:
    """./run vm with these options and command, and the files that it left for this side."""
    with tempfile.TemporaryDirectory(prefix="outboard-test-vm-") as work:
        out = Path(work) / "out"
        command = [SOURCE / "scripts/verbs/vm", "--out", out, *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        files = {path.name: path.read_text() for path in out.glob("*")}
    return Done(done.returncode, done.stdout, done.stderr, files)


def python(script: str, *arguments: str) -> list[str | Path]:
    """The command that runs a script of this folder in the machine, with the Python that runs here."""
    return [sys.executable, "-B", GUEST / script, *arguments]
