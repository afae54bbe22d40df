#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The provider in programs of the system: openssl, Python's ssl, programs linked to either libcrypto; and what happens
when its configuration, its file or its prices are broken."""

import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

from common import PRICES, PRODUCT, PROGRAMS, TEST, ProviderTest
from config import CONFIG

PLAIN_TEXT = bytes(i * 31 % 251 for i in range(300_000))
KEY = ["-K", "1d85a181b54cde51f0e098095b2962fdc93b51fe9b88602b3f54130bf76a5bd9"]
IV = ["-iv", "000102030405060708090a0b0c0d0e0f"]


def offered(run: subprocess.CompletedProcess[bytes], provider: str) -> list[str]:
    return [line for line in run.stdout.decode().splitlines() if line.endswith(f"@ {provider}")]


class File(ProviderTest):
    """The shared object itself."""

    def test_is_linked_to_no_libcrypto(self) -> None:
        for module in (PRODUCT, TEST):
            dynamic = subprocess.run(["readelf", "-d", module], capture_output=True, text=True, check=True).stdout
            needed = [line for line in dynamic.splitlines() if "(NEEDED)" in line]
            self.assertTrue(needed)
            self.assertFalse([line for line in needed if "crypto" in line or "ssl" in line], needed)
            self.assertIn("NODELETE", dynamic)

    def test_shows_one_name(self) -> None:
        for module in (PRODUCT, TEST):
            nm = ["nm", "-D", "--defined-only", "--format=posix", module]
            names = subprocess.run(nm, capture_output=True, text=True, check=True).stdout.split("\n")
            self.assertEqual([name.split()[0] for name in names if name], ["OSSL_provider_init"])


class Offers(ProviderTest):
    """What is offered, and when nothing is."""

    def ciphers(self, environment: dict[str, str], provider: str = "outboard") -> list[str]:
        run = self.run_under(environment, "openssl", "list", "-cipher-algorithms")
        self.assertTrue(offered(run, "default"))
        return offered(run, provider)

    def why(self, environment: dict[str, str]) -> str:
        run = self.run_under(environment, "openssl", "list", "-providers", "-verbose").stdout.decode()
        self.assertIn("  outboard\n", run)
        return run.split("  outboard\n")[1].split("build info: ")[1].split("\n")[0]

    def test_offers_nothing_without_an_accelerator(self) -> None:
        environment = self.environment("", PRODUCT)
        self.assertEqual(self.ciphers(environment), [])
        self.assertEqual(self.why(environment), "no engine for an accelerator")

    def test_engine_soft_serves_when_named(self) -> None:
        self.assertTrue(self.ciphers(self.environment("soft", PRODUCT)))

    def test_busy_is_no_failure(self) -> None:
        """An engine that another thread has: software does it, and the next operation asks again."""
        environment = self.environment("accel", OUTBOARD_TEST_FAULT="busy:500")
        self.run_under(environment, "openssl", "speed", "-seconds", "1", "-bytes", "4096", "-evp", "aes-128-cbc")
        counts = self.counts()
        self.assertEqual(counts["aes-cbc", "failed"], 0, counts)
        self.assertGreater(counts["aes-cbc", "accel"], counts["aes-cbc", "default"] // 4, counts)

    def test_settings_that_make_no_sense(self) -> None:
        for name, value in (("deadline", "abc"), ("deadline", "0"), ("descriptors", "many"), ("descriptors", "5000")):
            with self.subTest(name=name, value=value):
                environment = self.environment("auto", PRODUCT, f"{name} = {value}\n")
                self.assertEqual(self.ciphers(environment), [])
                self.assertRegex(self.why(environment), rf'^{name} is .*, not "{value}"$')
        environment = self.environment("auto", PRODUCT, OUTBOARD_DEADLINE="abc")
        self.assertIn('"abc"', self.why(environment))

    def test_offers_what_pays(self) -> None:
        names = " ".join(self.ciphers(self.environment("auto")))
        for name in ("AES-128-CBC", "AES-256-CTR", "AES-128-XTS", "DES-EDE3-CBC", "SM4-CTR"):
            self.assertIn(name, names)

    def test_does_not_offer_what_never_pays(self) -> None:
        dear = PRICES.read_text()
        for direction, per_kib in (("e", 601), ("d", 600)):
            row = f"accel,aes-cbc,-,128,256,{direction},dma,any,1500,700,"
            self.assertIn(row + "300", dear)
            dear = dear.replace(row + "300", row + str(per_kib))
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", dear)))
        names = " ".join(self.ciphers(environment))
        self.assertNotIn("CBC", names.replace("DES-EDE3-CBC", "").replace("DES-EDE-CBC", "").replace("SM4-CBC", ""))
        self.assertIn("AES-128-CTR", names)

    def test_one_length_that_pays_is_enough(self) -> None:
        """A price that is low for 4 KiB alone."""
        rows = "".join(
            f"accel,aes-cbc,-,128,256,{d},dma,4095,0,9999999,0,0,0\naccel,aes-cbc,-,128,256,{d},dma,4096,0,10,10,0,0\n"
            f"accel,aes-cbc,-,128,256,{d},dma,any,0,9999999,9999999,0,0\n"
            for d in "ed"
        )
        text = "".join(line + "\n" for line in PRICES.read_text().splitlines() if not line.startswith("accel,")) + rows
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", text)))
        self.assertEqual(len(self.ciphers(environment)), 3)

    def test_without_prices(self) -> None:
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.folder / "none"))
        self.assertTrue(self.ciphers(environment), "prices may come while it runs")
        self.assertEqual(self.why(environment), "waits for prices: no price file")

    def test_broken_prices(self) -> None:
        text = PRICES.read_text().splitlines()
        for broken in ("", "nonsense", "\n".join(text[:20]) + "\nopenssl,aes-cbc,-", "\0" * 1000, "x" * (2 << 20)):
            environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", broken)))
            self.assertEqual(self.ciphers(environment), [])
            self.assertRegex(self.why(environment), "price file, line|cannot read")

    def test_prices_of_another_machine(self) -> None:
        stale = "# holds for 00000000-0000-0000-0000-000000000000 6.1.0 0123456789abcdef\n"
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", PRICES.read_text() + stale)))
        self.assertRegex(self.why(environment), "^waits for prices: .* of another kernel")

    def test_prices_of_this_machine(self) -> None:
        line = self.run_under(self.environment(None), PRODUCT.parent / "outboard-provider", "machine").stdout.decode()
        self.assertRegex(line, r"^# holds for \S+ \S+ [0-9a-f]{16}\n$")
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", PRICES.read_text() + line)))
        self.assertTrue(self.ciphers(environment))
        last = line.rstrip()[-1]
        other = line.rstrip()[:-1] + ("0" if last != "0" else "1") + "\n"  # another set of drivers
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", PRICES.read_text() + other)))
        self.assertRegex(self.why(environment), "^waits for prices: ")

    def test_nonsense_in_the_settings(self) -> None:
        path = f"prices = {'x' * 300}\n"
        for more in (
            "mode = quick\n",
            "objective = fame\n",
            "adapt = perhaps\n",
            "slow = 0\n",
            "slow = 4 times\n",
            "async = perhaps\n",
            path,
            "helper = build/outboard-offload\n",
        ):
            environment = self.environment("", more=more)
            del environment["OUTBOARD_PRICES"], environment["OUTBOARD_ADAPT"]
            self.assertEqual(self.ciphers(environment), [])
            wrong = "mode is|objective is|adapt is|async is|slow is|too long|helper is an absolute path or none"
            self.assertRegex(self.why(environment), wrong)

    def test_slow(self) -> None:
        """Nobody leaves it on unknowingly: what is offered says so, and prices without it do not count, nor those with
        it when it is gone."""
        slow = self.write("prices", PRICES.read_text() + "# software slowed 4 times\n")
        environment = self.environment("auto", OUTBOARD_SLOW="4")
        self.assertEqual(self.ciphers(environment), [])
        self.assertIn("not of software that is as slow", self.why(environment))
        environment["OUTBOARD_PRICES"] = str(slow)
        self.assertTrue(self.ciphers(environment))
        self.assertEqual(self.why(environment), "offers algorithms; slow: software takes 4 times as long")
        environment["OUTBOARD_SLOW"] = "5"
        self.assertEqual(self.ciphers(environment), [])
        environment = self.environment("auto", OUTBOARD_PRICES=str(slow))
        self.assertEqual(self.ciphers(environment), [])
        environment = self.environment("auto", more="slow = 4\n", OUTBOARD_PRICES=str(slow))
        self.assertTrue(self.ciphers(environment))

    def test_slow_takes_its_time(self) -> None:
        done = []
        for times in ("1", "30"):
            prices = self.write("prices", PRICES.read_text() + f"# software slowed {times} times\n")
            environment = self.environment("default", OUTBOARD_SLOW=times, OUTBOARD_PRICES=str(prices))
            command = ("openssl", "speed", "-elapsed", "-mr", "-seconds", "1", "-bytes", "16384", "-evp", "sha256")
            done.append(float(self.run_under(environment, *command).stdout.split(b":")[-1]))
        self.assertTrue(10 < done[0] / done[1] < 90, done)  # whatever else runs here

    def test_settings_in_the_file(self) -> None:
        environment = self.environment("", more=f"mode = auto\nprices = {PRICES}\nobjective = cpu\n")
        del environment["OUTBOARD_PRICES"]
        self.assertTrue(self.ciphers(environment))

    def test_off(self) -> None:
        environment = self.environment("off")
        self.assertEqual(self.ciphers(environment), [])
        self.assertEqual(self.why(environment), "turned off")

    def test_fips_bypasses_it(self) -> None:
        environment = self.environment("accel")
        run = self.run_under(environment, "openssl", "list", "-cipher-algorithms", "-propquery", "fips=yes")
        self.assertEqual(offered(run, "outboard"), [])
        self.assertTrue(self.ciphers(environment))

    def test_random_generator(self) -> None:
        """A forced engine serves OpenSSL's generator too, unless its section takes the wish away."""
        environment = self.environment("accel")
        self.run_under(environment, "openssl", "rand", "4096")
        self.assertGreater(self.counts()["aes-ctr", "accel"], 0)
        config = CONFIG.format(module=TEST).replace("[openssl_init]\n", "[openssl_init]\nrandom = random_sect\n")
        self.write("openssl.cnf", config + "[random_sect]\nproperties = -provider\n")
        self.run_under(environment, "openssl", "rand", "4096")
        self.assertEqual(self.counts()["aes-ctr", "accel"], 0)
        self.run_under(
            environment, "openssl", "enc", "-aes-128-cbc", "-K", "00" * 16, "-iv", "00" * 16, input=b"x" * 64
        )
        self.assertGreater(self.counts()["aes-cbc", "accel"], 0)

    def test_default_provider_not_active(self) -> None:
        """Nothing to stand in front of: it loads, and offers nothing."""
        config = CONFIG.format(module=TEST).replace("[default_sect]\nactivate = 1\n", "[default_sect]\n")
        environment = self.environment("accel") | {"OPENSSL_CONF": str(self.write("alone.cnf", config))}
        self.assertIn("the default provider is not active", self.why(environment))

    def test_order_in_the_file_is_free(self) -> None:
        config = CONFIG.format(module=TEST).replace(
            "default = default_sect\noutboard = outboard_sect", "outboard = outboard_sect\ndefault = default_sect"
        )
        environment = self.environment("accel") | {"OPENSSL_CONF": str(self.write("turned.cnf", config))}
        self.assertTrue(self.ciphers(environment))


