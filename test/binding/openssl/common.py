# SPDX-License-Identifier: Apache-2.0
"""What the provider's tests share: configurations, and running programs under them."""

import csv
import os
import subprocess
import tempfile
import unittest
from collections import defaultdict
from pathlib import Path
from typing import Any

from config import CONFIG

PRODUCT = Path(os.environ["OB_PROVIDER_DIR"]) / "outboard.so"
TEST = Path(os.environ["OB_TEST_PROVIDER_DIR"]) / "outboard_test.so"
PROGRAMS = Path(os.environ["OB_TEST_PROVIDER_DIR"])
SOURCE = Path(os.environ["OB_SOURCE"])
PRICES = SOURCE / "test/binding/openssl/prices.csv"


class ProviderTest(unittest.TestCase):
    """A test with an empty folder and a configuration in it."""

    maxDiff = None

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.report = self.folder / "report"
        self.module = TEST
        self.prices = PRICES

    def write(self, name: str, data: bytes | str) -> Path:
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def environment(self, mode: str | None, module: Path | None = None, more: str = "", **extra: str) -> dict[str, str]:
        """The environment of a program under the provider in a mode; with None, without the provider."""
        environment = {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "HOME": str(self.folder), "LC_ALL": "C"}
        if mode is None:
            environment["OPENSSL_CONF"] = "/dev/null"
        else:
            config = CONFIG.format(module=module or self.module) + more
            environment["OPENSSL_CONF"] = str(self.write("openssl.cnf", config))
            environment["OUTBOARD_PRICES"] = str(self.prices)
            environment["OUTBOARD_ADAPT"] = "off"  # the prices are made up
            environment["OUTBOARD_REPORT"] = str(self.report)
            if mode:
                environment["OUTBOARD"] = mode
        return environment | extra

    def run_under(
        self, environment: dict[str, str], *args: Any, code: int = 0, **more: Any
    ) -> subprocess.CompletedProcess[bytes]:
        if "input" not in more:
            more["stdin"] = subprocess.DEVNULL
        more.setdefault("timeout", 120)
        run = subprocess.run([str(a) for a in args], env=environment, cwd=self.folder, capture_output=True, **more)
        self.assertEqual(run.returncode, code, f"{args}: {run.stdout[-800:]!r} {run.stderr[-800:]!r}")
        return run

    def counts(self) -> dict[tuple[str, str], int]:
        """Operations by algorithm and by who did them, over all processes that have ended since the last call."""
        total: dict[tuple[str, str], int] = defaultdict(int)
        if self.report.exists():
            for _, algorithm, _, who, ops, _ in csv.reader(self.report.read_text().splitlines()):
                total[algorithm, who] += int(ops)
            self.report.unlink()
        return total
