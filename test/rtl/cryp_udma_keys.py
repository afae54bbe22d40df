# SPDX-License-Identifier: Apache-2.0
"""Tests of keys that the DMA loads while the CPU writes: a refusal or the right text, and no other use of the key."""

import itertools
import random
import unittest

import cipher_models as ref
from cryp_block import to_words
from cryp_udma_block import CrypUdma
from model import SLVERR
from udma_block import DONE, MISMATCH, REFUSED, Job


class KeyTests(unittest.TestCase):
    """Part of test_cryp_udma.py's tests, which make the block."""

    dut: CrypUdma
    rand: random.Random

    def test_key_written_while_it_is_loaded(self) -> None:
        """A CPU that writes to KEY while a key comes from memory: a refusal or the right text, never another key."""
        dut, key, data = self.dut, self.rand.randbytes(32), self.rand.randbytes(48)
        good = dut.image("IV", "AES", "CBC", key, len(data), iv=bytes(16))
        expect = ref.cbc("AES", key, bytes(16), data, False)
        outcomes = set()
        for direct in (0, 1):
            for delay, word in itertools.product(range(60), range(8)):
                place = dut.alloc(32, 4)
                dut.store(place, key)
                if direct:
                    at, out = dut.alloc(48), dut.alloc(48)
                    dut.store(at, data)
                    dut.u_write("DIRECT_SETUP", dut.map["KEY"] // 4 | 8 << 10 | dut.map["CTRL"] // 4 << 24)
                    for i, value in enumerate(good[1][:-1]):
                        dut.write(good[0] + 4 * i, value)
                    dut.u_write("DIRECT_LOAD", place)
                    dut.run(delay)
                    dut.poke(dut.offset("KEY", word), 0xDEADBEEF)
                    for reg, value in (("IN", at), ("OUT", out), ("LEN", 48), ("GO", good[1][-1])):
                        dut.u_write(f"DIRECT_{reg}", value)
                    status = dut.u_outcome()
                else:
                    image = dut.image("KEY", "AES", "CBC", key, len(data), iv=bytes(16))
                    job = Job(*image, [(data, False)], [len(data)])
                    dut.place(job)
                    out = job.out_at[0]
                    dut.u_write("HEAD", dut.head)
                    dut.run(delay)
                    dut.poke(dut.offset("KEY", word), 0xDEADBEEF)
                    dut.u_idle()
                    status = dut.status(job)
                dut.wait_idle()
                if not status & (REFUSED | MISMATCH):
                    self.assertEqual(dut.fetch(out, 48), expect, (direct, delay, word))
                    outcomes.add("served")
                else:
                    self.assertEqual(dut.fetch(out, 48), b"\xa5" * 48)
                    outcomes.add("refused")
                dut.write("EVENT", 0x1F)
                dut.u_write("EVENT", 0x1F)
        self.assertEqual(outcomes, {"served", "refused"})

    def des(self) -> int:
        """What a command of the CPU for the first words of a key as one of DES gets: the response."""
        dut = self.dut
        dut.poke("AADLEN", 0)
        dut.poke("LEN", 8)
        code = dut.poke("CTRL", dut.map.field("CTRL", ALG="DES", MODE="ECB"))
        dut.poke("EVENT", 0x1F)
        return code

    def test_a_key_of_the_dma_is_for_its_command(self) -> None:
        """The CPU cannot use a key first that the DMA has loaded, or finish one with words of its own."""
        dut, rand = self.dut, self.rand
        key, data = rand.randbytes(32), rand.randbytes(48)
        image = dut.image("KEY", "AES", "CBC", key, 17, iv=bytes(16))
        job = Job(*image, [(data[:17], False)], [17])
        dut.run_jobs(job)
        self.assertEqual(dut.status(job), DONE | REFUSED | dut.map.field("EVENT", LENGTH=1) << 16)
        self.assertEqual(self.des(), SLVERR)
        # And no command of the DMA: the refusal has voided the key.
        out = dut.direct(dut.image("IV", "DES", "ECB", key[:8], 8), b"", data[:8])
        self.assertEqual(dut.u_outcome(), DONE | REFUSED | dut.map.field("EVENT", KEY=1) << 16)
        self.assertEqual(dut.fetch(out, 8), b"\xa5" * 8)
        good = dut.image("IV", "AES", "CBC", key, 48, iv=bytes(16))
        place = dut.alloc(32, 4)
        dut.store(place, key)
        dut.u_write("DIRECT_SETUP", dut.map["KEY"] // 4 | 8 << 10 | dut.map["CTRL"] // 4 << 24)
        dut.u_write("DIRECT_LOAD", place)
        dut.run(200)
        self.assertEqual(self.des(), SLVERR)
        dut.u_write("CONTROL", 0)
        dut.u_idle()
        dut.start_ring()
        served = 0
        for delay in range(100):
            job = Job(*dut.image("KEY", "AES", "CBC", key, 48, iv=bytes(16)), [(data, False)], [48])
            dut.place(job)
            dut.u_write("HEAD", dut.head)
            dut.run(delay)
            self.assertEqual(self.des(), SLVERR, delay)
            dut.u_idle()
            dut.wait_idle()
            served += not dut.status(job) & (REFUSED | MISMATCH)
            dut.u_write("EVENT", 0x1F)
            dut.write("EVENT", 0x1F)
        self.assertGreater(served, 0)
        out = dut.direct(good, key, data)
        self.assertEqual(dut.u_outcome(), DONE | 1 << 16)
        self.assertEqual(dut.fetch(out, 48), ref.cbc("AES", key, bytes(16), data, False))

    def test_keys_of_xts_have_one_writer(self) -> None:
        dut, rand = self.dut, self.rand
        keys, data = (rand.randbytes(16), rand.randbytes(16)), rand.randbytes(32)
        xts = {"FIRST": 1, "LAST": 1}
        dut.write("KEY2", *to_words(keys[1]))
        job = Job(*dut.image("KEY", "AES", "XTS", keys[0], 32, iv=bytes(16), **xts), [(data, False)], [32])
        dut.run_jobs(job)
        self.assertEqual(dut.status(job), DONE | REFUSED | dut.map.field("EVENT", KEY=1) << 16)
        place = dut.alloc(16, 4)
        dut.store(place, keys[1])
        dut.u_write("DIRECT_SETUP", dut.map["KEY2"] // 4 | 4 << 10 | dut.map["CTRL"] // 4 << 24)
        dut.u_write("DIRECT_LOAD", place)
        dut.run(200)
        dut.write("KEY", *to_words(keys[0]))
        dut.write("IV", 0, 0, 0, 0)
        dut.write("AADLEN", 0)
        dut.write("LEN", 32)
        word = dut.map.field("CTRL", ALG="AES", MODE="XTS", KEYLEN="K128", **xts)
        self.assertEqual(dut.poke("CTRL", word), SLVERR)
        dut.write("EVENT", 0x1F)
        dut.u_write("EVENT", 0x1F)
