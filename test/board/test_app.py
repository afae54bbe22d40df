#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./run app in a folder that another tool chain has made: it is configured anew, because CMake keeps the first one."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / "build/app/ulx3s/CMakeCache.txt"


def build() -> None:
    subprocess.run([str(ROOT / "run"), "app", "ulx3s", "hmac_demo", "--size"], check=True)


class AppTest(unittest.TestCase):
    def tool_chain(self) -> tuple[str, str]:
        """Its file, and the core that the programs are compiled for."""
        text = CACHE.read_text()
        (file,) = re.findall(r"^CMAKE_TOOLCHAIN_FILE:\w+=.*/(.+)$", text, re.MULTILINE)
        (core,) = re.findall(r"^CMAKE_C_FLAGS:\w+=-march=(\w+) ", text, re.MULTILINE)
        return file, core

    def test_another_tool_chain(self) -> None:
        CACHE.unlink(missing_ok=True)
        build()
        right = self.tool_chain()
        text = CACHE.read_text()
        other = text.replace(f"/{right[0]}\n", "/toolchain-rv32.cmake\n").replace(
            f"march={right[1]} ", "march=rv32imac "
        )
        self.assertNotEqual(other, text)
        CACHE.write_text(other)
        build()
        self.assertEqual(self.tool_chain(), right)


if __name__ == "__main__":
    unittest.main()
