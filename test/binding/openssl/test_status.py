#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What running programs show of themselves: outboard status, the log and the trace."""

import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common import ProviderTest

CLI = Path(os.environ["OB_CLI"])
TEXT = b"not for the eyes of others" * 1000
# A program that hashes a text four times with the provider, and waits.
HASHES = """import hashlib, sys
for _ in range(4):
    hashlib.new("sha256", b"not for the eyes of others" * 1000).digest()
print(flush=True)
sys.stdin.readline()
"""
# A program that hashes 16 KiB with the provider again and again, until its input ends.
HASHES_ON = """import hashlib, select, sys
while not select.select([sys.stdin], [], [], 0)[0]:
    hashlib.new("sha256", bytes(16384)).digest()
"""
# A program that hashes 8 KiB with the provider and waits, forks, hashes more in the child, and waits.
FORKS = """import hashlib, os, sys
def step(*texts):
    for text in texts:
        hashlib.new("sha256", text).digest()
    print(flush=True)
    sys.stdin.readline()
step(bytes(8192), bytes(16))
if os.fork() == 0:
    step(bytes(8192), bytes(8192))
    os._exit(0)
os.wait()
"""


def times_eight(line: re.Match[str]) -> str:
    """Prices nearer to those of real machines: what is seen stays within the bounds."""
    return ",".join([line[1], *(str(8 * int(price)) for price in line[2].split(","))])


