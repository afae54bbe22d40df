#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare board/litex/litex.h with the addresses that LiteX gave, and try what add_outboard refuses."""

import json
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "hw/litex"))
from outboard_litex import OutboardBlock, add_outboard  # noqa: E402


class LitexTest(unittest.TestCase):
    def setUp(self) -> None:
        text = (ROOT / "board/litex/litex.h").read_text()
        self.ours = {name: int(value, 0) for name, value in re.findall(r"define LITEX_(\w+) +(\w+?)u\b", text)}
        self.layout = json.loads((ROOT / "build/sim/litex/csr.json").read_text())

    def test_addresses(self) -> None:
        registers = {f"{name}".upper(): r["addr"] for name, r in self.layout["csr_registers"].items()}
        memories = {name.upper(): m["base"] for name, m in self.layout["memories"].items()}
        for name, value in self.ours.items():
            with self.subTest(name):
                if name == "CLOCK_KHZ":
                    self.assertEqual(value * 1000, self.layout["constants"]["config_clock_frequency"])
                elif name in memories:
                    self.assertEqual(value, memories[name])
                else:
                    self.assertEqual(value, registers[name.replace("UPTIME", "TIMER0_UPTIME")])
        self.assertGreaterEqual(len(self.ours), 8)

    def test_memories(self) -> None:
        sizes = re.search(r"ROM_SIZE, SRAM_SIZE = (\w+), (\w+)", (ROOT / "hw/litex/soc.py").read_text())
        self.assertEqual(self.layout["memories"]["rom"]["size"], int(sizes[1], 0))
        self.assertEqual(self.layout["memories"]["sram"]["size"], int(sizes[2], 0))
        self.assertEqual(self.layout["memories"]["hasher"]["type"], "io")  # uncached

    def test_interrupts(self) -> None:
        self.assertIn("hasher_interrupt", self.layout["constants"])
        self.assertIn("cryp_interrupt", self.layout["constants"])

    def test_refusals(self) -> None:
        for wrong in ({"blocks": ("rsa",)}, {"blocks": ("hasher",), "DesRounds": 1}, {"Rounds": 3}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                add_outboard(_NoSoC(), **wrong)
        with self.assertRaises(ValueError):
            OutboardBlock(None, "cryp", Steps=1)


class _NoSoC:
    platform = None


if __name__ == "__main__":
    unittest.main()
