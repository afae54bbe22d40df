# SPDX-License-Identifier: Apache-2.0
"""A clock that stops whenever hw/clock_and_reset.md allows it: busy_o is 0 and no access to the registers runs. A block
whose clock stops and its twin, whose clock always runs, get the same hostile program. Their answers, their ports and
the memory are the same, and so is whether secrets are left: a stopped clock delays nothing and keeps nothing."""

import ctypes
import unittest

from test_storm import Storm
from udma_block import MEMORY

STORMS, STEPS = 8, 40


class ClockTest(unittest.TestCase):
    def storms(self, ip: str) -> None:
        for seed in range(STORMS):
            with self.subTest(seed=seed):
                stops, runs = Storm(ip, seed), Storm(ip, seed)
                for dut in (stops, runs):
                    dut.enable()
                for step in range(STEPS):
                    stops.gate(True)
                    for dut in (stops, runs):
                        dut.step()
                        dut.run(40)
                    self.assertEqual(stops.differs(runs, b"TOP.TOP"), [], step)
                    self.assertEqual(stops.secrets_found(show=False), runs.secrets_found(show=False), step)
                    stops.gate(False)
                    for dut in (stops, runs):
                        dut.run(40)
                    self.assertEqual(stops.differs(runs), [], step)
                self.assertEqual(stops.seen, runs.seen)
                self.assertEqual(stops.fetch(0, MEMORY), runs.fetch(0, MEMORY))

    def test_cryp(self) -> None:
        self.storms("cryp")

    def test_manager(self) -> None:
        """A key manager alone: its key is there, and gone as soon as it erases, however long it holds its line."""
        stops, runs = Storm("cryp", 1), Storm("cryp", 1)
        if not hasattr(stops.lib, "tb_side_word"):
            self.skipTest("no port for a key manager on this bus")
        stops.gate(True)
        for held in (1, 2, 3, 100, 100, 1):
            for dut in (stops, runs):
                for i, last in enumerate([0] * 7 + [1]):
                    word = ctypes.c_uint32(dut.secrets[0])
                    self.assertEqual(dut.lib.tb_side_word(dut.tb, i, word, last, 0, ctypes.c_uint64(20)), 0)
                dut.run(10)
                self.assertTrue(dut.lib.tb_side_locked(dut.tb))
                self.assertGreater(dut.secrets_found(show=False), 0)
            self.assertEqual(stops.differs(runs, b"gen_side") + stops.differs(runs, b"i_keys"), [])
            for dut in (stops, runs):
                dut.lib.tb_side_clear(dut.tb, ctypes.c_uint64(0), ctypes.c_uint64(held))
                dut.run(60)
                self.assertEqual(dut.secrets_found(), 0, held)
                dut.run(60)
            self.assertEqual(stops.differs(runs, b"gen_side") + stops.differs(runs, b"i_keys"), [])

    def test_hasher(self) -> None:
        self.storms("hasher")


if __name__ == "__main__":
    unittest.main()
