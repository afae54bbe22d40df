# SPDX-License-Identifier: Apache-2.0
"""Signatures of files with keys in PEM and DER, each way with the openssl program."""

import subprocess
import unittest

from common import FILE, NO, OK, USAGE, CliTest, some_bytes

KEYS = {
    "rsa": ("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"),
    "p256": ("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"),
    "p521": ("ecparam", "-genkey", "-name", "secp521r1"),
    "ed25519": ("genpkey", "-algorithm", "ED25519"),
    "ed448": ("genpkey", "-algorithm", "ED448"),
}


class Sign(CliTest):
    def openssl(self, *args: str, code: int = 0) -> bytes:
        run = subprocess.run(["openssl", *args], cwd=self.folder, capture_output=True, timeout=100)
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stdout

    def make(self, name: str) -> None:
        self.write(f"{name}.pem", self.openssl(*KEYS[name]))
        self.openssl("pkey", "-in", f"{name}.pem", "-pubout", "-out", f"{name}.pub")
        self.openssl("pkey", "-in", f"{name}.pem", "-outform", "DER", "-out", f"{name}.der")

    def foreign(self, name: str, hash_name: str, pss: bool, verify: bool) -> None:
        """Sign as openssl does, or verify what outboard has signed."""
        public = ["-inkey", f"{name}.pub", "-pubin", "-sigfile", "sig"]
        key = public if verify else ["-inkey", f"{name}.pem", "-out", "sig"]
        if name.startswith("ed"):
            self.openssl("pkeyutl", "-verify" if verify else "-sign", "-rawin", "-in", "text", *key)
            return
        options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"] if pss else []
        half = ["-verify", f"{name}.pub", "-signature", "sig"] if verify else ["-sign", f"{name}.pem", "-out", "sig"]
        self.openssl("dgst", f"-{hash_name}", *half, *options, "text")

    def test_signatures_go_both_ways(self) -> None:
        self.write("text", some_bytes(300_000))
        self.write("other", some_bytes(300_001))
        for name in KEYS:
            self.make(name)
            for hash_name, pss in (("sha256", False), ("sha512", False), ("sha256", True)):
                if (pss and name != "rsa") or (name.startswith("ed") and hash_name != "sha256"):
                    continue
                options = () if name.startswith("ed") else ("-a", hash_name)
                options += ("--pss",) if pss else ()
                for key in (f"{name}.pem", f"{name}.der"):
                    self.outboard("sign", "-k", key, "-o", "sig", "-f", *options, "text")
                    self.foreign(name, hash_name, pss, True)
                    self.outboard("verify", "-k", f"{name}.pub", "-s", "sig", *options, "text")
                    self.outboard("verify", "-k", key, "-s", "sig", *options, "text")
                    self.outboard("verify", "-k", f"{name}.pub", "-s", "sig", *options, "other", code=NO)
                self.foreign(name, hash_name, pss, False)
                self.outboard("verify", "-k", f"{name}.pub", "-s", "sig", *options, "text")
                damaged = bytearray(self.read("sig"))
                damaged[len(damaged) // 2] ^= 1
                self.write("damaged", bytes(damaged))
                self.outboard("verify", "-k", f"{name}.pub", "-s", "damaged", *options, "text", code=NO)
                self.write("damaged", b"")
                self.outboard("verify", "-k", f"{name}.pub", "-s", "damaged", *options, "text", code=NO)

    def test_what_does_not_go_is_said(self) -> None:
        self.make("p256")
        self.write("text", b"text")
        self.openssl("pkey", "-in", "p256.pem", "-aes256", "-passout", "pass:x", "-out", "encrypted.pem")
        self.write("x25519.pem", self.openssl("genpkey", "-algorithm", "X25519"))
        self.outboard("sign", "text", code=USAGE)
        self.outboard("verify", "-k", "p256.pub", "text", code=USAGE)
        self.outboard("sign", "-k", "p256.pem", "--pss", "text", code=USAGE)
        self.outboard("sign", "-k", "p256.pem", "-a", "sha3", "text", code=USAGE)
        self.outboard("sign", "-k", "p256.pem", "text", "text", code=USAGE)
        self.outboard("sign", "-k", "x25519.pem", "text", code=USAGE)
        self.outboard("sign", "-k", "encrypted.pem", "text", code=FILE)
        self.outboard("sign", "-k", "text", "text", code=FILE)
        self.outboard("sign", "-k", "nowhere", "text", code=FILE)
        self.outboard("sign", "-k", "p256.pub", "-o", "sig", "text", code=FILE)
        self.assertNotIn("sig", self.names())
        self.outboard("sign", "-k", "p256.pem", "-o", "sig", "text", code=OK)
        self.outboard("sign", "-k", "p256.pem", "-o", "sig", "text", code=FILE)  # it is there already


if __name__ == "__main__":
    unittest.main()
