#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, with the test module: engine afalg and the provider on top of it, and a device that misbehaves."""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import accel

BUILD = Path(os.environ["OB_BUILD"])
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/binding/openssl"))
os.environ.setdefault("OB_PROVIDER_DIR", str(BUILD / "binding/openssl"))
os.environ.setdefault("OB_TEST_PROVIDER_DIR", str(BUILD / "test/binding/openssl"))
os.environ.setdefault("OB_SOURCE", str(ROOT))
import common  # noqa: E402

HELPER = BUILD / "offload/outboard-offload"
KEY, IV = "00112233445566778899aabbccddeeff", "0f0e0d0c0b0a09080706050403020100"


def helpers() -> list[int]:
    found = []
    for link in Path("/proc").glob("[0-9]*/exe"):
        with contextlib.suppress(OSError):
            if link.readlink() == HELPER:
                found.append(int(link.parent.name))
    return found


class Command(unittest.TestCase):
    """The command line, with the helper of this build."""

    def outboard(self, *args: str, code: int = 0, **more: str) -> str:
        environment = os.environ | {"OUTBOARD_HELPER": str(HELPER)} | more
        run = subprocess.run(
            [BUILD / "cli/outboard", *args], env=environment, capture_output=True, text=True, timeout=240
        )
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout


