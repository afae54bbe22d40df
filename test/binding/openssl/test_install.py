#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cmake --install: the provider is where this system's OpenSSL looks for it, and its helper is found, whatever the
prefix is."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from common import ProviderTest
from config import CONFIG

BUILD = os.environ["OB_BUILD"]
WITHOUT_MODULE = CONFIG.replace("module = {module}\n", "")


class Install(ProviderTest):
    def install(self, *options: str, **environment: str) -> None:
        subprocess.run(
            ["cmake", "--install", BUILD, *options],
            env={"PATH": os.environ["PATH"]} | environment,
            check=True,
            capture_output=True,
            timeout=100,
        )

    def modules(self) -> Path:
        said = subprocess.run(["openssl", "version", "-m"], capture_output=True, text=True, check=True).stdout
        return Path(re.search(r'MODULESDIR: "(.*)"', said)[1])

    def below(self, path: Path | str) -> Path:
        return self.folder / str(path).lstrip("/")

    def test_module_is_where_openssl_looks(self) -> None:
        self.install(DESTDIR=str(self.folder))
        self.assertTrue(self.below(self.modules() / "outboard.so").is_file())
        self.assertFalse(self.below(self.modules() / "outboard-offload").is_symlink())
        self.assertTrue(os.access(self.below("/usr/local/libexec/outboard/outboard-offload"), os.X_OK))

    def test_prefix_of_the_installation_holds_for_the_helper(self) -> None:
        self.install("--prefix", "/opt/ob", DESTDIR=str(self.folder))
        link = self.below(self.modules() / "outboard-offload")
        self.assertEqual(str(link.readlink()), "/opt/ob/libexec/outboard/outboard-offload")
        self.assertTrue(os.access(self.below(link.readlink()), os.X_OK))

    def test_installed_below_a_prefix(self) -> None:
        """As a user without rights installs it, who says where OpenSSL is to look."""
        prefix, modules = self.folder / "prefix", self.folder / "modules"
        self.install("--prefix", str(prefix), OPENSSL_MODULES=str(modules))
        environment = self.environment("soft", more="") | {
            "OPENSSL_CONF": str(self.write("installed.cnf", WITHOUT_MODULE)),
            "OPENSSL_MODULES": str(modules),
        }
        listed = self.run_under(environment, "openssl", "list", "-providers", "-verbose").stdout.decode()
        self.assertIn("build info: offers algorithms", listed)
        # the helper that is started is this prefix's: one that only leaves a mark
        mark, helper = self.folder / "mark", prefix / "libexec/outboard/outboard-offload"
        helper.write_text(f"#!/bin/sh\necho started >>{mark}\n")
        for command in (
            [prefix / "bin/outboard", "engines"],
            ["openssl", "dgst", "-sha256", "/etc/passwd"],
        ):
            with self.subTest(command=command):
                mark.unlink(missing_ok=True)
                self.run_under(environment | {"OUTBOARD": "afalg", "OUTBOARD_OFFLOAD": "force"}, *command)
                if "sha256\n" not in Path("/proc/crypto").read_text() and command[0] == "openssl":
                    self.skipTest("this kernel lists no SHA-256, so that the provider starts no helper")
                self.assertTrue(mark.exists())


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
