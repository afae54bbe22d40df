#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, with the test module and a /dev/crypto of our own (test/devcrypto): engine devcrypto and the provider
on top of it, and a device that misbehaves or is not there."""

import contextlib
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from guest_offload import BUILD, HELPER, IV, KEY, ROOT, common, helpers

DEVICE = Path("/dev/crypto")
SYS_POLL = (7, 271)  # and ppoll, on x86-64
CLASSES = "hash passed mac passed cipher passed aead passed"


class Device:
    """The process behind /dev/crypto."""

    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        subprocess.run(["/sbin/modprobe", "cuse"], check=True)
        self.process = subprocess.Popen([BUILD / "test/vm/cuse_devcrypto"])
        self.until(DEVICE.exists)

    def stop(self) -> None:
        """As if its module were gone, whoever uses it."""
        assert self.process
        self.process.kill()
        self.process.wait()
        self.until(lambda: not DEVICE.exists())

    def until(self, happens: Callable[[], bool]) -> None:
        for _ in range(400):
            if happens():
                return
            time.sleep(0.05)
        raise AssertionError("/dev/crypto did not come or go")

    def put(self, name: str, value: int) -> None:
        DEVICE.write_text(f"{name} {value}\n")

    def get(self, name: str) -> int:
        return int(dict(line.split() for line in DEVICE.read_text().splitlines())[name])


device = Device()


def setUpModule() -> None:
    device.start()


def tearDownModule() -> None:
    device.stop()


class Case(unittest.TestCase):
    def knob(self, name: str, value: int) -> None:
        def reset() -> None:
            with contextlib.suppress(OSError):
                device.put(name, 0)

        self.addCleanup(reset)
        device.put(name, value)

    def programs(self, user: int | None) -> tuple[Path, Path]:
        """outboard and the helper, where this user, too, may read them."""
        programs = (BUILD / "cli/outboard", HELPER)
        if user is None:
            return programs
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        folder.chmod(0o755)
        for program in programs:
            shutil.copy(program, folder)
        return folder / programs[0].name, folder / programs[1].name

    def outboard(self, *args: str, code: int = 0, user: int | None = None, **more: str) -> str:
        program, helper = self.programs(user)
        environment = os.environ | {"OUTBOARD_HELPER": str(helper)} | more
        run = subprocess.run([program, *args], env=environment, user=user, capture_output=True, text=True, timeout=240)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout


class Engine(Case):
    """What the command line sees."""

    def test_who_vouches(self) -> None:
        nobody = "devcrypto: not here: no driver behind /dev/crypto is proven to be hardware"
        named = {"OUTBOARD_OFFLOAD": "obaccel-cbc-aes,obaccel-sha256"}
        self.assertIn(nobody, self.outboard("engines", "-n"))
        out = self.outboard("engines", "-c", "devcrypto", **named)
        self.assertIn("2 capabilities", out)
        self.assertEqual(out.count(" hardware"), 2)
        self.knob("software", 1)  # what the kernel calls software is none, whatever its name
        self.assertIn(nobody, self.outboard("engines", "-n", **named))

    def test_all_classes(self) -> None:
        """Every row by its self-test, by way of the helper and without; kernel software is not called hardware."""
        before = device.get("operations")
        out = self.outboard("engines", "-c", "devcrypto", OUTBOARD_OFFLOAD="force")
        self.assertIn(f"19 capabilities, reentrant; {CLASSES}", out)
        self.assertNotIn(" hardware", out)
        self.assertGreater(device.get("operations"), before)
        self.knob("without", 50)
        out = self.outboard("engines", "-n", "-c", "devcrypto", OUTBOARD_OFFLOAD="force", OUTBOARD_HELPER="none")
        self.assertIn("devcrypto: 18 capabilities", out)
        self.assertNotIn("aes-gcm", out)
        self.assertEqual((device.get("sessions"), device.get("files")), (0, 1), "what was opened is closed")

    def test_conformance(self) -> None:
        program, vectors = BUILD / "test/conformance/conformance", ROOT / "build/vectors/vectors.bin"
        if not vectors.exists():
            self.skipTest("no vectors")
        environment = os.environ | {"OUTBOARD_HELPER": str(HELPER), "OUTBOARD_OFFLOAD": "force"}
        run = subprocess.run(
            [program, "--vectors", vectors, "--sample", "1", "--quiet", "--symmetric", "--brief", "--whole"]
            + ["--layout", "one-shot", "--layout", "refused", "--layout", "tampered", "devcrypto"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn(" 0 failures", run.stdout)

    def test_permission(self) -> None:
        out = self.outboard("engines", "-n", user=65534, OUTBOARD_OFFLOAD="force")
        self.assertIn("devcrypto: not here: /dev/crypto: Permission denied", out)
        self.assertIn("/dev/crypto: Permission denied", self.doctor(user=65534))

    def test_asynchronous_calls(self) -> None:
        """Found, told, and used where they are wanted: by all classes but AEADs."""
        command = ("engines", "devcrypto")
        force = {"OUTBOARD_OFFLOAD": "force"}
        self.assertIn(f"{CLASSES}; no asynchronous calls", self.outboard(*command, **force, OUTBOARD_ASYNC="on"))
        self.knob("async", 1)
        self.assertIn("; asynchronous calls not in use (OUTBOARD_ASYNC)", self.outboard(*command, **force))
        self.assertIn("/dev/crypto: asynchronous calls not in use (OUTBOARD_ASYNC)", self.doctor())
        self.assertEqual(device.get("queued"), 0)
        out = self.outboard(*command, **force, OUTBOARD_ASYNC="on")
        self.assertIn(f"{CLASSES}; asynchronous calls in use", out)
        self.assertGreater(device.get("queued"), 0)

    def test_doctor(self) -> None:
        out = self.doctor()
        self.assertIn("/dev/crypto: cbc(aes) has obaccel-cbc-aes", out)
        self.assertIn("/dev/crypto: 19 algorithms have a driver of hardware, 0 have software", out)

    def doctor(self, user: int | None = None) -> str:
        program, helper = self.programs(user)
        environment = os.environ | {"OUTBOARD_HELPER": str(helper)}
        command = [program, "doctor", "--verbose"]
        return subprocess.run(command, env=environment, user=user, capture_output=True, text=True, timeout=240).stdout


class Provider(Case, common.ProviderTest):
    """openssl(1) under the provider, which is told to use devcrypto."""

    want = b""  # what openssl gives without it

    def setUp(self) -> None:
        super().setUp()
        self.module = common.PRODUCT
        self.plain = bytes(range(256)) * 512
        Provider.want = Provider.want or self.enc(self.environment(None))

    def under(self, **more: str) -> dict[str, str]:
        return self.environment("devcrypto", **({"OUTBOARD_HELPER": str(HELPER)} | more))

    def enc(self, environment: dict[str, str], **more: object) -> bytes:
        args = ["openssl", "enc", "-aes-128-cbc", "-K", KEY, "-iv", IV, "-bufsize", "16384"]
        return self.run_under(environment, *args, input=self.plain, **more).stdout

    def software_answers(self, preexec_fn: Callable[[], object] | None = None, **more: str) -> None:
        """The same answer, and counters that say who gave it."""
        self.assertEqual(self.enc(self.under(**more), preexec_fn=preexec_fn), self.want)
        counts = self.counts()
        self.assertEqual(counts["aes-cbc", "devcrypto"], 0)
        self.assertGreater(counts["aes-cbc", "failed"], 0)

    def test_offload(self) -> None:
        before = device.get("operations")
        self.assertEqual(self.enc(self.under()), self.want)
        counts = self.counts()
        self.assertGreaterEqual(counts["aes-cbc", "devcrypto"], len(self.plain) // 16384)
        self.assertEqual(counts["aes-cbc", "failed"], 0)
        self.assertGreaterEqual(device.get("operations") - before, counts["aes-cbc", "devcrypto"])
        out = self.run_under(self.under(), "openssl", "dgst", "-sha256", "-r", input=self.plain[:40000]).stdout
        self.assertEqual(out.split()[0].decode(), hashlib.sha256(self.plain[:40000]).hexdigest())
        self.assertGreater(self.counts()["sha256", "devcrypto"], 0)

    def test_error_and_hang(self) -> None:
        self.knob("fail", 5)
        self.software_answers()
        device.put("fail", 0)
        self.knob("hang", 1)
        self.software_answers()
        self.assertGreater(len(helpers()), 0)
        device.put("hang", 0)
        device.until(lambda: not helpers())

    def test_asynchronous_calls(self) -> None:
        """As well by queue, poll and fetch, also where results are late, strange, or refused a place."""
        on = {"OUTBOARD_ASYNC": "on"}
        self.knob("async", 1)
        before = device.get("queued")
        for knob, value in (("delay_us", 20000), ("stray", 1), ("newest_first", 1)):
            self.knob(knob, value)
            self.assertEqual(self.enc(self.under(**on)), self.want)
            counts = self.counts()
            self.assertGreaterEqual(counts["aes-cbc", "devcrypto"], len(self.plain) // 16384)
            self.assertEqual(counts["aes-cbc", "failed"], 0)
            self.assertGreaterEqual(device.get("queued") - before, counts["aes-cbc", "devcrypto"])
            device.put(knob, 0)
        for knob, value in (("full", 1), ("fail", 5)):
            self.knob(knob, value)
            self.software_answers(**on)
            device.put(knob, 0)
        self.assertEqual(helpers(), [])

    def test_asynchronous_hang(self) -> None:
        """The helper waits in poll, and not in the driver: it ends with the result, or at once by a signal."""
        self.knob("async", 1)
        for ends in ("result", "signal"):
            self.knob("hang", 1)
            self.software_answers(OUTBOARD_ASYNC="on")
            waiting = helpers()
            self.assertGreater(len(waiting), 0)
            for pid in waiting:
                call = Path(f"/proc/{pid}/syscall").read_text().split()[0]
                self.assertIn(int(call), SYS_POLL, f"helper {pid} is in system call {call}")
                if ends == "signal":
                    os.kill(pid, signal.SIGTERM)
            if ends == "signal":
                device.until(lambda: not helpers())
            device.put("hang", 0)
            device.until(lambda: not helpers())

    def test_descriptor_limit(self) -> None:
        self.software_answers(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5)))

    def test_device_gone(self) -> None:
        """It goes away between two updates of one stream, and with an operation under way; then there is none."""
        args = ["openssl", "enc", "-aes-128-cbc", "-K", KEY, "-iv", IV, "-bufsize", "16384"]
        for waiting in (False, True):
            run = subprocess.Popen(
                args, env=self.under(), cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
            assert run.stdin and run.stdout
            try:
                run.stdin.write(self.plain[:32768])
                got = b""
                while len(got) < 16384:
                    got += run.stdout.read(16384)
                if waiting:
                    device.put("hang", 1)
                    run.stdin.write(self.plain[32768:49152])
                    time.sleep(0.1)
                device.stop()
                rest, _ = run.communicate(self.plain[49152 if waiting else 32768 :], timeout=60)
            finally:
                run.kill()
                if device.process and device.process.poll() is not None and not waiting:
                    device.start()
            self.assertEqual(run.returncode, 0)
            self.assertEqual(got + rest, self.want)
            counts = self.counts()
            self.assertGreater(counts["aes-cbc", "devcrypto"], 0)
            self.assertGreater(counts["aes-cbc", "failed"], 0)
        try:
            self.assertEqual(self.enc(self.under()), self.want)
            self.assertEqual(self.counts()["aes-cbc", "devcrypto"], 0)
        finally:
            device.start()


if __name__ == "__main__":
    unittest.main(verbosity=2)
