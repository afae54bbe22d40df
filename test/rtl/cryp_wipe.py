# SPDX-License-Identifier: Apache-2.0
"""Tests of the cipher block's ports right after a wipe has begun."""

import random
import unittest

from cryp_block import Cryp, to_words
from model import SLVERR, RtlError


class WipeTests(unittest.TestCase):
    """Part of the tests of a configuration, which make the block. mode is a mode of AES that it has."""

    dut: Cryp
    rand: random.Random
    mode = "GCM"

    def test_no_data_after_wipe(self) -> None:
        """From the cycle after a WIPE on, the data ports give nothing and take nothing, at any moment of a command."""
        dut = self.dut
        for turn in range(240):
            stream, port = turn % 2, "DATA_OUT" if turn % 3 else "DATA_IN"
            dut.load(key=self.rand.randbytes(16), iv=self.rand.randbytes(16))
            dut.write("AADLEN", 0)
            dut.write("LEN", 3200)
            dut.pause(60)
            if stream:
                dut.push(self.rand.randbytes(3200))
            dut.write("CTRL", dut.ctrl("AES", 16, self.mode, FIRST=1, STREAM=stream))
            if not stream:
                dut.write("DATA_IN", *to_words(self.rand.randbytes(16)))
            dut.run(self.rand.randrange(400 if stream else 120))
            dut.pause(0)
            if turn % 5:
                dut.write("WIPE", 1)
                reply = dut.peek(port) if port == "DATA_OUT" else (0, dut.poke(port, 1))
                self.assertEqual(reply, (0, SLVERR), (turn, port))
            else:
                with self.assertRaises(RtlError, msg=(turn, port)):
                    dut.at_once(("WIPE", 0, 1), (port, 0, None if port == "DATA_OUT" else 1))
            dut.wait_idle()
            self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", SEQ=1))
            dut.write("EVENT", 0x1F)
            dut.reset(0)  # the bench's queues