class Refresh(Command):
    """Evidence and prices, by the command of the service that runs when the system starts."""

    def test_only_when_something_has_changed(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        prices = Path(folder.name) / "prices.csv"
        self.addCleanup(accel.load)
        accel.load("classes=cipher")
        begun = time.monotonic()
        out = self.outboard("refresh", "-F", folder.name)
        print(f"refresh took {time.monotonic() - begun:.0f} s in the machine", file=sys.stderr)
        self.assertIn("obaccel-cbc-aes", out)
        self.assertIn("# needs driver obaccel-cbc-aes\n", prices.read_text())
        self.assertIn("# rough\n", prices.read_text())
        self.assertIn("afalg,aes-cbc", prices.read_text())
        before = prices.stat().st_mtime_ns
        subprocess.run(["/sbin/modprobe", "-a", "blowfish_generic", "twofish_generic"], check=True)
        self.assertEqual(self.outboard("refresh", "-F", folder.name), "nothing has changed\n")
        self.assertEqual(prices.stat().st_mtime_ns, before)
        # the provider goes by these files, whatever modules came; a driver that is named and is not there ends that
        seen = {}
        for text in (prices.read_text(), prices.read_text() + "# needs driver gone\n"):
            prices.write_text(text)
            module = BUILD / "binding/openssl"
            environment = {"OUTBOARD_PRICES": str(prices), "OUTBOARD_EVIDENCE": f"{folder.name}/evidence.csv"}
            listed = subprocess.run(
                ["openssl", "list", "-provider-path", module, "-provider", "default", "-provider", "outboard",
                 "-providers", "-verbose"],
                env=os.environ | environment | {"OUTBOARD_HELPER": str(HELPER)},
                capture_output=True,
                text=True,
            ).stdout  # fmt: skip
            seen[text] = listed.split("  outboard\n")[1].split("build info: ")[1].split("\n")[0]
        first, second = seen.values()
        self.assertIn(first, ("offers algorithms", "waits for prices: no engine pays at any length"))  # they are rough
        self.assertIn("a driver that they name is not there", second)


class Engine(Command):
    """What the command line sees."""

    def test_nobody_vouches(self) -> None:
        self.assertIn(
            "afalg: not here: no driver in /proc/crypto is proven to be hardware", self.outboard("engines", "-n")
        )

    def test_named_drivers_alone(self) -> None:
        out = self.outboard("engines", "-c", "afalg", OUTBOARD_OFFLOAD="obaccel-cbc-aes,obaccel-sha256")
        self.assertIn("2 capabilities", out)
        self.assertEqual(out.count(" hardware"), 2)

    def test_all_classes(self) -> None:
        """Every row by its self-test, by way of the helper and without; kernel software is not called hardware."""
        before = accel.get("operations")
        out = self.outboard("engines", "-c", "afalg", OUTBOARD_OFFLOAD="force")
        self.assertIn("30 capabilities, reentrant; hash passed mac passed cipher passed aead passed", out)
        self.assertNotIn(" hardware", out)
        self.assertGreater(accel.get("operations"), before)
        out = self.outboard("selftest", "afalg", OUTBOARD_OFFLOAD="force", OUTBOARD_HELPER="none")
        self.assertEqual(out.count("passed"), 4)

    def test_conformance(self) -> None:
        program, vectors = BUILD / "test/conformance/conformance", ROOT / "build/vectors/vectors.bin"
        if not vectors.exists():
            self.skipTest("no vectors")
        for helper, *layouts in ((HELPER, "one-shot", "refused", "tampered"), ("none", "in-place")):
            options = [word for layout in layouts for word in ("--layout", layout)]
            environment = os.environ | {"OUTBOARD_HELPER": str(helper), "OUTBOARD_OFFLOAD": "force"}
            run = subprocess.run(
                [program, "--vectors", vectors, "--sample", "1", "--quiet", "--symmetric", "--brief", "--whole"]
                + [*options, "afalg"],
                env=environment,
                capture_output=True,
                text=True,
                timeout=240,
            )
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertIn(" 0 failures", run.stdout)


class Probe(Command):
    """What shows that a driver is hardware, and drivers that only look like it."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.evidence = Path(folder.name) / "evidence.csv"

    def load(self, *parameters: str) -> None:
        self.addCleanup(accel.load)
        accel.load("classes=cipher", *parameters)

    def probe(self, driver: str, *options: str) -> tuple[str, str, str]:
        """Verdict, evidence and what is said of it; the verdicts are kept."""
        out = self.outboard("probe", "--json", "--driver", driver, "--output", str(self.evidence), *options)
        (seen,) = json.loads(out)["drivers"]
        self.assertEqual((seen["driver"], seen["algorithm"]), (driver, "cbc(aes)"))
        return seen["verdict"], seen["evidence"], seen["detail"]

    def engines(self) -> str:
        return self.outboard("engines", "-n", "-c", OUTBOARD_EVIDENCE=str(self.evidence))

    def test_interrupts(self) -> None:
        """One for each operation; the verdict holds until the drivers change."""
        verdict, evidence, detail = self.probe("obaccel-cbc-aes")
        self.assertEqual((verdict, evidence), ("hardware", "interrupts"), detail)
        self.assertIn("interrupt obaccel: 1 per operation", detail)
        out = self.engines()
        self.assertRegex(out, r"afalg.*1 capabilit")
        self.assertEqual(out.count(" hardware"), 1)
        self.load("prefix=other")
        self.assertIn("proven to be hardware (outboard probe)", self.engines())

    def test_asynchronous_software_and_an_interrupt_that_is_none_of_its(self) -> None:
        self.load("prefix=pretender", "device=0", "interrupt=0", "noise_hz=200")
        verdict, evidence, detail = self.probe("pretender-cbc-aes")
        self.assertEqual((verdict, evidence), ("unproven", "none"), detail)
        self.assertIn("no interrupt followed its operations, and its module has no device", detail)
        self.assertIn("proven to be hardware (outboard probe)", self.engines())
        verdict, evidence, detail = self.probe("pretender-cbc-aes", "--trust", "pretender-*")  # somebody's word
        self.assertEqual((verdict, evidence), ("hardware", "trust"), detail)
        self.assertIn("trusted, not proven", detail)
        counter = "pretender-cbc-aes=/sys/module/obaccel/parameters/counts"
        verdict, evidence, detail = self.probe(
            "pretender-cbc-aes", "--counter", counter
        )  # somebody says that it counts
        self.assertEqual((verdict, evidence), ("hardware", "counter"), detail)

    def test_software_beside_a_device(self) -> None:
        self.load("prefix=pretender", "interrupt=0")
        verdict, evidence, detail = self.probe("pretender-cbc-aes")
        self.assertEqual((verdict, evidence), ("unproven", "none"), detail)
        self.assertRegex(detail, "bound to device obaccel, but .* a CPU was busy")

    def test_synchronous_device(self) -> None:
        self.load("prefix=waits", "interrupt=0", "asynchronous=0")
        verdict, evidence, detail = self.probe("waits-cbc-aes")
        self.assertEqual((verdict, evidence), ("synchronous", "device"), detail)
        self.assertIn("bound to device obaccel, and synchronous", detail)
        self.assertEqual(self.engines().count(" hardware"), 1)


class Provider(common.ProviderTest):
    """openssl(1) under the provider, which is told to use afalg."""

    def setUp(self) -> None:
        super().setUp()
        self.module = common.PRODUCT
        self.plain = bytes(range(256)) * 1024
        self.addCleanup(lambda: (accel.put("hang", 0), accel.put("fail_every", 0)))

    def under(self, **more: str) -> dict[str, str]:
        return self.environment("afalg", **({"OUTBOARD_HELPER": str(HELPER)} | more))

    def enc(self, environment: dict[str, str]) -> bytes:
        args = ["openssl", "enc", "-aes-128-cbc", "-K", KEY, "-iv", IV, "-bufsize", "16384"]
        return self.run_under(environment, *args, input=self.plain).stdout

    def test_enc(self) -> None:
        want = self.enc(self.environment(None))
        before = accel.count("obaccel-cbc-aes")
        self.assertEqual(self.enc(self.under()), want)
        counts = self.counts()
        self.assertGreaterEqual(counts["aes-cbc", "afalg"], len(self.plain) // 16384)
        self.assertEqual(counts["aes-cbc", "failed"], 0)
        self.assertGreaterEqual(accel.count("obaccel-cbc-aes") - before, counts["aes-cbc", "afalg"])
        self.assertEqual(self.enc(self.under(OUTBOARD_HELPER="none")), want)
        self.assertGreater(self.counts()["aes-cbc", "afalg"], 0)

    def test_digest(self) -> None:
        before = accel.count("obaccel-sha256")
        data = self.plain[:40000]
        out = self.run_under(self.under(), "openssl", "dgst", "-sha256", "-r", input=data).stdout
        self.assertEqual(out.split()[0].decode(), hashlib.sha256(data).hexdigest())
        self.assertGreater(accel.count("obaccel-sha256"), before)

    def threads(self, *parameters: str, **more: str) -> dict[tuple[str, str], int]:
        """Counts of one program with four threads that encrypt 4 KiB each time."""
        self.addCleanup(accel.load)
        accel.load(*parameters)
        self.run_under(self.under(**more), str(BUILD / "test/vm/vm_share"), "1x4", "50", "aes-cbc", "4096")
        counts = self.counts()
        self.assertEqual(counts["aes-cbc", "failed"], 0)
        self.assertGreater(counts["aes-cbc", "afalg"], 0)
        return counts

    def test_two_engines(self) -> None:
        """One program fills a device that does two operations at a time; with one lane it has only one there."""
        for lanes, most, busy in ((1, 1, True), (2, 2, True), (8, 2, False)):
            with self.subTest(lanes=lanes):
                counts = self.threads("depth=2", "delay_us=2000", OUTBOARD_PARALLEL=str(lanes))
                self.assertEqual(accel.get("most"), most)
                self.assertEqual(counts["aes-cbc", "busy"] > 0, busy, counts)

    def test_hang(self) -> None:
        """The device holds an operation for ever: software answers, and the program ends."""
        want = self.enc(self.under())
        self.counts()
        longer = []
        while len(longer) < 5 and min(longer, default=1.0) >= 1:  # the host may be busy with something else
            begun = time.monotonic()
            self.enc(self.under())
            usual = time.monotonic() - begun
            self.counts()
            accel.put("hang", 1)
            begun = time.monotonic()
            self.assertEqual(self.enc(self.under()), want)
            longer.append(time.monotonic() - begun - usual)
            counts = self.counts()
            self.assertEqual(counts["aes-cbc", "afalg"], 0)
            self.assertGreater(counts["aes-cbc", "failed"], 0)
            stuck = helpers()
            self.assertGreater(len(stuck), 0)
            for pid in stuck:
                self.assertEqual(Path(f"/proc/{pid}/stat").read_text().split()[2], "D")
            accel.put("hang", 0)
            self.no_helpers()
            self.assertEqual(self.enc(self.under()), want)
            self.assertGreater(self.counts()["aes-cbc", "afalg"], 0)
        self.assertLess(min(longer), 1, longer)

    def no_helpers(self) -> None:
        deadline = time.monotonic() + 60
        while helpers() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(helpers(), [], "helpers that the kernel has let go end")

    def unload(self) -> None:
        """Once nobody has a key any more."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return accel.unload()
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def test_errors(self) -> None:
        want = self.enc(self.environment(None))
        accel.put("fail_every", 1)
        self.assertEqual(self.enc(self.under()), want)
        counts = self.counts()
        self.assertEqual(counts["aes-cbc", "afalg"], 0)
        self.assertGreater(counts["aes-cbc", "failed"], 0)

    def test_unloaded_in_use(self) -> None:
        """The driver goes away between two updates of one stream."""
        want = self.enc(self.environment(None))
        args = ["openssl", "enc", "-aes-128-cbc", "-K", KEY, "-iv", IV, "-bufsize", "16384"]
        run = subprocess.Popen(
            args, env=self.under(), cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert run.stdin and run.stdout
        try:
            run.stdin.write(self.plain[:32768])
            got = b""
            while len(got) < 16384:
                got += run.stdout.read(16384)
            for pid in helpers():  # as long as it lives, its key holds the module
                os.kill(pid, signal.SIGKILL)
            self.unload()
            rest, _ = run.communicate(self.plain[32768:], timeout=60)
        finally:
            run.kill()
            accel.load()
        self.assertEqual(run.returncode, 0)
        self.assertEqual(got + rest, want)
        counts = self.counts()
        self.assertGreater(counts["aes-cbc", "afalg"], 0)
        self.assertGreater(counts["aes-cbc", "failed"], 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
