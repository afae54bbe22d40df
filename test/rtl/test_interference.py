# SPDX-License-Identifier: Apache-2.0
"""Software that uses the engine while a descriptor of somebody else runs: in no cycle does a descriptor with a wrong
result report success."""

import hashlib
import random
import unittest

import cipher_models as ref
from cryp_udma_block import DONE, MISMATCH, REFUSED, CrypUdma
from hasher_udma_block import HasherUdma
from udma_block import Job, UdmaBlock

FAILED = MISMATCH | REFUSED


class InterferenceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())

    def quick(self, dut: UdmaBlock) -> None:
        dut.lib.tb_mem_latency(dut.tb, self.rand.randrange(1, 6))
        dut.any_order()
        dut.start_ring()
        dut.pause(0)

    def disturbed(self, dut: UdmaBlock, job: Job, cycle: int, command: int | None) -> int:
        """The status of a job in whose cycle the CPU writes a command, or WIPE. A command that is still running after
        that is cancelled."""
        dut.place(job)
        dut.u_write("HEAD", dut.head)
        dut.run(cycle)
        if command is None:
            dut.write("WIPE", 1)
        else:
            dut.poke("CTRL", command)
        end, late = dut.cycles + dut.WAIT, dut.cycles + 3000
        while dut.u_read("TAIL") != dut.head:
            if dut.cycles > late:
                dut.write("WIPE", 1)
                late = end
            self.assertLess(dut.cycles, end)
        dut.write("WIPE", 1)
        dut.wait_idle()
        return dut.status(job)

    def succeeded(self, dut: UdmaBlock, status: int) -> bool:
        """As a driver judges it."""
        return status & (DONE | FAILED | 0xFF << 16) == DONE | dut.map.field("EVENT", DONE=1) << 16

    def old_done(self, dut: UdmaBlock, ctrl: int) -> None:
        """Leave the DONE of a command without data in EVENT, as software does that does not look at it."""
        dut.write("LEN", 0)
        dut.write("CTRL", ctrl)
        dut.wait_idle()
        self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", DONE=1))

    def test_hasher(self) -> None:
        dut = HasherUdma("hasher", seed=self.rand.getrandbits(32))
        own = dut.map.field("CTRL", ALG="MD5", FIRST=1, LAST=1)
        for stale in (False, True):
            for command in (None, own):
                self.quick(dut)
                outcomes = set()
                for cycle in range(200):
                    data = self.rand.randbytes(100)
                    dut.write("EVENT", 0xFF)
                    if stale:
                        self.old_done(dut, dut.map.field("CTRL", ALG="SHA256", FIRST=1, LAST=1))
                    job = dut.job("SHA256", [data])
                    good = self.succeeded(dut, self.disturbed(dut, job, cycle, command))
                    outcomes.add(good)
                    if good:
                        self.assertEqual(dut.result(job), hashlib.sha256(data).digest(), (stale, command, cycle))
                self.assertEqual(outcomes, {False, True})

    def test_cryp(self) -> None:
        """A tag that is stored, and one that is wrong."""
        dut = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        key, iv = self.rand.randbytes(16), self.rand.randbytes(12) + b"\0\0\0\1"
        for stale in (False, True):
            for verify in (0, 1):
                self.quick(dut)
                outcomes = set()
                for cycle in range(200):
                    data = self.rand.randbytes(48)
                    cipher, tag = ref.gcm("AES", key, iv[:12], b"", data)
                    dut.write("EVENT", 0xFF)
                    if stale:
                        dut.write("KEY", 1, 2, 3, 4)
                        self.old_done(dut, dut.map.field("CTRL", ALG="AES", MODE="ECB"))
                    fields = {"FIRST": 1, "LAST": 1} | ({"DECRYPT": 1, "VERIFY": 1, "TAGLEN": 16} if verify else {})
                    image = dut.image("TAG_IN", "AES", "GCM", key, 48, iv=iv, tag=bytes(16), **fields)
                    job = Job(*image, [(data, False)], [48], result_reg=dut.map["RESULT"], result_words=4)
                    good = self.succeeded(dut, self.disturbed(dut, job, cycle, None))
                    outcomes.add(good)
                    if good:
                        self.assertEqual((verify, dut.output(job), dut.result(job)), (0, cipher, tag), (stale, cycle))
                self.assertEqual(outcomes, {False} if verify else {False, True})


if __name__ == "__main__":
    unittest.main()