class StatusTest(ProviderTest):
    def setUp(self) -> None:
        super().setUp()
        self.status = self.folder / "status"
        self.status.mkdir()

    def under(self, mode: str = "accel", **more: str) -> dict[str, str]:
        return self.environment(mode, **({"OUTBOARD_STATUS": str(self.status)} | more))

    def start(self, command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        run = subprocess.Popen(
            command, env=environment, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

        def end() -> None:
            run.kill()
            run.communicate()

        self.addCleanup(end)
        return run

    def hashing(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        """A running program that has hashed the text four times."""
        run = self.start([sys.executable, "-c", HASHES], environment)
        assert run.stdout
        self.assertEqual(run.stdout.readline(), b"\n")
        return run

    def until(self, condition: Callable[[], bool]) -> None:
        """The machine may be busy, but what does not come within a minute does not come."""
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, self.shown())
            time.sleep(0.05)

    def shown(self, *options: str) -> list[dict[str, Any]]:
        run = subprocess.run(
            [CLI, "status", "--folder", self.status, "--json", *options], capture_output=True, text=True, check=True
        )
        self.assertEqual(run.stderr, "")
        return json.loads(run.stdout)["processes"]

    def files(self) -> list[str]:
        return [path.name for path in self.status.iterdir()]

    @staticmethod
    def row(process: dict[str, Any], algorithm: str, bits: int) -> dict[str, Any]:
        return next(row for row in process["algorithms"] if (row["algorithm"], row["bits"]) == (algorithm, bits))


class Status(StatusTest):
    def test_live_counters(self) -> None:
        run = self.hashing(self.under())
        (process,) = self.shown()
        self.assertEqual((process["pid"], process["command"]), (run.pid, Path(sys.executable).name[:15]))
        row = self.row(process, "sha256", 0)
        (accel,) = row["engines"]
        self.assertEqual((accel["engine"], accel["bytes"]), ("accel", 4 * len(TEXT)))
        self.assertGreaterEqual(accel["ops"], 4)
        self.assertEqual([accel[key] for key in ("fallbacks", "retries", "errors")] + [row["failed"]], [0] * 4)
        text = subprocess.run([CLI, "status", "-F", self.status], capture_output=True, text=True, check=True).stdout
        self.assertRegex(text, rf"{run.pid} \S+ \(")
        self.assertRegex(text, rf"accel +{accel['ops']} +{4 * len(TEXT)} bytes")
        self.assertGreater(len(self.shown("--all")[0]["algorithms"]), len(process["algorithms"]))
        run.communicate()
        self.assertEqual((self.files(), self.shown()), ([], []))
        # What is reported at the end is all of it, whether others saw it or not.
        self.assertEqual(self.counts()["sha256", "accel"], accel["ops"])

    def test_slow(self) -> None:
        """Software that is made slow, for measurements, is shown to be."""
        for mode, times in (("accel", 1), ("accel", 7)):
            run = self.hashing(self.under(mode, OUTBOARD_SLOW=str(times)))
            self.assertEqual(self.shown()[0]["slow"], times)
            text = subprocess.run([CLI, "status", "-F", self.status], capture_output=True, text=True, check=True).stdout
            self.assertEqual("software takes 7 times as long" in text, times == 7)
            run.communicate()

    def test_only_owner_and_group_and_no_secrets(self) -> None:
        run = self.hashing(self.under())
        path = self.status / str(run.pid)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        data = path.read_bytes()
        for secret in (TEXT[:26], hashlib.sha256(TEXT).digest()[:8]):
            self.assertNotIn(secret, data)
        link = f"/proc/{run.pid}/fd"
        self.assertFalse([fd for fd in os.listdir(link) if os.readlink(f"{link}/{fd}") == str(path)], "kept open")

    def test_killed_process_is_reaped(self) -> None:
        run = self.hashing(self.under())
        run.kill()
        run.wait()
        self.assertEqual(self.files(), [str(run.pid)])
        self.assertEqual(self.shown(), [])
        self.assertEqual(self.files(), [])

    def test_number_of_another_process(self) -> None:
        """A file that was left by a process whose number another one has now is not taken for that one's."""
        run = self.hashing(self.under())
        time.sleep(0.05)
        other = self.start(["sleep", "100"], self.under())
        shutil.copy(self.status / str(run.pid), self.status / str(other.pid))
        self.assertEqual([process["pid"] for process in self.shown()], [run.pid])
        self.assertEqual(self.files(), [str(run.pid)])

    def test_fork(self) -> None:
        """Parent and child each count their own."""
        run = self.start([sys.executable, "-c", FORKS], self.under("auto"))
        assert run.stdin and run.stdout
        run.stdout.readline()
        (process,) = self.shown()
        self.assertEqual(self.row(process, "sha256", 0)["engines"][0]["bytes"], 8192)
        run.stdin.write(b"\n")
        run.stdout.readline()
        processes = self.shown()
        self.assertEqual(len(processes), 2)
        self.assertEqual(
            sorted(self.row(each, "sha256", 0)["engines"][0]["bytes"] for each in processes), [8192, 16384]
        )

    def test_errors_and_retries(self) -> None:
        self.hashing(self.under(OUTBOARD_TEST_FAULT="io:1000"))
        row = self.row(self.shown()[0], "sha256", 0)
        engines = {engine["engine"]: engine for engine in row["engines"]}
        self.assertEqual(engines["accel"]["ops"], 0)
        self.assertGreater(engines["accel"]["retries"], 0)
        self.assertGreaterEqual(engines["accel"]["errors"], engines["accel"]["retries"])
        self.assertEqual(engines["standby"]["bytes"], 4 * len(TEXT))
        text = subprocess.run([CLI, "status", "-F", self.status], capture_output=True, text=True, check=True).stdout
        self.assertRegex(text, r"accel +0 +0 bytes +\d+ fallbacks, [1-9]\d* retries, [1-9]\d* errors")

    def test_where_it_cannot_be(self) -> None:
        """No folder, a folder that is none, or no wish: nothing is said, and the work is done."""
        missing = self.folder / "missing"
        for status in ("off", str(missing), "/dev/null", "/proc/self"):
            run = self.hashing(self.under(OUTBOARD_STATUS=status))
            run.communicate()
            self.assertEqual(run.returncode, 0)
        self.assertFalse(missing.exists())

    def test_users_own_folder(self) -> None:
        """Made where the user has a place for such things, unless the system has one."""
        environment = self.under(XDG_RUNTIME_DIR=str(self.folder))
        del environment["OUTBOARD_STATUS"]
        if Path("/run/outboard").exists():
            self.skipTest("/run/outboard is here")
        run = self.hashing(environment)
        self.assertTrue((self.folder / "outboard" / str(run.pid)).exists())
        self.assertEqual(stat.S_IMODE((self.folder / "outboard").stat().st_mode), 0o700)
        text = subprocess.run([CLI, "status"], env=environment, capture_output=True, text=True, check=True).stdout
        self.assertIn(f"{run.pid} ", text)

    def test_damaged_files(self) -> None:
        run = self.hashing(self.under())
        good = (self.status / str(run.pid)).read_bytes()
        shutil.copy(self.status / str(run.pid), self.folder / "kept")
        for name, data in (("1", good[:-1]), ("2", b""), ("3", b"x" * len(good)), ("x", good), ("-5", good)):
            (self.status / name).write_bytes(data)
        (self.status / "4").symlink_to(self.folder / "kept")
        os.mkfifo(self.status / "5")
        self.assertEqual([process["pid"] for process in self.shown()], [run.pid])
        # Names that are not terminated and numbers of engines that are too big.
        (self.status / str(run.pid)).write_bytes(good[:24] + b"\xff" * (len(good) - 24))
        self.assertEqual(self.shown(), [])
        (self.status / str(run.pid)).write_bytes(good[:32] + b"\xff" * (len(good) - 32))
        (process,) = self.shown()
        self.assertEqual(set(process["algorithms"][0]["algorithm"]), {"?"})

    def test_refused(self) -> None:
        run = subprocess.run(
            [CLI, "status", "--folder", self.folder / "none"], capture_output=True, text=True, check=False
        )
        self.assertEqual(run.returncode, 3)
        self.assertIn("No such file", run.stderr)


class Events(StatusTest):
    def test_trace(self) -> None:
        trace = self.folder / "trace"
        self.hashing(self.under(OUTBOARD_TRACE=str(trace))).communicate()
        lines = trace.read_text().splitlines()
        for line in lines:
            self.assertRegex(line, r"^\d+\.\d{6} \d+ [a-z-]+ \S+ \S+ status=-?\d+ bytes=\d+$")
        self.assertGreaterEqual(len([line for line in lines if " done accel sha256 status=0 " in line]), 4)

    def test_log_is_limited(self) -> None:
        log = self.folder / "log"
        run = self.hashing(self.under(OUTBOARD_LOG=str(log)))
        run.communicate()
        self.assertFalse(log.exists(), "no trouble, no line")
        environment = self.under("random", OUTBOARD_LOG=str(log), OUTBOARD_TEST_FAULT="io:1000")
        self.run_under(environment, "openssl", "speed", "-seconds", "1", "-bytes", "64", "-evp", "aes-128-ctr")
        lines = log.read_text().splitlines()
        self.assertTrue(0 < len(lines) <= 20, lines)  # ten in a minute, of which there may be two
        self.assertTrue(all(re.search(r" accel .*status=-6", line) for line in lines), lines)
        self.assertGreater(self.counts()["aes-ctr", "failed"], len(lines))

    def adapting(self, setting: str, condition: Callable[[dict[str, Any]], bool]) -> tuple[str, list[str], list[str]]:
        """What status shows of a running program once the row of its hash is so and, at its end, the lines of log and
        trace on it."""
        log, trace = self.folder / "log", self.folder / "trace"
        prices = re.sub(r"(?m)^((?:openssl|accel),sha256,.*,any),(.*)$", times_eight, self.prices.read_text())
        files = {"OUTBOARD_PRICES": self.write("prices", prices), "OUTBOARD_LOG": log, "OUTBOARD_TRACE": trace}
        environment = self.under(
            "auto",
            OUTBOARD_ADAPT=setting,
            OUTBOARD_TEST_NAP_US="2000",
            OUTBOARD_TEST_WHOLE="1",  # only whole messages are seen
            **{variable: str(path) for variable, path in files.items()},
        )
        run = self.start([sys.executable, "-c", HASHES_ON], environment)

        def is_so() -> bool:
            rows = [row for process in self.shown() for row in process["algorithms"] if row["algorithm"] == "sha256"]
            return any(condition(row) for row in rows)

        self.until(is_so)
        text = subprocess.run([CLI, "status", "-F", self.status], capture_output=True, text=True, check=True).stdout
        run.communicate()
        self.assertEqual(run.returncode, 0)
        lines = [path.read_text().splitlines() if path.exists() else [] for path in (log, trace)]
        logged, traced = ([line for line in each if " adapted " in line] for each in lines)
        return text, logged, traced

    def test_prices_adapt(self) -> None:
        """The accelerator takes at least 2 ms for what has a price of 0.06 ms, and 0.08 ms in software: the default
        provider goes on. That is shown, logged and traced; not if prices are to stay as they are."""

        def to_default(row: dict[str, Any]) -> bool:
            if "adapted" not in row or row["aside"] <= row["engines"][0]["ops"]:
                return False
            self.assertGreaterEqual(row["adapted"]["times"], 1)
            self.assertEqual((row["adapted"]["bytes"], row["adapted"]["to"]), (16384, "default"))
            self.assertGreater(row["adapted"]["engine_permille"], 1000)
            return True

        text, logged, traced = self.adapting("on", to_default)
        self.assertRegex(text, r"prices adapted \d+ times, last at 16384 bytes to default: engine \d+\.\d\d, ")
        line = r"^\d+\.\d{6} \d+ adapted default sha256 engine=\d+\.\d{3} default=\d+\.\d{3} bytes=16384$"
        self.assertRegex(logged[0], line)
        self.assertRegex(traced[0], line)
        self.assertLessEqual(len(logged), 20)
        counts = self.counts()
        self.assertGreater(counts["sha256", "default"], counts["sha256", "accel"])
        (self.folder / "log").unlink()
        (self.folder / "trace").unlink()
        text, logged, traced = self.adapting("off", lambda row: "adapted" in row or row["engines"][0]["ops"] > 300)
        self.assertNotIn("adapted", text)
        self.assertEqual((logged, traced), ([], []))
        counts = self.counts()
        self.assertGreater(counts["sha256", "accel"], 100 * counts["sha256", "default"])

    def test_paths_that_cannot_be_opened(self) -> None:
        environment = self.under(OUTBOARD_TRACE="/nowhere/trace", OUTBOARD_LOG="/", OUTBOARD_TEST_FAULT="io:1000")
        self.hashing(environment).communicate()

    def test_pipes_that_nobody_reads(self) -> None:
        os.mkfifo(self.folder / "pipe")
        paths = dict.fromkeys(("OUTBOARD_TRACE", "OUTBOARD_LOG", "OUTBOARD_REPORT"), str(self.folder / "pipe"))
        run = self.start([sys.executable, "-c", HASHES], self.under(**paths, OUTBOARD_TEST_FAULT="io:1000"))
        self.assertEqual(run.communicate(timeout=60)[0], b"\n")
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main()
