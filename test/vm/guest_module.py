#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, with the test module: each of its algorithms against OpenSSL, and its knobs and counters."""

import errno
import hashlib
import hmac
import os
import random
import subprocess
import sys
import time
import unittest
import warnings
from collections.abc import Callable
from pathlib import Path

import accel
from afalg import DECRYPT, ENCRYPT, Algorithm
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.ciphers.algorithms import AES, SM4
from cryptography.hazmat.primitives.cmac import CMAC

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES

KEY = bytes(range(1, 65))
# The kernel's name and the driver's: OpenSSL's cipher and mode, key lengths, IV bytes, what a length is a multiple of.
CIPHERS = {
    ("ecb(aes)", "ecb-aes"): (AES, lambda iv: modes.ECB(), (16, 24, 32), 0, 16),
    ("cbc(aes)", "cbc-aes"): (AES, modes.CBC, (16, 24, 32), 16, 16),
    ("ctr(aes)", "ctr-aes"): (AES, modes.CTR, (16, 24, 32), 16, 1),
    ("xts(aes)", "xts-aes"): (AES, modes.XTS, (32, 64), 16, 1),
    ("ecb(des3_ede)", "ecb-des3-ede"): (TripleDES, lambda iv: modes.ECB(), (24,), 0, 8),
    ("cbc(des3_ede)", "cbc-des3-ede"): (TripleDES, modes.CBC, (24,), 8, 8),
    ("ecb(sm4)", "ecb-sm4"): (SM4, lambda iv: modes.ECB(), (16,), 0, 16),
    ("cbc(sm4)", "cbc-sm4"): (SM4, modes.CBC, (16,), 16, 16),
    ("ctr(sm4)", "ctr-sm4"): (SM4, modes.CTR, (16,), 16, 1),
}
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sm3")
LENGTHS = (16, 48, 64, 1024, 4096, 4112, 65536)
DRIVERS = 9 + 3 + 2 * 7 + 1


def seeded(length: int) -> bytes:
    return random.Random(length).randbytes(length)


