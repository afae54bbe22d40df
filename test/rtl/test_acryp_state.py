# SPDX-License-Identifier: Apache-2.0
"""Nothing is left in the engine of acryp after an operation, WIPE, a reset or an error: every variable and every memory
is as in an engine that never had an operand. Each ends at a random moment."""

import random
import unittest
from collections.abc import Callable

from acryp_block import Acryp

BITS = 521
# What may differ, and no operand reaches: the counter that erases small memories, how the last operation ended; and the
# simulator's counters of loops.
FREE = {"clear_q", "code_o", "code"}


class Engine(Acryp):
    def quiet(self) -> "Engine":
        """Nothing at its ports; the last access is the same one."""
        self.wait_idle()
        self.write("EVENT", 7)
        self.run(8)
        return self

    def stopped(self) -> "Engine":
        """With a clock that stops as soon as busy_o falls, and before that the same last accesses."""
        self.get("STATUS", "BUSY")
        self.write("EVENT", 7)
        self.gate(True)
        self.run(5000)
        return self

    def end(self) -> int:
        """Read what comes out until DONE: how the operation ended. The erasure goes on."""
        while not self.get("EVENT", "DONE"):
            if self.get("STATUS", "HAS_DATA"):
                self.read("DATA_OUT")
        return self.get("RESULT", "END")

    def core_differs(self, other: "Engine") -> list[str]:
        """The engine's variables and memories that are not as in the other one."""
        found = self.differs(other, b"acryp.i_core")
        return [name for name in found if "unnamedblk" not in name and name.rpartition(".")[2] not in FREE]


class StateTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.fresh = Engine(variant="-state", seed=1).quiet()
        self.dut = Engine(variant="-state", seed=2).quiet()

    def test_idle(self) -> None:
        self.assertEqual(self.dut.core_differs(self.fresh), [])

    def test_nothing_is_left(self) -> None:
        self.leaves_nothing(Engine.quiet)

    def test_stopped_clock(self) -> None:
        """The same if the clock has no cycle more than busy_o asks for."""
        self.fresh.reset()
        self.fresh.stopped()
        self.leaves_nothing(Engine.stopped)

    def leaves_nothing(self, wait: Callable[[Engine], Engine]) -> None:
        some = self.rand.getrandbits
        for name, cycles in (("MUL", 300), ("INVERT", 3000), ("POWER", 30000)):
            for turn in range(16):
                how = ("end", "wipe", "reset", "error")[turn % 4]
                # An inverse exists modulo the prime 2^521 - 1.
                n = (1 << BITS) - 1 if name == "INVERT" else 1 << (BITS - 1) | some(BITS - 1) | 1
                operands = [(n, BITS), (some(BITS - 1), BITS)]
                if how == "error":
                    operands[0] = (n - 1, BITS)  # even
                if name != "INVERT":
                    operands.append((some(BITS - 1), BITS))
                with self.subTest(name, how=how, turn=turn):
                    self.dut.gate(False)
                    self.dut.start(name, [BITS, BITS])
                    given = len(operands) - (how in ("wipe", "reset") and turn % 3 == 0)
                    self.dut.give(*operands[:given])
                    if how in ("wipe", "reset"):
                        self.dut.run(self.rand.randrange(cycles))
                        if self.dut.get("STATUS", "BUSY"):
                            self.assertNotEqual(self.dut.core_differs(self.fresh), [], "the search sees nothing")
                    if how == "wipe":
                        self.dut.write("WIPE", 0)
                    elif how == "reset":
                        self.dut.reset()
                    else:
                        self.assertEqual(self.dut.end() != 0, how == "error")
                    self.assertEqual(wait(self.dut).core_differs(self.fresh), [])


if __name__ == "__main__":
    unittest.main()
