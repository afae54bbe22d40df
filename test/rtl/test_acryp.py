# SPDX-License-Identifier: Apache-2.0
"""The public-key block by its registers and streams: operations, refusals, events, wipe, reset. On a bus that the
environment OB_RTL_BUS names (wb, ahb) it has no streams."""

import random
import unittest

from acryp_block import BUILT, BUS, TOP, Acryp
from acryp_sim import isa, to_number, to_words
from coverage import Cover
from model import SLVERR, RtlError

MODES = {"cpu": 0} if BUS else {"cpu": 0, "stream": 1}
cover = Cover(TOP)
cover.add(["run"], MODES, ["OK", "ARG", "NO_INVERSE"])
cover.add(["seq"], ["ctrl_busy", "param_busy", "data_idle", "data_out_early", "after_error"])
cover.add(["seq"], [] if BUS else ["data_in_stream"])
cover.add(["end"], ["wipe_in_input", "wipe_in_work", "wipe_in_output", "reset"])
N, BITS = (1 << 127) - 1, 127


class AcrypTest(unittest.TestCase):
    """Each test has a block of its own with random pauses, seeded by the test's name."""

    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = Acryp(seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))

    def tearDown(self) -> None:
        self.assertEqual(self.dut.read("EVENT"), 0, "an event was left over")
        if BUS:
            self.assertEqual(self.dut.lib.tb_violations(self.dut.tb), 0)

    def seq(self, name: str) -> None:
        self.assertEqual(self.dut.read("EVENT"), self.dut.map.field("EVENT", SEQ=1))
        self.dut.write("EVENT", 7)
        cover.hit("seq", name)

    def multiply(self) -> None:
        a, b = self.rand.randrange(N), self.rand.randrange(N)
        self.dut.start("MUL", [BITS])
        self.dut.give((N, BITS), (a, BITS), (b, BITS))
        self.assertEqual(self.dut.finish(BITS), (isa.ERRORS["OK"], a * b % N))
        cover.hit("run", "cpu", "OK")

    def test_identity(self) -> None:
        self.assertEqual(self.dut.read("NAME"), self.dut.map.registers["NAME"]["reset"])
        self.assertEqual(self.dut.read("VERSION"), self.dut.map.registers["VERSION"]["reset"])
        self.assertEqual((self.dut.get("CONFIG", "WIDTH"), self.dut.get("CONFIG", "RAM_WORDS")), (72, 2048))

    def test_resets(self) -> None:
        """Each register reads after a reset as its page says."""
        for name, (value, documented) in self.dut.resets(self.dut.map).items():
            self.assertEqual(value, documented, name)
        self.dut.reset()
        self.dut.wait_idle()

    def test_clock_that_stops(self) -> None:
        """The clock stops whenever it may: the same result, and the interrupt at the same cycle."""
        a, b = self.rand.randrange(N), self.rand.randrange(N)
        self.dut.pause(0)
        self.dut.write("IRQ_EN", self.dut.map.field("EVENT", OUT=1))
        cycles = []
        for gated in (False, True):
            self.dut.gate(gated)
            self.dut.run(50)
            self.dut.start("MUL", [BITS])
            self.dut.run(50)
            self.dut.give((N, BITS), (a, BITS), (b, BITS))
            begun = self.dut.cycles
            while not self.dut.irq:
                self.dut.run(1)
                self.assertLess(self.dut.cycles, begun + 5000)
            cycles.append(self.dut.cycles - begun)
            self.assertEqual(self.dut.finish(BITS), (isa.ERRORS["OK"], a * b % N))
        self.dut.gate(False)
        self.dut.write("IRQ_EN", 0)
        self.assertEqual(cycles[0], cycles[1])

    def test_registers(self) -> None:
        for _ in range(3):
            self.multiply()

    @unittest.skipIf(BUS, "no streams")
    def test_stream(self) -> None:
        for _ in range(3):
            a = self.rand.randrange(1, N)
            self.dut.start("INVERT", [BITS], stream=1)
            for word in [*to_words(N, BITS), *to_words(a, BITS)]:
                self.dut.push(word.to_bytes(4, "little"))
            self.assertEqual(self.dut.finish(BITS, stream=1), (isa.ERRORS["OK"], pow(a, -1, N)))
            self.assertEqual(self.dut.pending, 0)
            cover.hit("run", "stream", "OK")

    @unittest.skipIf(BUS, "no port for UDMA")
    def test_dma_port(self) -> None:
        """A whole operation by UDMA's register port, cycle after cycle, beside reads of the CPU; refusals are told."""
        a, b = self.rand.randrange(N), self.rand.randrange(N)
        words = [word for value in (N, a, b) for word in to_words(value, BITS)]
        start = self.dut.map.field("CTRL", OP=BUILT.entries["MUL"])
        self.dut.at_once(("PARAM", 0, BITS), ("CTRL", 0, start), *[("DATA_IN", i, w) for i, w in enumerate(words)])
        self.assertEqual(self.dut.get("CTRL", "OP"), BUILT.entries["MUL"])
        while not self.dut.get("EVENT", "OUT"):
            pass
        found = self.dut.at_once(*[("DATA_OUT", i, None) for i in range(BITS // 32 + 1)])
        self.assertEqual(to_number(found), a * b % N)
        self.dut.wait_idle()
        self.assertEqual(self.dut.at_once(("RESULT", 0, None), ("NAME", 0, None))[1], self.dut.read("NAME"))
        self.dut.at_once(("EVENT", 0, 7))
        with self.assertRaises(RtlError):
            self.dut.at_once(("DATA_IN", 0, 1))
        self.seq("data_idle")

    def test_errors(self) -> None:
        for stream in MODES.values():
            for name, a in (("ARG", N), ("NO_INVERSE", 0)):
                self.dut.start("INVERT", [BITS], stream=stream)
                if stream:
                    for word in [*to_words(N, BITS), *to_words(a, BITS)]:
                        self.dut.push(word.to_bytes(4, "little"))
                else:
                    self.dut.give((N, BITS), (a, BITS))
                self.assertEqual(self.dut.finish(BITS, stream), (isa.ERRORS[name], 0))
                self.assertEqual(b"" if BUS else self.dut.pop(), b"")
                cover.hit("run", "stream" if stream else "cpu", name)
        self.multiply()

    def test_after_error(self) -> None:
        """Operands of an operation that has ended are refused, and the end is told."""
        self.dut.start("MUL", [BITS])
        self.assertLess(self.dut.give((N - 1, BITS), *[(1, BITS)] * 12), 52)
        self.dut.wait_idle()
        self.assertEqual(self.dut.get("RESULT", "END"), isa.ERRORS["ARG"])
        self.assertEqual(self.dut.read("EVENT"), self.dut.map.field("EVENT", SEQ=1, DONE=1))
        self.dut.write("EVENT", 7)
        cover.hit("seq", "after_error")
        self.multiply()

    def test_illegal(self) -> None:
        self.assertEqual(self.dut.poke("DATA_IN", 1), SLVERR)
        self.seq("data_idle")
        self.assertEqual(self.dut.peek("DATA_OUT"), (0, SLVERR))
        self.seq("data_out_early")
        self.dut.start("MUL", [BITS])
        self.assertEqual(self.dut.poke("CTRL", 1), SLVERR)
        self.seq("ctrl_busy")
        self.assertEqual(self.dut.poke("PARAM", 1), SLVERR)
        self.seq("param_busy")
        self.assertEqual(self.dut.peek("DATA_OUT"), (0, SLVERR))
        self.seq("data_out_early")
        self.dut.write("WIPE", 0)
        self.dut.wait_idle()
        if not BUS:
            self.dut.start("MUL", [BITS], stream=1)
            self.assertEqual(self.dut.poke("DATA_IN", 1), SLVERR)
            self.seq("data_in_stream")
            self.dut.write("WIPE", 0)
            self.dut.wait_idle()
        self.assertEqual(self.dut.poke("NAME", 1), SLVERR)
        self.assertEqual(self.dut.poke("PARAM", 1, strobe=3), SLVERR)
        self.multiply()

    def test_wipe(self) -> None:
        for where in ("wipe_in_input", "wipe_in_work", "wipe_in_output", "reset"):
            self.dut.start("MUL", [BITS])
            operands = [(N, BITS), (N - 1, BITS), (N - 2, BITS)]
            self.dut.give(*operands[: 1 if where == "wipe_in_input" else 3])
            if where == "wipe_in_output":
                while not self.dut.get("STATUS", "HAS_DATA"):
                    pass
            if where == "reset":
                self.dut.run(100)
                self.dut.reset()
            else:
                self.dut.write("WIPE", 0)
            self.assertEqual(self.dut.get("STATUS", "BUSY"), 1)
            self.assertEqual(self.dut.peek("DATA_OUT"), (0, SLVERR))
            self.dut.wait_idle()
            self.assertEqual(self.dut.get("EVENT", "DONE"), 0)
            self.dut.write("EVENT", 7)
            self.assertEqual([self.dut.read("PARAM", i) for i in range(8)], [0] * 8)
            cover.hit("end", where)
            self.multiply()

    @unittest.skipIf(BUS, "one access a cycle takes the register port of a DMA")
    def test_no_event_after_wipe(self) -> None:
        """WIPE in any cycle about the first output and about the end: no event comes after it, and no word is left."""
        dut, busy = self.dut, self.dut.map.field("STATUS", BUSY=1)
        dut.pause(0)
        for n, event in ((N, "OUT"), (N - 1, "DONE")):  # an even modulus ends with ARG
            took = 0
            for turn in range(25):
                dut.start("MUL", [BITS])
                dut.give(*[(n, BITS), (N - 1, BITS), (N - 2, BITS)][: 3 if n == N else 1])
                begun = dut.cycles
                while took == 0 and not dut.get("EVENT", event):
                    pass
                took = took or dut.cycles - begun
                dut.run(took - 24 + turn if turn else 0)
                wipe = ("WIPE", 0, 0), ("EVENT", 0, None), ("STATUS", 0, None), ("EVENT", 0, None)
                if turn == 0:
                    self.assertEqual(dut.at_once(("EVENT", 0, 7), *wipe)[2:], [0, busy, 0], event)
                else:
                    _, raised, status, later = dut.at_once(*wipe)
                    self.assertEqual((raised, status, later), (0, busy, 0), (event, turn))
                dut.wait_idle()
                dut.write("EVENT", 7)

    def test_interrupt(self) -> None:
        for event in ("OUT", "DONE"):
            self.dut.write("IRQ_EN", self.dut.map.field("EVENT", **{event: 1}))
            self.dut.start("ADD", [BITS])
            self.dut.give((N, BITS), (1, BITS), (2, BITS))
            end = self.dut.cycles + 2000
            while event == "OUT" and not self.dut.irq:
                self.dut.run(1)
                self.assertLess(self.dut.cycles, end)
            self.assertEqual(self.dut.finish(BITS), (0, 3))
            self.assertEqual(self.dut.irq, 0)
        self.dut.write("IRQ_EN", 0)


if __name__ == "__main__":
    unittest.main()
