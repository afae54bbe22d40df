#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that run while their price file appears, changes, or is damaged."""

import subprocess
import time
import unittest
from pathlib import Path

from common import PRICES, PROGRAMS, ProviderTest

PATIENCE = 30  # seconds: the machine may be busy


class Service:
    """A program that runs for long."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [PROGRAMS / "provider_service"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, what: str = "once") -> int:
        """How many of its operations were offloaded."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.strip().isdecimal():
            raise AssertionError(f"{what}: {answer!r}")
        return int(answer)

    def until(self, offloaded: int) -> None:
        end = time.monotonic() + PATIENCE
        while self.ask() != offloaded:
            if time.monotonic() > end:
                raise AssertionError(f"it never becomes {offloaded}")
            time.sleep(0.1)

    def stop(self) -> None:
        self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0


class Change(ProviderTest):
    def setUp(self) -> None:
        super().setUp()
        self.prices = self.folder / "prices.csv"

    def service(self, **more: str) -> Service:
        service = Service(self.environment("auto", **more))
        self.addCleanup(service.process.kill)
        return service

    def put(self, text: str) -> None:
        """As outboard refresh does it: whole, or not at all."""
        fresh = self.write("fresh", text)
        fresh.rename(self.prices)

    def test_the_file_appears(self) -> None:
        service = self.service()
        self.assertEqual([service.ask() for _ in range(3)], [0, 0, 0])
        self.put(PRICES.read_text())
        service.until(1)
        service.stop()
        counts = self.counts()
        self.assertGreater(counts["aes-cbc", "accel"], 0)
        self.assertEqual(counts["aes-cbc", "failed"], 0)

    def test_the_file_appears_before_a_fork(self) -> None:
        """A child looks at once: a server that is reloaded."""
        service = self.service()
        self.assertEqual(service.ask(), 0)
        self.put(PRICES.read_text())
        self.assertEqual(service.ask("fork"), 1)
        service.until(1)
        self.assertEqual(service.ask("fork"), 1)
        service.stop()

    def test_the_file_changes(self) -> None:
        """To prices by which the engine never pays, and back; contexts and threads are in the middle of something."""
        dear = "".join(line + "\n" for line in PRICES.read_text().splitlines() if not line.startswith("accel,aes-cbc"))
        self.put(PRICES.read_text())
        service = self.service()
        self.assertEqual(service.ask(), 1)
        for _ in range(2):
            self.put(dear)
            service.until(0)
            self.assertEqual(service.ask("threads"), 0)
            self.put(PRICES.read_text())
            service.until(1)
        for text in (dear, PRICES.read_text()):
            self.put(text)
            service.ask("threads")
        service.stop()

    def test_hostile_changes(self) -> None:
        """Whatever becomes of the file, the program goes on; and with a valid one it offloads again."""
        self.put(PRICES.read_text())
        service = self.service()
        service.until(1)
        text = PRICES.read_text()
        for bad in ("", "nonsense", "\0" * 4096, text[: len(text) // 2] + "accel", "x" * (2 << 20),
                    text + "# needs driver gone\n"):  # fmt: skip
            with self.subTest(bad=bad[:20]):
                self.put(bad)
                service.until(0)
                self.assertEqual(service.ask("fork"), 0)
        self.put(text)
        service.until(1)
        self.prices.unlink()
        time.sleep(1.2)
        self.assertEqual(service.ask(), 1, "prices hold until there are others")
        self.prices.mkdir()
        time.sleep(1.2)
        self.assertEqual(service.ask(), 1)
        service.stop()

    def test_status_of_what_comes_later(self) -> None:
        """The shared counters have the algorithm once there are prices."""
        folder = Path(self.folder / "status")
        folder.mkdir()
        service = self.service(OUTBOARD_STATUS=str(folder))
        self.assertEqual(service.ask(), 0)
        self.put(PRICES.read_text())
        service.until(1)
        (file,) = folder.iterdir()
        self.assertIn(b"aes-cbc", file.read_bytes())
        self.assertIn(b"accel", file.read_bytes())
        service.stop()


if __name__ == "__main__":
    unittest.main(verbosity=2)
