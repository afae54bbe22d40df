#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the machine's other architectures take: whose headers and whose programs build the test accelerator, and how the
provider is configured. ./run vm --arch ARCH recipes does all of it."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from machine import SOURCE

sys.path.insert(0, str(SOURCE / "scripts/vm"))
import cross  # noqa: E402
import kernel  # noqa: E402
import module  # noqa: E402
import packages  # noqa: E402

DEPENDS = "linux-headers-6.1.0-9-common (= 6.1.9-1), linux-kbuild-6.1 (>= 6.1.9-1), linux-compiler-gcc-12-arm"


class Cross(unittest.TestCase):
    def test_headers_and_programs(self) -> None:
        """The headers are the kernel's; the programs of its build run here."""
        unpacked: list[tuple[str, list[str]]] = []

        def suites(arch: str, names: tuple[str, ...]) -> mock.Mock:
            place = mock.Mock(spec=packages.Suites, arch=arch, suites=names)
            place.field.return_value = DEPENDS
            place.names.return_value = ["linux-kbuild-6.1", "linux-kbuild-6.12", "linux-kbuild-5.10"]
            place.newest.side_effect = lambda names: next(iter(names), None)
            place.unpack.side_effect = lambda wanted, _: unpacked.append((arch, list(wanted)))
            return place

        for arch in ("armhf", "amd64"):
            unpacked.clear()
            with mock.patch.object(kernel, "Suites", suites), tempfile.TemporaryDirectory() as folder:
                kernel.unpack_headers(suites(arch, ("a",)), "6.1.0-9-x", Path(folder) / "new")
            headers = ["linux-headers-6.1.0-9-x", "linux-headers-6.1.0-9-common"]
            self.assertEqual(unpacked, [(arch, headers), ("amd64", ["linux-kbuild-6.1"])])

    def test_module_is_built_by_the_cross_compiler(self) -> None:
        for arch, ours, compiler in (
            ("armhf", "arm", "arm-linux-gnueabihf-"),
            ("arm64", "arm64", "aarch64-linux-gnu-"),
            ("riscv64", "riscv", "riscv64-linux-gnu-"),
            ("x86_64", "", ""),
        ):
            asked: list[str] = []

            def run(command: list[object]) -> str:
                asked.extend(map(str, command))
                Path(next(word for word in asked if word.startswith("M="))[2:], "obaccel.ko").write_text("module")
                return ""

            of = kernel.Kernel(arch, "6.1", "6.1.0-9", Path("/nowhere"))
            with tempfile.TemporaryDirectory() as folder:
                changed = {"CACHE": Path(folder), "run": run, "headers": lambda _: Path("/headers"), "say": print}
                with mock.patch.multiple(module, **changed), mock.patch.object(packages, "CACHE", Path(folder)):
                    self.assertEqual(module.module(of).read_text(), "module")
            self.assertEqual(f"ARCH={ours}" in asked, bool(ours), asked)
            self.assertEqual(f"CROSS_COMPILE={compiler}" in asked, bool(compiler), asked)
            # Debian 12's compilers do not know the option that a newer kernel's headers would give them by this.
            self.assertIn("CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=", asked)

    def test_provider_is_configured_for_the_other_system(self) -> None:
        for arch, target in cross.TARGETS.items():
            line = " ".join(map(str, cross.configure(arch, Path("/build"), Path("/ssl"))))
            for part in (
                f"-DCMAKE_C_COMPILER={target.triplet}-gcc",
                f"-DOPENSSL_CRYPTO_LIBRARY=/ssl/usr/lib/{target.triplet}/libcrypto.a",
                f"-DOB_OPENSSL_MODULES_DIR=/usr/lib/{target.triplet}/ossl-modules",
                f"-isystem /ssl/usr/include/{target.triplet}",
            ):
                self.assertIn(part, line)
            self.assertIn(arch, kernel.DEBIAN)

    def test_a_failed_configuration_leaves_nothing(self) -> None:
        """What CMake has found once, it keeps: "there is no compiler", too."""
        with tempfile.TemporaryDirectory() as folder:
            build = Path(folder, "build/vm/cross-arm64")
            found: list[bool] = []
            fails = True

            def run(command: list[object], **_: object) -> str:
                if "-S" in command:
                    found.append((build / "CMakeCache.txt").exists())
                    build.mkdir(parents=True, exist_ok=True)
                    (build / "CMakeCache.txt").write_text("no compiler")
                    if fails:
                        raise packages.Failure("no compiler")
                    (build / "build.ninja").write_text("")
                return ""

            changed = {"ROOT": Path(folder), "run": run, "openssl": lambda _: Path("/ssl"), "say": lambda _: None}
            with mock.patch.multiple(cross, **changed):
                for fails in (True, False, True, False):
                    if fails:
                        with self.assertRaises(packages.Failure):
                            cross.stage("arm64")
                    else:
                        cross.stage("arm64")
            self.assertEqual(found, [False, False, True, False])


if __name__ == "__main__":
    unittest.main()