class Test(unittest.TestCase):
    def used(self, driver: str, call: Callable[[], bytes]) -> bytes:
        """The result of the call, of which the driver's counter must have seen something."""
        before = accel.count(f"obaccel-{driver}")
        result = call()
        self.assertGreater(accel.count(f"obaccel-{driver}"), before, f"{driver} was not used")
        return result

    def test_ciphers(self) -> None:
        for (name, driver), (cipher, mode, keys, iv_length, unit) in CIPHERS.items():
            for key_length in keys:
                key, iv = KEY[:key_length], KEY[32 : 32 + iv_length]
                with self.subTest(name=name, key=key_length), Algorithm("skcipher", name, key) as kernel:
                    reference = Cipher(cipher(key), mode(iv))
                    for length in (*LENGTHS, *((17, 1000, 4095) if unit == 1 else ())):
                        data = seeded(length)
                        expected = reference.encryptor().update(data)
                        self.assertEqual(self.used(driver, lambda: kernel.cipher(ENCRYPT, iv, data)), expected)
                        self.assertEqual(self.used(driver, lambda: kernel.cipher(DECRYPT, iv, expected)), data)

    def test_aeads(self) -> None:
        cases = {
            ("gcm(aes)", "gcm-aes"): (AESGCM, (16, 24, 32), lambda nonce: nonce),
            # RFC 3610: the first byte of A_0 is the length of the counter, less one
            ("ccm(aes)", "ccm-aes"): (AESCCM, (16, 24, 32), lambda nonce: b"\2" + nonce + bytes(3)),
            ("rfc7539(chacha20,poly1305)", "rfc7539-chacha20-poly1305"): (ChaCha20Poly1305, (32,), lambda nonce: nonce),
        }
        for (name, driver), (aead, keys, iv_of) in cases.items():
            for key_length in keys:
                key, nonce = KEY[:key_length], KEY[32:44]
                iv = iv_of(nonce)
                with self.subTest(name=name, key=key_length), Algorithm("aead", name, key, 16) as kernel:
                    for length in (*LENGTHS[:-1], 17, 16384):
                        data, aad = seeded(length), seeded(13)
                        sealed = aead(key).encrypt(nonce, data, aad)
                        self.assertEqual(self.used(driver, lambda: kernel.aead(ENCRYPT, iv, aad, data)), sealed)
                        self.assertEqual(self.used(driver, lambda: kernel.aead(DECRYPT, iv, aad, sealed)), data)
                    forged = sealed[:-1] + bytes([sealed[-1] ^ 1])
                    with self.assertRaises(InvalidTag):
                        aead(key).decrypt(nonce, forged, aad)
                    with self.assertRaises(OSError) as caught:
                        kernel.aead(DECRYPT, iv, aad, forged)
                    self.assertEqual(caught.exception.errno, errno.EBADMSG)

    def test_hashes_and_macs(self) -> None:
        cmac = CMAC(AES(KEY[:16]))
        for name in HASHES:
            for length in (*LENGTHS, 1, 55, 56, 119, 120):
                data = seeded(length)
                with self.subTest(name=name, length=length):
                    expected = hashlib.new(name, data).digest()
                    with Algorithm("hash", name) as kernel:
                        self.assertEqual(self.used(name, lambda: kernel.hash(data)), expected)
                        self.assertEqual(
                            self.used(name, lambda: kernel.hash(data[: length // 3], data[length // 3 :])), expected
                        )
                    with Algorithm("hash", f"hmac({name})", KEY) as kernel:
                        self.assertEqual(
                            self.used(f"hmac-{name}", lambda: kernel.hash(data)), hmac.digest(KEY, data, name)
                        )
        for length in LENGTHS:
            data, mac = seeded(length), cmac.copy()
            mac.update(data)
            with self.subTest(name="cmac", length=length), Algorithm("hash", "cmac(aes)", KEY[:16]) as kernel:
                self.assertEqual(self.used("cmac-aes", lambda: kernel.hash(data)), mac.finalize())

    def test_what_it_registers(self) -> None:
        listed = [fields.get("driver", "") for fields in accel.listing()]
        drivers = [driver for driver in listed if driver.startswith("obaccel-")]
        self.assertEqual(len(drivers), DRIVERS, drivers)
        for driver in drivers:
            about = accel.crypto(driver)
            self.assertEqual((about["selftest"], about["async"], about["module"]), ("passed", "yes", "obaccel"), driver)
        self.assertTrue(Path("/sys/module/obaccel/drivers/platform:obaccel/obaccel").exists())

    def test_one_interrupt_and_the_bytes_of_an_operation(self) -> None:
        with Algorithm("skcipher", "cbc(aes)", KEY[:16]) as kernel:
            before = accel.get("operations"), accel.get("bytes"), accel.interrupts("obaccel")
            for _ in range(20):
                kernel.cipher(ENCRYPT, bytes(16), bytes(1024))
            after = accel.get("operations"), accel.get("bytes"), accel.interrupts("obaccel")
        self.assertEqual([b - a for a, b in zip(before, after)], [20, 20 * 1024, 20])

    def test_delay(self) -> None:
        accel.put("delay_us", 50000)
        self.addCleanup(accel.put, "delay_us", 0)
        spent = 1.0
        with Algorithm("skcipher", "cbc(aes)", KEY[:16]) as kernel:
            for _ in range(10):  # where the host does something else, the guest takes it for the process's time
                wall, cpu = time.monotonic(), time.process_time()
                kernel.cipher(ENCRYPT, bytes(16), bytes(64))
                self.assertGreaterEqual(time.monotonic() - wall, 0.05)
                spent = min(spent, time.process_time() - cpu)
                if spent < 0.05:
                    break
        self.assertLess(spent, 0.05, "the caller did not sleep")

    def test_error(self) -> None:
        self.addCleanup(accel.put, "fail_every", 0)
        cases = (
            ("skcipher", "cbc(aes)", 16, 0, lambda kernel: kernel.cipher(ENCRYPT, bytes(16), bytes(64))),
            ("aead", "gcm(aes)", 16, 16, lambda kernel: kernel.aead(ENCRYPT, bytes(12), b"", bytes(64))),
            ("hash", "sha256", 0, 0, lambda kernel: kernel.hash(bytes(64))),
        )
        for kind, name, key_length, tag_length, call in cases:
            with self.subTest(name=name), Algorithm(kind, name, KEY[:key_length], tag_length) as kernel:
                expected = call(kernel)
                failures = accel.get("failures")
                accel.put("fail_every", 1)
                with self.assertRaises(OSError) as caught:
                    call(kernel)
                accel.put("fail_every", 0)
                self.assertEqual(caught.exception.errno, errno.EIO)
                self.assertEqual(accel.get("failures"), failures + 1)
                self.assertEqual(call(kernel), expected)

    def test_hang(self) -> None:
        """What hangs holds its process, which no signal ends; who waits in another one goes on; the device recovers."""
        self.addCleanup(accel.put, "hang", 0)
        accel.put("hang", 1)
        one, other = self.hanging(), self.hanging()
        other.kill()
        with self.assertRaises(subprocess.TimeoutExpired):
            other.wait(1)
        accel.put("hang", 0)
        out, _ = one.communicate(timeout=60)
        other.communicate(timeout=60)
        encryptor = Cipher(AES(bytes(16)), modes.CBC(bytes(16))).encryptor()
        self.assertEqual(bytes.fromhex(out.decode()), encryptor.update(bytes(64)))
        self.assertEqual((one.returncode, other.returncode), (0, -9))

    def hanging(self) -> subprocess.Popen[bytes]:
        """A process that is stuck in an operation of the device, and will print its result."""
        code = """from afalg import *
kernel = Algorithm("skcipher", "cbc(aes)", bytes(16))
print(flush=True)
print(kernel.cipher(ENCRYPT, bytes(16), bytes(64)).hex())"""
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
        child = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE)
        self.addCleanup(child.kill)
        child.stdout.readline()
        deadline = time.monotonic() + 60
        stuck = 0
        while stuck < 10 and time.monotonic() < deadline:
            time.sleep(0.05)
            stuck = stuck + 1 if state(child.pid) == "D" else 0
        self.assertEqual(stuck, 10, "it does not hang")
        return child

    def test_noise(self) -> None:
        before = accel.interrupts("obaccel"), accel.get("operations")
        accel.put("noise_hz", 200)
        deadline = time.monotonic() + 20
        while accel.interrupts("obaccel") - before[0] <= 20 and time.monotonic() < deadline:
            time.sleep(0.05)
        accel.put("noise_hz", 0)
        time.sleep(0.05)
        after = accel.interrupts("obaccel")
        self.assertGreater(after - before[0], 20)
        self.assertEqual(accel.get("operations"), before[1])
        time.sleep(0.1)
        self.assertEqual(accel.interrupts("obaccel"), after)


def state(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


class TestLoadedOtherwise(unittest.TestCase):
    """Variants that the module can be loaded as. The last in the file: they unload it."""

    def test_pretender(self) -> None:
        accel.load("device=0", "interrupt=0", "prefix=pretender", "classes=cipher")
        about = accel.crypto("pretender-cbc-aes")
        self.assertEqual((about["async"], about["selftest"]), ("yes", "passed"))
        self.assertEqual(accel.crypto("pretender-sha256"), {})
        self.assertFalse(Path("/sys/module/obaccel/drivers").exists())
        with Algorithm("skcipher", "cbc(aes)", KEY[:16]) as kernel:
            kernel.cipher(ENCRYPT, bytes(16), bytes(64))
        self.assertGreater(accel.count("pretender-cbc-aes"), 0)
        self.assertEqual(accel.interrupts("pretender"), 0)

    def test_synchronous(self) -> None:
        accel.load("asynchronous=0", "classes=cipher")
        self.assertEqual(accel.crypto("obaccel-cbc-aes")["async"], "no")
        accel.put("delay_us", 20000)
        with Algorithm("skcipher", "cbc(aes)", KEY[:16]) as kernel:
            cpu = time.process_time()
            kernel.cipher(ENCRYPT, bytes(16), bytes(64))
            self.assertGreater(time.process_time() - cpu, 0.01, "the caller's CPU did not wait")

    def test_unloading(self) -> None:
        """It stays while a key of it is open; afterwards the kernel's software serves."""
        accel.load("classes=cipher")
        with Algorithm("skcipher", "cbc(aes)", KEY[:16]) as kernel:
            expected = kernel.cipher(ENCRYPT, bytes(16), bytes(64))
            with self.assertRaises(subprocess.CalledProcessError):
                accel.unload()
        accel.unload()
        self.assertEqual(accel.crypto("obaccel-cbc-aes"), {})
        with Algorithm("skcipher", "cbc(aes)", KEY[:16]) as kernel:
            self.assertEqual(kernel.cipher(ENCRYPT, bytes(16), bytes(64)), expected)


def tearDownModule() -> None:
    accel.unload()


if __name__ == "__main__":
    unittest.main(verbosity=2)
