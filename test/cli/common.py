# SPDX-License-Identifier: Apache-2.0
"""What the tests of the outboard program share: running it in a folder of its own."""

import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

PROGRAM = os.environ["OUTBOARD"]
SOURCE = Path(os.environ["OB_SOURCE"])

OK, NO, USAGE, FILE, ENGINE = range(5)
HEADER = 56  # bytes of the header of an encrypted file
TAG = 16


def some_bytes(n: int) -> bytes:
    """The same n bytes at each run."""
    return random.Random(n).randbytes(n)


class CliTest(unittest.TestCase):
    """A test with an empty folder, where commands run with no price file of the machine in sight."""

    maxDiff = None

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.environment = {"PATH": os.environ["PATH"], "HOME": holder.name, "LC_ALL": "C"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def write(self, name: str, data: bytes | str) -> Path:
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def names(self) -> set[str]:
        """What is in the folder."""
        return {path.name for path in self.folder.iterdir()}

    def outboard(self, *args: str, code: int = OK, **more: Any) -> subprocess.CompletedProcess[bytes]:
        """Run a command and check its exit code; a failure must say why on standard error."""
        if "input" not in more and "stdin" not in more:
            more["stdin"] = subprocess.DEVNULL
        run = subprocess.run(
            [PROGRAM, *args], cwd=self.folder, env=self.environment, capture_output=True, timeout=100, **more
        )
        self.assertEqual(run.returncode, code, f"{args}: {run.stdout[-500:]!r} {run.stderr[-500:]!r}")
        if code not in (OK, NO):
            self.assertTrue(run.stderr, f"{args} fails without a word")
        return run
