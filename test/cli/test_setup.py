#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command setup: whatever openssl.cnf was before, programs have the provider, and --undo gives the file back."""

import os
import subprocess
import unittest
from pathlib import Path

from common import FILE, USAGE, CliTest

DEBIAN = Path("/etc/ssl/openssl.cnf")
OURS = "openssl_conf = a\n[a]\nproviders = b\nalg_section = c\n[b]\ndefault = d\n[c]\n[d]\nactivate = 1\n"


class Setup(CliTest):
    def setUp(self) -> None:
        super().setUp()
        self.conf = self.folder / "openssl.cnf"
        self.environment["OPENSSL_MODULES"] = os.environ.get("OB_PROVIDER_DIR", "/nowhere")

    def texts(self) -> list[str]:
        return ["", "# nothing\n", "x = 1", OURS, DEBIAN.read_text() if DEBIAN.exists() else OURS]

    def providers(self) -> str:
        environment = self.environment | {"OPENSSL_CONF": str(self.conf), "OUTBOARD": "soft"}
        listed = ["openssl", "list", "-providers", "-cipher-algorithms"]
        return subprocess.run(listed, env=environment, capture_output=True, text=True, check=True).stdout

    def test_on_and_off(self) -> None:
        for text in self.texts():
            with self.subTest(text=text[:40]):
                self.conf.write_text(text)
                self.conf.chmod(0o640)
                said = self.outboard("setup", "openssl", "-F", str(self.conf)).stdout.decode()
                self.assertIn("default_properties = ?provider=outboard", said)
                self.assertEqual(self.conf.stat().st_mode & 0o777, 0o640)
                self.assertEqual((self.folder / "openssl.cnf.before-outboard").read_text(), text)
                if "OB_PROVIDER_DIR" in os.environ:
                    listed = self.providers()
                    self.assertIn("\n  outboard\n", listed)
                    self.assertIn("AES-128-CBC", listed)
                    self.assertIn("@ outboard", listed)
                before = self.conf.read_text()
                self.assertIn(b"already", self.outboard("setup", "openssl", "-F", str(self.conf)).stdout)
                self.assertEqual(self.conf.read_text(), before)
                self.outboard("setup", "openssl", "--undo", "-F", str(self.conf))
                self.assertEqual(self.conf.read_text().rstrip("\n"), text.rstrip("\n"))
                self.assertEqual(self.names(), {"openssl.cnf"})

    def test_lines_of_others_survive_undo(self) -> None:
        self.conf.write_text(OURS)
        self.outboard("setup", "openssl", "-F", str(self.conf))
        self.conf.write_text(self.conf.read_text() + "[other]\ny = 2\n")
        self.outboard("setup", "openssl", "--undo", "-F", str(self.conf))
        self.assertEqual(self.conf.read_text(), OURS + "[other]\ny = 2\n")
        self.assertIn("openssl.cnf.before-outboard", self.names())

    def test_dry_run_changes_nothing(self) -> None:
        self.conf.write_text(OURS)
        self.outboard("setup", "-n", "openssl", "-F", str(self.conf))
        self.assertEqual((self.conf.read_text(), self.names()), (OURS, {"openssl.cnf"}))

    def test_no_ordinary_file(self) -> None:
        """It says so, and does not wait for somebody who writes."""
        os.mkfifo(self.conf)
        for name in (str(self.conf), str(self.folder), "/dev/zero"):
            self.assertIn(b"no ordinary file", self.outboard("setup", "openssl", "-F", name, code=FILE).stderr)

    def test_refusals(self) -> None:
        self.outboard("setup", code=USAGE)
        self.outboard("setup", "nginx", code=USAGE)
        self.outboard("setup", "openssl", "-F", "absent", code=FILE)
        for text in ("[open\n", OURS.replace("[c]\n", "[c]\ndefault_properties = fips=yes\n")):
            self.conf.write_text(text)
            self.outboard("setup", "openssl", "-F", str(self.conf), code=FILE)
            self.assertEqual((self.conf.read_text(), self.names()), (text, {"openssl.cnf"}))


if __name__ == "__main__":
    unittest.main()
