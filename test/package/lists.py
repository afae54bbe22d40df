#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The packages' lists against what "cmake --install" installs: every file is in one package, every entry is there.

lists.py SOURCE BUILD. Also: versions and build options that the recipes of OpenWrt, Buildroot and Yocto name.
"""

import fnmatch
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]), Path(sys.argv[2])
PACKAGING = SOURCE / "packaging"
# The shared library is only in a build with OB_SHARED; the archive is made by debian/rules.
ELSEWHERE = ("usr/lib/liboutboard.so", "usr/lib/liboutboard.so.*", "usr/src/outboard.tar.xz")
# The unit files' place is that of the debhelper at hand, so debian/rules installs them; pages go by debhelper, too.
BESIDE = ("usr/lib/systemd/system/*", "usr/share/man/man1/*")
OPENWRT_STUBS = "define BuildPackage\n$(call Package/$(1)/install,/stage)\nendef\n"


def plain(path: str) -> str:
    """Without the part of the architecture: usr/lib/*/x and usr/lib/x86_64-linux-gnu/x are usr/lib/x."""
    return re.sub(r"^usr/lib/(\*|[\w.]+-linux-gnu\w*)/", "usr/lib/", path)


def entries(suffix: str) -> list[str]:
    return [
        line.split()[0]
        for file in sorted((PACKAGING / "debian").glob(f"*.{suffix}"))
        for line in file.read_text().splitlines()
        if line and not line.startswith("#")
    ]


def covers(entry: str, path: str) -> bool:
    return fnmatch.fnmatch(path, plain(entry)) or path.startswith(f"{plain(entry)}/")


class Lists(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        with tempfile.TemporaryDirectory() as stage:
            environment = {name: value for name, value in os.environ.items() if name != "OPENSSL_MODULES"}
            command = ["cmake", "--install", str(BUILD), "--prefix", "/usr"]
            subprocess.run(command, env={**environment, "DESTDIR": stage}, check=True, stdout=subprocess.DEVNULL)
            found = [path for path in Path(stage).rglob("*") if path.is_file() and not path.is_symlink()]
            cls.installed = {plain(str(path.relative_to(stage))) for path in found}
        # A library that the build has beside ours, for its own users alone.
        cls.installed -= {"usr/lib/libob_mbedtls.a"}

    def test_debian(self) -> None:
        lists = entries("install")
        for path in sorted(self.installed):
            owners = [entry for entry in [*lists, *BESIDE] if covers(entry, path)]
            self.assertEqual(len(owners), 1, f"{path} is in {owners}")
        for entry in lists:
            if plain(entry) not in ELSEWHERE:
                self.assertTrue(any(covers(entry, path) for path in self.installed), f"nothing is {entry}")
        self.assertEqual(set(entries("manpages")), {path for path in self.installed if "/man/" in path})
        for name in entries("docs"):
            self.assertTrue((SOURCE / name).exists(), name)
        packages = re.findall(r"^Package: (.*)$", (PACKAGING / "debian/control").read_text(), re.M)
        self.assertEqual(packages, [name for name in packages if (PACKAGING / f"debian/{name}.install").exists()])

    def test_versions(self) -> None:
        version = re.search(r'OB_VERSION +"(.*)"', (SOURCE / "include/outboard/outboard.h").read_text())[1]
        self.assertIn(f"PKG_VERSION:={version}\n", (PACKAGING / "openwrt/Makefile").read_text())
        self.assertIn(f"OUTBOARD_VERSION = {version}\n", (PACKAGING / "buildroot/outboard.mk").read_text())
        recipe = (PACKAGING / f"yocto/outboard_{version}.bb").read_text()
        self.assertIn(hashlib.md5((SOURCE / "LICENSE").read_bytes()).hexdigest(), recipe)

    def test_options(self) -> None:
        """An option that the project does not have would be ignored in silence."""
        known = set(re.findall(r"^(OB_\w+):", (BUILD / "CMakeCache.txt").read_text(), re.M))
        for name in ("debian/rules", "openwrt/Makefile", "buildroot/outboard.mk", "yocto/outboard_0.1.0.bb"):
            options = set(re.findall(r"-D(OB_\w+)=", (PACKAGING / name).read_text()))
            self.assertGreaterEqual(len(options), 2, name)
            self.assertLessEqual(options, known, name)

    def test_openwrt(self) -> None:
        """make reads it with stand-ins for OpenWrt's files; every file that it takes is one that is installed."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("rules.mk", ""), ("package.mk", OPENWRT_STUBS), ("cmake.mk", "")):
                (Path(folder) / name).write_text(text)
            text = (PACKAGING / "openwrt/Makefile").read_text()
            text = text.replace("$(eval $(call BuildPackage,", "$(info $(call BuildPackage,")
            (Path(folder) / "Makefile").write_text(f"{text}\nall:\n")
            values = [f"{name}=" for name in ("INSTALL_DIR", "PKG_BUILD_DIR")]
            values += [f"TOPDIR={folder}", f"INCLUDE_DIR={folder}", "PKG_INSTALL_DIR=", "INSTALL_BIN=take"]
            make = ["make", "-s", *values, "all"]
            done = subprocess.run(make, cwd=folder, capture_output=True, text=True, check=True)
        taken = [plain(line.split()[1].lstrip("/")) for line in done.stdout.splitlines() if "take" in line.split()]
        self.assertEqual(len(taken), 4, done.stdout)
        self.assertLessEqual(set(taken), self.installed)

    def test_buildroot(self) -> None:
        text = "define cmake-package\n$(info $(OUTBOARD_SITE_METHOD) $(OUTBOARD_SOURCE) $(OUTBOARD_CONF_OPTS))\nendef\n"
        text += (PACKAGING / "buildroot/outboard.mk").read_text() + "\nall:\n"
        done = subprocess.run(["make", "-s", "-f", "-", "all"], input=text, capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r"^file outboard_\S+\.orig\.tar\.xz -DOB_TESTS=OFF ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
