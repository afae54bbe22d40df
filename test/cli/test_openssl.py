# SPDX-License-Identifier: Apache-2.0
"""Files of openssl enc, both ways, against the installed openssl program."""

import subprocess
import unittest

from common import NO, OK, PROGRAM, USAGE, CliTest, some_bytes

SIZES = (0, 1, 15, 16, 17, 65535, 65536, 65537, 200000)
CIPHERS = tuple(f"aes-{bits}-{mode}" for bits in (128, 192, 256) for mode in ("cbc", "ctr"))


class OpenSsl(CliTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("password", "correct horse battery staple\n")

    def openssl(self, *args: str, data: bytes) -> bytes:
        run = subprocess.run(
            ["openssl", "enc", *args, "-pbkdf2", "-pass", "file:password"],
            cwd=self.folder,
            input=data,
            capture_output=True,
            timeout=60,
            check=False,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def ours(self, command: str, *args: str, data: bytes, code: int = OK) -> bytes:
        return self.outboard(command, "--openssl", "--password-file", "password", *args, input=data, code=code).stdout

    def test_both_ways(self) -> None:
        for cipher in CIPHERS:
            for size in SIZES:
                with self.subTest(cipher=cipher, size=size):
                    data = some_bytes(size)
                    theirs = self.openssl(f"-{cipher}", data=data)
                    self.assertEqual(self.ours("dec", "-a", cipher, data=theirs), data)
                    sealed = self.ours("enc", "-a", cipher, data=data)
                    self.assertEqual(len(sealed), len(theirs))
                    self.assertEqual(self.openssl("-d", f"-{cipher}", data=sealed), data)

    def test_parameters(self) -> None:
        data = some_bytes(1000)
        for md in ("sha1", "sha256", "sha512"):
            for rounds in ("1", "2500"):
                theirs = self.openssl("-aes-256-cbc", "-md", md, "-iter", rounds, data=data)
                self.assertEqual(self.ours("dec", "--md", md, "--rounds", rounds, data=theirs), data)
                sealed = self.ours("enc", "--md", md, "--rounds", rounds, data=data)
                self.assertEqual(self.openssl("-d", "-aes-256-cbc", "-md", md, "-iter", rounds, data=sealed), data)

    def test_files(self) -> None:
        self.write("data", some_bytes(3000))
        self.outboard("enc", "--openssl", "--password-file", "password", "-o", "out", "data")
        self.assertEqual(self.openssl("-d", "-aes-256-cbc", data=self.read("out")), self.read("data"))
        self.outboard("dec", "--openssl", "--password-file", "password", "-o", "back", "out")
        self.assertEqual(self.read("back"), self.read("data"))

    def test_damage(self) -> None:
        sealed = self.openssl("-aes-256-cbc", data=some_bytes(100))
        self.write("wrong", "wrong\n")
        before = self.names()
        for data in (b"", b"Salted__", b"S" * 100, sealed[:16], sealed[:-1]):
            self.ours("dec", "-o", "out", data=data, code=NO)
        refused = 0
        for i in range(20):  # the padding shows all but 1 in 256 wrong keys
            self.write("wrong", f"wrong {i}\n")
            run = subprocess.run(
                [PROGRAM, "dec", "--openssl", "--password-file", "wrong", "-o", "out", "-f"],
                cwd=self.folder,
                env=self.environment,
                input=sealed,
                capture_output=True,
                check=False,
            )
            refused += run.returncode == NO
        self.assertGreaterEqual(refused, 17)
        self.assertLessEqual(self.names() - before, {"out"} if refused < 20 else set())

    def test_usage(self) -> None:
        self.write("key", bytes(32))
        for args in (
            ("--key-file", "key"),
            ("--password-file", "password", "-a", "aes-256-gcm"),
            ("--password-file", "password", "--md", "nosuch"),
            ("--password-file", "password", "--chunk", "1K"),
            ("--password-file", "password", "--rounds", "0"),
        ):
            self.outboard("enc", "--openssl", *args, code=USAGE)
        self.outboard("enc", "--md", "sha1", "--password-file", "password", code=USAGE)


if __name__ == "__main__":
    unittest.main()