class Openssl(ProviderTest):
    """The openssl program."""

    def enc(self, environment: dict[str, str], *args: str, data: bytes = PLAIN_TEXT) -> bytes:
        return self.run_under(environment, "openssl", "enc", *args, input=data).stdout

    def test_enc(self) -> None:
        for cipher in ("aes-256-ecb", "aes-256-cbc", "aes-256-ctr"):
            for mode in ("auto", "accel", "random", "soft"):
                args = [f"-{cipher}", *KEY] + ([] if cipher.endswith("ecb") else IV)
                secret = self.enc(self.environment(None), *args)
                self.assertEqual(self.enc(self.environment(mode), *args), secret)
                self.assertEqual(self.enc(self.environment(mode), *args, "-d", data=secret), PLAIN_TEXT)
                counts = self.counts()
                engine = "soft" if mode == "soft" else "accel"
                self.assertGreater(counts["aes-" + cipher[-3:], engine], 0, (cipher, mode))

    def test_enc_without_padding(self) -> None:
        text = PLAIN_TEXT[: 16 * 1000]
        for cipher in ("aes-256-ecb", "aes-256-cbc"):
            args = [f"-{cipher}", "-nopad", *KEY] + ([] if cipher.endswith("ecb") else IV)
            secret = self.enc(self.environment(None), *args, data=text)
            self.assertEqual(len(secret), len(text))
            self.assertEqual(self.enc(self.environment("accel"), *args, data=text), secret)
            self.assertEqual(self.enc(self.environment("accel"), *args, "-d", data=secret), text)

    def test_limit_of_file_lengths(self) -> None:
        """Memory shared with the helper, counters, trace and report count against it; the program goes on without."""
        secret = self.enc(self.environment(None), "-aes-256-cbc", *KEY, *IV)
        status = self.folder / "status"
        status.mkdir()
        paths = {
            "OUTBOARD_STATUS": str(status),
            "OUTBOARD_TRACE": str(self.folder / "trace"),
            "OUTBOARD_LOG": str(self.folder / "log"),
        }
        environment = self.environment("accel", OUTBOARD_TEST_FAULT="io:500", **paths)
        command = ["openssl", "enc", "-aes-256-cbc", *KEY, *IV]
        for limit in (0, 300):
            run = self.run_under(environment, "prlimit", f"--fsize={limit}", *command, input=PLAIN_TEXT)
            self.assertEqual(run.stdout, secret)
            self.assertEqual(list(status.iterdir()), [])
            for path in (self.folder / "trace", self.folder / "log", self.report):
                self.assertLessEqual(path.stat().st_size if path.exists() else 0, limit, path)

    def test_missing_module(self) -> None:
        """The rest of the configuration counts, and default serves."""
        environment = self.environment("auto", self.folder / "missing.so")
        run = subprocess.run(["openssl", "dgst", "-sha256"], env=environment, input=PLAIN_TEXT, capture_output=True)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_price_of_the_default_provider(self) -> None:
        """Rows of "default" go before those of engine openssl, by direction."""
        row = "default,aes-ecb,-,192,256,e,sw,any,0,0,1,0,1\n"
        environment = self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", PRICES.read_text() + row)))
        secret = self.enc(environment, "-aes-256-ecb", *KEY)
        counts = self.counts()
        self.assertEqual(counts["aes-ecb", "accel"], 0)
        self.assertGreater(counts["aes-ecb", "default"], 0)
        self.assertEqual(self.enc(environment, "-aes-256-ecb", *KEY, "-d", data=secret), PLAIN_TEXT)
        self.assertGreater(self.counts()["aes-ecb", "accel"], 0)

    def test_engine_that_fails(self) -> None:
        """Whatever the device does wrong, the answer is right."""
        args = ["-aes-256-cbc", *KEY, *IV]
        secret = self.enc(self.environment(None), *args)
        for fault in ("io:1000", "io:300,busy:300", "late:1000", "late-io:500", "declined:500", "short:500"):
            environment = self.environment("accel", OUTBOARD_TEST_FAULT=fault)
            self.assertEqual(self.enc(environment, *args), secret, fault)
            counts = self.counts()
            if fault == "late:1000":
                self.assertEqual(counts["aes-cbc", "failed"], 0)
                self.assertGreater(counts["aes-cbc", "accel"], 0)
            else:
                self.assertGreater(counts["aes-cbc", "failed"], 0, fault)

    def test_speed_with_jobs(self) -> None:
        environment = self.environment("accel", OUTBOARD_TEST_FAULT="late:1000")
        speed = ["openssl", "speed", "-bytes", "16384", "-async_jobs", "8", "-evp", "aes-128-cbc"]
        for seconds in ("1", "3", "9"):  # on a busy machine a second may be over before the first operation
            self.run_under(environment, *speed, "-seconds", seconds)
            if self.counts()["aes-cbc", "accel"] > 0:
                break
        else:
            self.fail("no operation by the accelerator")


