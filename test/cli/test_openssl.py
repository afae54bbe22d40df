# SPDX-License-Identifier: Apache-2.0
"""Files of openssl enc, both ways, against the installed openssl program."""

import subprocess
import unittest

from common import NO, OK, PROGRAM, USAGE, CliTest, some_bytes

SIZES = (0, 1, 15, 16, 17, 65535, 65536, 65537, 200000)
CIPHERS = tuple(f"aes-{bits}-{mode}" for bits in (128, 192, 256) for mode in ("cbc", "ctr"))
# Ours, and what openssl calls it where that differs.
MORE_CIPHERS = {
    **{f"{name}-{mode}": f"{name}-{mode}" for name in ("sm4", "aes-128", "aes-256") for mode in ("ecb", "cbc", "ctr")},
    "aes-192-ecb": "aes-192-ecb",
    "des-ede-cbc": "des-ede-cbc",
    "des-ede-ecb": "des-ede",
    "des-ede3-cbc": "des-ede3-cbc",
    "des-ede3-ecb": "des-ede3",
    "des-cbc": "des-cbc",
    "des-ecb": "des-ecb",
}
LEGACY = ("-provider", "default", "-provider", "legacy")  # which has single DES


class OpenSsl(CliTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("password", "correct horse battery staple\n")

    def openssl(self, *args: str, data: bytes, kdf: tuple[str, ...] = ("-pbkdf2",)) -> bytes:
        run = subprocess.run(
            ["openssl", "enc", *args, *kdf, "-pass", "file:password"],
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

    def test_more_ciphers(self) -> None:
        for ours, theirs in MORE_CIPHERS.items():
            more = LEGACY if ours in ("des-cbc", "des-ecb") else ()
            for size in (0, 7, 8, 16, 65536, 70001):
                with self.subTest(cipher=ours, size=size):
                    data = some_bytes(size)
                    text = self.openssl(f"-{theirs}", *more, data=data)
                    self.assertEqual(self.ours("dec", "-a", ours, data=text), data)
                    text = self.ours("enc", "-a", ours, data=data)
                    self.assertEqual(self.openssl("-d", f"-{theirs}", *more, data=text), data)

    def test_legacy_kdf(self) -> None:
        data = some_bytes(5000)
        for cipher in ("aes-128-cbc", "aes-256-cbc", "aes-256-ctr", "aes-192-ecb", "des-ede3-cbc"):
            for md in ("md5", "sha1", "sha256", "sha512", None):
                for salt in (True, False):
                    with self.subTest(cipher=cipher, md=md, salt=salt):
                        theirs = (f"-{cipher}", *(("-md", md) if md else ()), *(() if salt else ("-nosalt",)))
                        ours = ("-a", cipher, "--legacy-kdf", *(("--md", md) if md else ()))
                        ours += () if salt else ("--no-salt",)
                        text = self.openssl(*theirs, data=data, kdf=())
                        self.assertEqual(self.ours("dec", *ours, data=text), data)
                        mine = self.ours("enc", *ours, data=data)
                        self.assertEqual(self.openssl("-d", *theirs, data=mine, kdf=()), data)
                        if not salt:
                            self.assertEqual(mine, text)

    def test_no_salt(self) -> None:
        data = some_bytes(100)
        text = self.openssl("-aes-256-cbc", "-nosalt", data=data)
        self.assertEqual(self.ours("enc", "--no-salt", data=data), text)
        self.assertEqual(self.ours("dec", "--no-salt", data=text), data)

    def test_base64(self) -> None:
        for size in (0, 1, 31, 32, 33, 47, 48, 49, 20000, 70000):
            for ours, theirs in (("--base64", ("-a",)), ("--base64-line", ("-a", "-A"))):
                with self.subTest(size=size, option=ours):
                    data = some_bytes(size)
                    text = self.openssl("-aes-128-ctr", *theirs, data=data)
                    for either in ("--base64", "--base64-line"):
                        self.assertEqual(self.ours("dec", "-a", "aes-128-ctr", either, data=text), data)
                    mine = self.ours("enc", "-a", "aes-128-ctr", ours, data=data)
                    self.assertEqual(len(mine), len(text))
                    self.assertEqual(mine.count(b"\n"), text.count(b"\n"))
                    self.assertEqual(self.openssl("-d", "-aes-128-ctr", *theirs, data=mine), data)
        whole = self.ours("enc", "-a", "aes-128-ctr", "--no-salt", "--base64", data=some_bytes(48))
        self.assertEqual(self.openssl("-aes-128-ctr", "-nosalt", "-a", data=some_bytes(48)), whole)

    def test_bad_base64(self) -> None:
        text = self.openssl("-aes-256-cbc", "-a", data=some_bytes(100))
        for bad in (b"", text[:-3], text.replace(b"\n", b"*", 1), text + b"A", b"=" + text, text[:5] + b"=" + text[5:]):
            with self.subTest(bad=bad):
                self.ours("dec", "--base64", "-o", "out", data=bad, code=NO)
                self.assertNotIn("out", self.names())

    def test_warnings(self) -> None:
        for args, warns in ((("--legacy-kdf",), True), (("--no-salt",), True), ((), False)):
            run = self.outboard("enc", "--openssl", "--password-file", "password", *args, input=b"text", code=OK)
            self.assertEqual(b"warning" in run.stderr, warns)

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
            ("--password-file", "password", "--legacy-kdf", "--rounds", "1000"),
        ):
            self.outboard("enc", "--openssl", *args, code=USAGE)
        self.outboard("enc", "--md", "sha1", "--password-file", "password", code=USAGE)
        for option in ("--legacy-kdf", "--no-salt", "--base64", "--base64-line"):
            for command in ("enc", "dec"):
                self.outboard(command, option, "--password-file", "password", input=b"", code=USAGE)


if __name__ == "__main__":
    unittest.main()
