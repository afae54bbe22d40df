# SPDX-License-Identifier: Apache-2.0
"""The public-key block in simulation, behind the bus that the environment OB_RTL_BUS names: wb, ahb, or AXI4-Lite."""

import os

from acryp_sim import program, to_number, to_words
from model import OKAY, Block

BUILT = program()
BUS = os.environ.get("OB_RTL_BUS", "")
TOP = f"acryp_{BUS}" if BUS else "acryp"


class Acryp(Block):
    """Operations of the block."""

    def __init__(self, variant: str = "", **kw: int) -> None:
        super().__init__(TOP, ip="acryp", variant=variant, **kw)
        self.wait_idle()

    def start(self, name: str, params: list[int], stream: int = 0) -> None:
        self.write("PARAM", *params)
        self.write("CTRL", self.map.field("CTRL", OP=BUILT.entries[name], STREAM=stream))

    def give(self, *operands: tuple[int, int]) -> int:
        """Write operands; how many words were taken."""
        words = [w for value, bits in operands for w in to_words(value, bits)]
        for i, word in enumerate(words):
            if self.poke("DATA_IN", word, i % 64) != OKAY:
                return i
        return len(words)

    def finish(self, bits: int, stream: int = 0) -> tuple[int, int]:
        """The result's END and value."""
        end = self.cycles + self.WAIT
        while not self.get("EVENT", "OUT") and not self.get("EVENT", "DONE"):
            assert self.cycles < end
        value = 0
        if stream:
            self.wait_idle()
            value = int.from_bytes(self.pop(), "little")
        elif self.get("EVENT", "OUT"):
            value = to_number([self.read("DATA_OUT", i % 64) for i in range((bits + 31) // 32)])
        self.wait_idle()
        assert self.get("EVENT", "DONE")
        self.write("EVENT", 7)
        return self.get("RESULT", "END"), value