class Loading(ProviderTest):
    """What loading costs."""

    def took(self, environment: dict[str, str]) -> float:
        began = time.perf_counter()
        subprocess.run(["openssl", "version"], env=environment, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - began

    def test_adds_less_than_a_millisecond(self) -> None:
        without = CONFIG.replace("outboard = outboard_sect\n", "").format(module=PRODUCT)
        bare = self.environment("auto", PRODUCT) | {"OPENSSL_CONF": str(self.write("bare.cnf", without))}
        provider = self.environment("auto", PRODUCT)
        # The shortest of many, in turn, and of more if need be, because other programs run on this machine.
        times: list[tuple[float, float]] = []
        more = 1.0
        while more >= 0.001 and len(times) < 900:
            times += [(self.took(bare), self.took(provider)) for _ in range(150)]
            more = min(t[1] for t in times) - min(t[0] for t in times)
        print(f"openssl version takes {more * 1e3:.2f} ms longer with the provider")
        self.assertLess(more, 0.001)

    def test_starts_no_thread_and_opens_nothing(self) -> None:
        script = (
            "import os, hashlib, ssl\n"
            "before = set(os.listdir('/proc/self/fd'))\n"
            "ssl.create_default_context(); hashlib.new('sha256', b'x').digest()\n"
            "assert any('outboard' in line for line in open('/proc/self/maps')), 'not loaded'\n"
            "assert len(os.listdir('/proc/self/task')) == 1\n"
            "assert set(os.listdir('/proc/self/fd')) == before\n"
        )
        self.run_under(self.environment("auto"), sys.executable, "-c", script)


class Programs(ProviderTest):
    """Other programs than openssl."""

    def test_either_libcrypto(self) -> None:
        plain = self.run_under(self.environment(None), PROGRAMS / "provider_program").stdout.split()
        self.assertEqual(plain[1], b"default")
        for program in ("provider_program", "provider_program_static"):
            self.assertEqual(self.run_under(self.environment(None), PROGRAMS / program).stdout.split(), plain)
            for mode in ("auto", "accel", "random"):
                run = self.run_under(self.environment(mode), PROGRAMS / program)
                self.assertEqual(run.stdout.split(), [plain[0], b"outboard"])
                self.assertGreater(self.counts()["aes-cbc", "accel"], 0, (program, mode))

    def test_static_program_waits_for_a_device(self) -> None:
        """It shows no names of libcrypto, so the provider can't see ASYNC jobs there, and waits."""
        environment = self.environment("accel", OUTBOARD_TEST_FAULT="late:1000")
        self.run_under(environment, PROGRAMS / "provider_program_static")
        self.assertGreater(self.counts()["aes-cbc", "accel"], 0)

    @unittest.skipUnless(os.geteuid() == 0, "only root can make a setuid program of root's and run it as another user")
    def test_setuid_program_ignores_the_environment(self) -> None:
        program = self.write("program", (PROGRAMS / "provider_program").read_bytes())
        module = self.write("outboard_test.so", TEST.read_bytes())
        self.folder.chmod(0o755)
        module.chmod(0o755)
        for mode, who in ((0o755, b"outboard"), (0o4755, b"default")):
            program.chmod(mode)
            environment = {"PATH": os.environ["PATH"], "OUTBOARD": "accel"}
            run = subprocess.run([program, module], env=environment, capture_output=True, user=65534, group=65534)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn(who, run.stdout.replace(str(module).encode(), b"outboard"))

    def test_python_ssl(self) -> None:
        """A TLS 1.2 connection of Python's ssl module to itself."""
        for mode in ("auto", "accel"):
            script = Path(__file__).with_name("tls_memory.py")
            self.run_under(self.environment(mode), sys.executable, script)
            counts = self.counts()
            self.assertGreater(sum(n for (_, who), n in counts.items() if who == "accel"), 0, counts)


if __name__ == "__main__":
    unittest.main()
