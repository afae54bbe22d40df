#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TLS over sockets with the provider at one end: the other is OpenSSL without it, or GnuTLS. TLS 1.0 to 1.3, CBC with
and without Encrypt-then-MAC, AEADs; records from 1 to 16384 bytes in both directions; many idle connections."""

import platform
import subprocess
import sys
import unittest
from pathlib import Path

from common import ProviderTest
from tls_end import lengths, record

END = str(Path(__file__).with_name("tls_end.py"))
STEP = 1000

# On x86, libssl takes the default provider's AES-CBC-HMAC composites for CBC without Encrypt-then-MAC; without AES
# instructions it has none, as on the processors that an accelerator is for.
NO_AESNI = {"OPENSSL_ia32cap": "~0x200000000000000"} if platform.machine() == "x86_64" else {}

# Version, OpenSSL's suite, GnuTLS' cipher and MAC, what the provider's report calls the cipher.
CBC = [
    ("1.0", "AES128-SHA", "+AES-128-CBC:+SHA1", "aes-cbc"),
    ("1.1", "AES256-SHA", "+AES-256-CBC:+SHA1", "aes-cbc"),
    ("1.2", "AES128-SHA", "+AES-128-CBC:+SHA1", "aes-cbc"),
    ("1.2", "AES128-SHA256", "+AES-128-CBC:+SHA256", "aes-cbc"),
]
AEAD = [
    ("1.2", "AES128-GCM-SHA256", "+AES-128-GCM:+AEAD", "aes-gcm"),
    ("1.2", "AES256-CCM", "+AES-256-CCM:+AEAD", "aes-ccm"),
    ("1.2", "ECDHE-RSA-CHACHA20-POLY1305", "+CHACHA20-POLY1305:+AEAD", "chacha20-poly1305"),
    ("1.3", "-", "+AES-256-GCM:+AEAD", "aes-gcm"),
    ("1.3", "-", "+CHACHA20-POLY1305:+AEAD", "chacha20-poly1305"),
]


class Tls(ProviderTest):
    def setUp(self) -> None:
        super().setUp()
        self.cert, self.key = str(self.folder / "cert.pem"), str(self.folder / "key.pem")
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        self.run_under(self.environment(None), *make, "-keyout", self.key, "-out", self.cert)

    def server(self, environment: dict[str, str], *options: str) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, END, "--cert", self.cert, "--key", self.key, "--step", str(STEP), *options]
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder
        )
        self.addCleanup(process.kill)
        assert process.stdout
        return process, process.stdout.readline().strip()

    def ended(self, process: subprocess.Popen[str], what: object) -> None:
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, f"{what}: {out} {err}")

    def openssl_peer(self, version: str, suite: str, served: str | None, *options: str) -> None:
        """The provider as the server, then as the client; the peer is OpenSSL without it."""
        options = ("--version", version, "--suite", suite, *options)
        for side in range(2):
            ends = [self.environment("auto", **NO_AESNI), self.environment(None)]
            server, port = self.server(ends[side], *options)
            self.run_under(ends[1 - side], sys.executable, END, "--port", port, "--step", STEP, *options)
            self.ended(server, options)
            counts = self.counts()
            if served:
                self.assertGreater(counts[served, "accel"], 0, (options, side, dict(counts)))

    def gnutls_peer(self, version: str, suite: str, priority: str, served: str, *options: str) -> None:
        process, port = self.server(
            self.environment("auto", **NO_AESNI), "--version", version, "--suite", suite, *options
        )
        kx = "" if version == "1.3" else "+RSA:+ECDHE-RSA:+SIGN-ALL:"
        words = f"NONE:+VERS-TLS{version}:{priority}:{kx}+GROUP-ALL:+SIGN-ALL:+COMP-NULL:+CTYPE-X509"
        if "--no-etm" in options:
            words += ":%NO_ETM"
        client = subprocess.Popen(
            ["gnutls-cli", "--no-ca-verification", f"--logfile={self.folder}/log", "-p", port, "--priority", words]
            + ["127.0.0.1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.addCleanup(client.kill)
        assert client.stdin and client.stdout
        wanted = b"".join(map(record, lengths(STEP)))
        got = client.stdout.read(len(wanted))
        log = (self.folder / "log").read_text() if (self.folder / "log").exists() else ""
        self.assertEqual(len(got), len(wanted), f"{words}: {got[-300:]!r} {log[-300:]}")
        self.assertTrue(got == wanted, words)
        client.stdin.write(wanted)
        client.stdin.flush()
        self.ended(process, (suite, words))
        client.stdin.close()
        client.kill()
        client.wait()
        client.stdout.close()
        self.assertGreater(self.counts()[served, "accel"], 0, words)

    def test_cbc_with_openssl(self) -> None:
        for version, suite, _, served in CBC:
            self.openssl_peer(version, suite, served)
            self.openssl_peer(version, suite, served, "--no-etm")

    def test_aead_with_openssl(self) -> None:
        for version, suite, _, served in AEAD:
            self.openssl_peer(version, suite, served if suite != "-" else None)

    def test_cbc_with_gnutls(self) -> None:
        for version, suite, priority, served in CBC:
            self.gnutls_peer(version, suite, priority, served)
            self.gnutls_peer(version, suite, priority, served, "--no-etm")

    def test_aead_with_gnutls(self) -> None:
        for version, suite, priority, served in AEAD:
            self.gnutls_peer(version, suite, priority, served)


class Idle(ProviderTest):
    """With the accelerator of these tests; test/vm/guest_recipes.py has a server with the kernel's."""

    def test_idle_connections(self) -> None:
        """2,000 connections under a limit of 4,096 descriptors: all are served, and one more."""
        key, number, limit = self.folder / "idle.key", 2000, 4096
        make = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2"
        files = ["-keyout", key, "-out", key.with_suffix(".pem")]
        self.run_under(self.environment(None), *make.split(), *files)
        script = Path(__file__).with_name("idle.py")
        environment = self.environment("accel", **NO_AESNI)
        run = self.run_under(environment, sys.executable, "-B", script, number, limit, key)
        served, own = (int(word) for word in run.stdout.split())
        self.assertEqual(served, 2 * (number + 1))
        self.assertLessEqual(own, 64)
        self.assertGreaterEqual(self.counts()["aes-cbc", "accel"], 4 * (number + 1))


if __name__ == "__main__":
    unittest.main()
