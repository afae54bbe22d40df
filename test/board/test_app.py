#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./run app configures a folder anew if another tool chain has made it, or if its own has changed since: CMake keeps
the flags of the first one."""

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / "build/app/ulx3s/CMakeCache.txt"


def build() -> None:
    """Build the program for the board, and ask for its size only: the bitstream takes long."""
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
        file, core = self.tool_chain()
        flags = CACHE.read_text().replace(f"march={core} ", "march=rv32imac ")
        another = flags.replace(f"/{file}\n", "/toolchain-rv32.cmake\n")
        for what, cache, times in (("another", another, None), ("changed since", flags, (0, 0))):
            with self.subTest(what):
                CACHE.write_text(cache)
                os.utime(CACHE, times)
                self.assertNotEqual(self.tool_chain(), (file, core))
                build()
                self.assertEqual(self.tool_chain(), (file, core))


if __name__ == "__main__":
    unittest.main()
