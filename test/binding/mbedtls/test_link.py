#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How programs under the binding link: with garbage collection and link-time optimisation, and never without its wraps.

Environment: CC, OB_SOURCE, OB_INCLUDE (generated headers), OB_MBEDTLS (the library's sources), OB_OBJECTS (the
binding's, separated by semicolons), OB_LIBRARIES (likewise: Outboard, then the library).
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE, MBEDTLS = Path(os.environ["OB_SOURCE"]), Path(os.environ["OB_MBEDTLS"])
CC = os.environ["CC"].split()
OBJECTS = os.environ["OB_OBJECTS"].split(";")
LIBRARIES = os.environ["OB_LIBRARIES"].split(";")
WRAPS = [
    f"-Wl,--wrap=mbedtls_{name}"
    for name in re.findall(r"W\(\w+, (\w+)\)", (SOURCE / "binding/mbedtls/wraps.h").read_text())
]
APP = """
#include <mbedtls/sha256.h>
#include <outboard/mbedtls.h>
#include <stdio.h>

int main(void)
{
    struct ob_mbedtls_count list[128];
    unsigned char digest[32];
    size_t n;

    if (ob_mbedtls_start() != OB_OK)
        return 3;
    ob_mbedtls_counts_reset();
    if (mbedtls_sha256((const unsigned char *)"abc", 3, digest, 0))
        return 4;
    n = ob_mbedtls_counts(list, 128);
    for (size_t i = 0; i < n; i++)
        if (list[i].engine + list[i].fallback)
            printf("%s ", list[i].function);
    return 0;
}
"""
APP_WITHOUT_START = """
#include <mbedtls/sha256.h>

int main(void)
{
    unsigned char digest[32];

    return mbedtls_sha256((const unsigned char *)"abc", 3, digest, 0);
}
"""


class Link(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compile(self, name: str, *options: str, source: Path | None = None) -> Path:
        target = self.folder / f"{name}.o"
        includes = [SOURCE / "include", os.environ["OB_INCLUDE"], MBEDTLS / "include", MBEDTLS / "library"]
        subprocess.run(
            [*CC, "-std=c11", "-O2", "-DOB_MBEDTLS_RUNTIME=1", *(f"-I{path}" for path in includes), *options, "-c"]
            + [str(source or self.folder / f"{name}.c"), "-o", str(target)],
            check=True,
        )
        return target

    def app(self, text: str, *options: str) -> Path:
        (self.folder / "app.c").write_text(text)
        return self.compile("app", *options)

    def link(self, *inputs: str | Path) -> subprocess.CompletedProcess[str]:
        command = [*CC, "-O2", "-Wl,--gc-sections", *map(str, inputs), *OBJECTS, *LIBRARIES, *LIBRARIES, "-pthread"]
        return subprocess.run([*command, "-o", str(self.folder / "app")], capture_output=True, text=True)

    def run_app(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.folder / "app"], capture_output=True, text=True)

    def test_garbage_collection(self) -> None:
        done = self.link(self.app(APP), *WRAPS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.run_app().returncode, self.run_app().stdout), (0, "sha256 "))

    def test_an_application_with_link_time_optimisation(self) -> None:
        done = self.link(self.app(APP, "-flto"), "-flto", *WRAPS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.run_app().returncode, self.run_app().stdout), (0, "sha256 "))

    def test_lost_options_do_not_link(self) -> None:
        for text in (APP, APP_WITHOUT_START):
            done = self.link(self.app(text))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("undefined reference to `__real_mbedtls_", done.stderr)

    def test_one_lost_option_is_noticed(self) -> None:
        done = self.link(self.app(APP), *(option for option in WRAPS if option != "-Wl,--wrap=mbedtls_sha256"))
        if done.returncode == 0:  # with garbage collection the function may go unmissed, but not its calls
            self.assertEqual(self.run_app().returncode, 3)
        else:
            self.assertIn("undefined reference to `__real_mbedtls_sha256'", done.stderr)

    def test_link_time_optimisation_of_the_library_is_noticed(self) -> None:
        """Objects of the library before the archive, as if it had been compiled so and CMake's check were left out."""
        ours = [
            self.compile(name, "-flto", source=MBEDTLS / "library" / f"{name}.c") for name in ("md", "sha256", "sha512")
        ]
        done = self.link(self.app(APP), "-flto", *ours, *WRAPS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.run_app().returncode, 3)

    def refuse(self, archive: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["cmake", f"-DARCHIVE={archive}", "-DOBJDUMP=objdump", f"-DSTAMP={self.folder}/stamp"]
            + ["-P", str(SOURCE / "cmake/refuse_lto.cmake")],
            capture_output=True,
            text=True,
        )

    def test_archives_for_link_time_optimisation_are_refused(self) -> None:
        for option, refused in (("-flto", True), ("-fno-lto", False)):
            thing = self.compile("sha1", option, source=MBEDTLS / "library/sha1.c")
            archive = self.folder / f"lib{option}.a"
            subprocess.run(["ar", "rcs", str(archive), str(thing)], check=True)
            done = self.refuse(archive)
            self.assertEqual(done.returncode != 0, refused, done.stderr)
            if refused:
                self.assertIn("-fno-lto", done.stderr)

    def configure(self, library: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "x.c").write_text("int x;\n")
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(x C)\n"
            f"{library}\nset(PROJECT_SOURCE_DIR {SOURCE})\n"
            f"include({SOURCE}/cmake/OutboardMbedtls.cmake)\nob_bind_mbedtls(bound lib)\n"
        )
        return subprocess.run(
            ["cmake", "-S", str(self.folder), "-B", str(self.folder / "build")], capture_output=True, text=True
        )

    def test_cmake_refuses_shared_and_optimised_libraries(self) -> None:
        for library, word in (
            ("add_library(lib SHARED x.c)", "static"),
            (
                "add_library(lib STATIC x.c)\nset_target_properties(lib PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)",
                "link-time",
            ),
        ):
            done = self.configure(library)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
