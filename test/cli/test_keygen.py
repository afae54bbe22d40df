# SPDX-License-Identifier: Apache-2.0
"""Keys that outboard makes and their public halves, each checked with the openssl program."""

import os
import signal
import subprocess
import time
import unittest

from common import FILE, OK, PROGRAM, USAGE, CliTest

WANTED = {
    "default": (),
    "p521": ("--curve", "secp521r1"),
    "ed25519": ("-C", "ed25519"),
    "x448": ("-C", "x448"),
    "sm2": ("-C", "sm2"),
    "rsa": ("--bits", "2048"),
}


class Keygen(CliTest):
    def openssl(self, *args: str) -> bytes:
        run = subprocess.run(["openssl", *args], cwd=self.folder, capture_output=True, timeout=100)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def mode(self, name: str) -> int:
        return (self.folder / name).stat().st_mode & 0o777

    def test_openssl_reads_what_is_made(self) -> None:
        self.write("text", b"text")
        for name, options in WANTED.items():
            self.outboard("keygen", *options, "-o", f"{name}.pem")
            self.assertEqual(self.mode(f"{name}.pem"), 0o600)
            self.openssl("pkey", "-in", f"{name}.pem", "-check", "-noout")
            # The encoding is the one of openssl, the public half, too.
            self.assertEqual(self.read(f"{name}.pem"), self.openssl("pkey", "-in", f"{name}.pem"))
            public = self.openssl("pkey", "-in", f"{name}.pem", "-pubout")
            self.assertEqual(self.outboard("pubkey", "-k", f"{name}.pem").stdout, public)
        # ... of a public key, and of DER from standard input, too.
        public = self.openssl("pkey", "-in", "default.pem", "-pubout")
        self.outboard("pubkey", "-k", "default.pem", "-o", "default.pub")
        self.assertEqual(self.read("default.pub"), public)
        self.assertEqual(self.outboard("pubkey", "-k", "default.pub").stdout, public)
        der = self.openssl("pkey", "-in", "default.pem", "-outform", "DER")
        self.assertEqual(self.outboard("pubkey", "-k", "-", input=der).stdout, public)
        self.outboard("sign", "-k", "default.pem", "-o", "sig", "text")
        self.outboard("verify", "-k", "default.pub", "-s", "sig", "text")

    def test_no_two_keys_are_the_same(self) -> None:
        keys = {self.outboard("keygen", "-C", "x25519", "-o", "-").stdout for _ in range(2)}
        self.assertEqual(len(keys), 2)

    def test_other_forms_of_keys_give_the_same_public_half(self) -> None:
        self.openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", "sec1.pem")
        self.openssl("genrsa", "-traditional", "-out", "pkcs1.pem", "2048")
        self.openssl("ec", "-in", "sec1.pem", "-no_public", "-out", "bare.pem")
        for name in ("sec1", "pkcs1", "bare"):
            public = self.openssl("pkey", "-in", f"{name}.pem", "-pubout")
            self.assertEqual(self.outboard("pubkey", "-k", f"{name}.pem").stdout, public)

    def test_what_does_not_go_is_said(self) -> None:
        self.outboard("keygen", code=USAGE)
        self.outboard("keygen", "-C", "nosuch", "-o", "key", code=USAGE)
        for bits in ("1024", "2049", "8208", "x", "-1", "67584"):
            self.outboard("keygen", "-b", bits, "-o", "key", code=USAGE)
        self.outboard("keygen", "-b", "2048", "-C", "ed25519", "-o", "key", code=USAGE)
        self.outboard("keygen", "-o", "key", "other", code=USAGE)
        self.outboard("keygen", "-o", "no/such/folder", code=FILE)
        self.outboard("pubkey", code=USAGE)
        self.outboard("pubkey", "-k", "key", "other", code=USAGE)
        self.outboard("pubkey", "-k", "nowhere", code=FILE)
        self.assertEqual(self.names(), set())

    def test_a_file_stays_or_is_replaced_as_a_whole(self) -> None:
        self.write("key", b"before")
        os.chmod(self.folder / "key", 0o644)
        self.outboard("keygen", "-o", "key", code=FILE)
        self.assertEqual(self.read("key"), b"before")
        self.outboard("keygen", "-o", "key", "-f", code=OK)
        self.assertEqual(self.mode("key"), 0o600)  # not the mode of the file that was there
        self.assertTrue(self.read("key").startswith(b"-----BEGIN PRIVATE KEY-----\n"))
        self.assertEqual(self.names(), {"key"})

    def test_a_full_disk_and_a_signal_leave_nothing(self) -> None:
        with open("/dev/full", "wb") as full:
            run = subprocess.run(
                [PROGRAM, "keygen", "-o", "-"], stdout=full, stderr=subprocess.PIPE, env=self.environment, timeout=100
            )
        self.assertEqual(run.returncode, FILE)
        child = subprocess.Popen([PROGRAM, "keygen", "-b", "8192", "-o", "key"], cwd=self.folder, env=self.environment)
        time.sleep(0.05)
        child.send_signal(signal.SIGTERM)
        child.wait(timeout=100)
        self.assertEqual(self.names() - {"key"}, set())  # no temporary file
        if "key" in self.names():
            self.openssl("pkey", "-in", "key", "-check", "-noout")

    def test_a_key_that_does_not_work_is_refused(self) -> None:
        first = self.openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-outform", "DER")
        other = self.openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-outform", "DER")
        self.write("key", first[:-64] + other[-64:])  # another key's point
        run = self.outboard("pubkey", "-k", "key", "-o", "public", code=FILE)
        self.assertIn(b"does not work", run.stderr)
        self.assertEqual(self.names(), {"key"})


if __name__ == "__main__":
    unittest.main()
