# SPDX-License-Identifier: Apache-2.0
"""Software that uses the engine while a descriptor of somebody else runs: in no cycle does a descriptor with a wrong
result report success."""

import hashlib
import random
import unittest

import cipher_models as ref
from cryp_udma_block import CrypUdma
from hasher_udma_block import HasherUdma
from model import OKAY, SLVERR
from udma_block import DONE, MISMATCH, REFUSED, Job, UdmaBlock

FAILED = MISMATCH | REFUSED


class InterferenceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())

    def quick(self, dut: UdmaBlock, latency: int) -> None:
        dut.lib.tb_mem_latency(dut.tb, latency)
        dut.any_order()
        dut.start_ring()
        dut.pause(0)

    def disturbed(self, dut: UdmaBlock, job: Job, cycle: int, reg: str, value: int) -> bool:
        """Whether a job reports success although the CPU writes a register in a cycle of it: a command, WIPE, or
        EVENT. A command of the CPU's that still runs long after that is cancelled."""
        dut.place(job)
        dut.u_write("HEAD", dut.head)
        dut.run(cycle)
        dut.poke(reg, value)
        end, late = dut.cycles + dut.WAIT, dut.cycles + 3000
        while dut.u_read("TAIL") != dut.head:
            if dut.cycles > late:
                dut.write("WIPE", 1)
                late = end
            self.assertLess(dut.cycles, end)
        dut.write("WIPE", 1)
        dut.wait_idle()
        status = dut.status(job)
        failed = bool(status & FAILED)
        self.assertTrue(failed or status & dut.map.field("EVENT", DONE=1) << 16, hex(status))
        self.assertEqual(dut.u_read("EVENT") & dut.udma.field("EVENT", ENGINE=1) != 0, failed)
        dut.u_write("EVENT", 0x3F)
        return status & (DONE | FAILED | 0xFF << 16) == DONE | dut.map.field("EVENT", DONE=1) << 16  # as a driver does

    def old_done(self, dut: UdmaBlock, ctrl: int) -> None:
        """Leave the DONE of a command without data in EVENT, as software does that does not look at it."""
        dut.write("LEN", 0)
        dut.write("CTRL", ctrl)
        dut.wait_idle()
        self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", DONE=1))

    def wipe(self, dut: CrypUdma) -> None:
        dut.write("WIPE", 1)

    def another(self, dut: CrypUdma) -> None:
        """A command of the CPU with the key that is there, if it is taken now."""
        if dut.poke("CTRL", dut.map.field("CTRL", ALG="AES", MODE="CTR")) == OKAY:
            for _ in range(2):
                dut.write("DATA_IN", 1, 2, 3, 4)
                for _ in range(4):
                    dut.peek("DATA_OUT")

    def test_hasher(self) -> None:
        """A message in one part, and the end of one whose state is loaded."""
        dut = HasherUdma("hasher", seed=self.rand.getrandbits(32))
        own, first, last = (
            dut.map.field("CTRL", ALG=alg, FIRST=a, LAST=b)
            for alg, a, b in (("MD5", 1, 1), ("SHA256", 1, 0), ("SHA256", 0, 1))
        )
        head, data = self.rand.randbytes(64), self.rand.randbytes(100)
        dut.wait_idle()
        dut.write("LEN", 64)
        dut.write("CTRL", first)
        for at in range(0, 64, 4):
            dut.write("DATA", int.from_bytes(head[at : at + 4], "little"))
        dut.wait_idle()
        state = [dut.read("H", i) for i in range(16)] + [64, 0, 0, 0]
        goes_on = Job(
            dut.map["H"],
            [*state, len(data), last | dut.map.field("CTRL", STREAM=1)],
            [(data, False)],
            result_reg=dut.map["DIGEST"],
            result_words=8,
        )
        for job, whole in ((dut.job("SHA256", [data]), data), (goes_on, head + data)):
            for stale, latency in ((False, 1), (True, 4), (False, 20)):
                for reg, value in (("WIPE", 1), ("CTRL", own), ("EVENT", 0x0F)):
                    self.quick(dut, latency)
                    outcomes = set()
                    for cycle in range(0, 300, 1 if job is goes_on or latency < 20 else 3):
                        dut.write("EVENT", 0xFF)
                        if stale:
                            self.old_done(dut, dut.map.field("CTRL", ALG="SHA256", FIRST=1, LAST=1))
                        good = self.disturbed(dut, job, cycle, reg, value)
                        outcomes.add(good)
                        if good:
                            where = (job is goes_on, stale, latency, reg, cycle)
                            self.assertEqual(dut.result(job), hashlib.sha256(whole).digest(), where)
                    self.assertIn(True, outcomes)
                    self.assertTrue(False in outcomes or reg == "EVENT")

    def test_cryp(self) -> None:
        """A tag that is stored, one that is wrong, and a stream in mid-block whose place in it is loaded."""
        dut = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        key, iv, data = self.rand.randbytes(16), self.rand.randbytes(12) + b"\0\0\0\1", self.rand.randbytes(48)
        cipher, tag = ref.gcm("AES", key, iv[:12], b"", data)
        stream = ref.ctr("AES", key, iv, bytes(4) + data)[4:]
        gcm = dut.image("TAG_IN", "AES", "GCM", key, 48, iv=iv, tag=bytes(16), FIRST=1, LAST=1)
        verify = dut.image(
            "TAG_IN", "AES", "GCM", key, 48, iv=iv, tag=bytes(16), FIRST=1, LAST=1, DECRYPT=1, VERIFY=1, TAGLEN=16
        )
        goes_on = dut.image("COUNT_AAD", "AES", "CTR", key, 48, iv=iv, counts=(0, 4))
        own = dut.map.field("CTRL", ALG="AES", MODE="GCM", FIRST=1, LAST=1)
        for image, want in ((gcm, (cipher, tag)), (verify, None), (goes_on, (stream, b""))):
            words = 4 if want and want[1] else 0
            for stale, latency in ((False, 1), (True, 4), (False, 20)):
                for reg, value in (("WIPE", 1), ("CTRL", own), ("EVENT", 0x10), ("EVENT", 0x1F)):
                    self.quick(dut, latency)
                    outcomes = set()
                    for cycle in range(0, 400, 1 if latency < 20 else 2):
                        job = Job(*image, [(data, False)], [48], result_reg=dut.map["RESULT"], result_words=words)
                        dut.write("EVENT", 0xFF)
                        if stale:
                            dut.write("KEY", 1, 2, 3, 4)
                            self.old_done(dut, dut.map.field("CTRL", ALG="AES", MODE="ECB"))
                        good = self.disturbed(dut, job, cycle, reg, value)
                        outcomes.add(good)
                        if good:
                            self.assertEqual((dut.output(job), dut.result(job)), want, (stale, latency, reg, cycle))
                    self.assertEqual(True in outcomes, want is not None, (stale, latency, reg, value))
                    self.assertTrue(False in outcomes or reg == "EVENT")

    def test_direct(self) -> None:
        """Direct commands whose key is being loaded from a slow memory: the tag of nothing, and a counter that somebody
        else's command moves."""
        dut = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        key, iv, data = self.rand.randbytes(32), self.rand.randbytes(12) + b"\0\0\0\1", self.rand.randbytes(32)
        nothing = dut.image("IV", "AES", "GCM", key, 0, iv=iv, FIRST=1, LAST=1)
        stream = dut.image("IV", "AES", "CTR", key, 32, iv=iv)
        own = dut.map.field("CTRL", ALG="AES", MODE="CTR")

        outcomes = set()
        for image, text, want, meddle in (
            (nothing, b"", ref.gcm("AES", key, iv[:12], b"", b"")[1], self.wipe),
            (stream, data, ref.ctr("AES", key, iv, data), self.another),
        ):
            for latency in (1, 60, 400):
                self.quick(dut, latency)
                for cycle in range(0, 60 + 3 * latency, 1 + latency // 40):
                    dut.write("WIPE", 1)
                    dut.wait_idle()
                    dut.write("KEY", 1, 2, 3, 4)
                    dut.write("LEN", 0)
                    dut.write("CTRL", own)
                    dut.wait_idle()
                    out = dut.direct(image, key, text)
                    dut.run(cycle)
                    if dut.u_read("DIRECT_STATUS"):
                        dut.u_outcome()
                        break
                    meddle(dut)
                    status = dut.u_outcome()
                    failed = bool(status & FAILED)
                    self.assertTrue(failed or status & dut.map.field("EVENT", DONE=1) << 16, hex(status))
                    outcomes.add(failed)
                    if not failed and text:
                        self.assertEqual(dut.fetch(out, len(text)), want, (latency, cycle))
                    elif not failed:  # or the wipe came after the end
                        self.assertIn(dut.read_bytes("RESULT", 16), (want, bytes(16)), (latency, cycle))
        self.assertEqual(outcomes, {False, True})

    def test_direct_after_the_ring(self) -> None:
        """A direct command that is written while the status of the ring's last descriptor waits for the memory: what
        disturbs the one is no error of the other."""
        dut = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        key, iv, data = self.rand.randbytes(16), self.rand.randbytes(16), self.rand.randbytes(32)
        image = dut.image("IV", "AES", "CTR", key, 32, iv=iv)
        good = DONE | dut.map.field("EVENT", DONE=1) << 16

        for meddle in (None, self.wipe, self.another):
            self.quick(dut, 1)
            for cycle in range(40):
                before = Job(*dut.image("KEY", "AES", "CTR", key, 32, iv=iv), [(bytes(32), False)], [32])
                dut.write("EVENT", 0x1F)
                dut.place(before)
                dut.u_write("HEAD", dut.head)
                while not dut.status(before) & DONE:
                    dut.run(1)
                with dut.hung():
                    self.assertNotEqual(dut.u_read("TAIL"), dut.head)
                    out = dut.direct(image, b"", data)
                    dut.run(cycle)
                    if meddle:
                        meddle(dut)
                    dut.run(60)
                    self.assertEqual(dut.u_read("DIRECT_STATUS"), 0)
                end = dut.cycles + dut.WAIT
                while not (status := dut.u_read("DIRECT_STATUS")):
                    self.assertLess(dut.cycles, end)
                self.assertEqual(dut.status(before) & ~0xFFFF, good)
                failed = bool(status & FAILED)
                self.assertEqual(failed, meddle is not None, (meddle, cycle, hex(status)))
                self.assertEqual(dut.u_read("EVENT") & dut.udma.field("EVENT", ENGINE=1) != 0, failed)
                if not failed:
                    self.assertEqual((status, dut.fetch(out, 32)), (good, ref.ctr("AES", key, iv, data)))
                dut.u_write("EVENT", 0x3F)

    def test_go_before_the_engine_is_idle(self) -> None:
        """A direct command is refused and moves no data if an earlier erasure still runs at DIRECT_GO."""
        dut = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        key, iv, data = self.rand.randbytes(16), self.rand.randbytes(16), self.rand.randbytes(32)
        first, words = dut.image("KEY", "AES", "CTR", key, 32, iv=iv)
        self.quick(dut, 1)
        for waits in (False, True):
            place, at, out = dut.alloc(4 * len(words), 4), dut.alloc(32), dut.alloc(32)
            dut.store(place, b"".join(word.to_bytes(4, "little") for word in words[:-1]))
            dut.store(at, data)
            before = dut.fetch(out, 32)
            dut.write("WIPE", 1)
            if waits:
                dut.wait_idle()
            dut.u_write("DIRECT_SETUP", first // 4 | (len(words) - 1) << 10 | dut.map["CTRL"] // 4 << 24)
            for reg, value in (("LOAD", place), ("IN", at), ("OUT", out), ("LEN", 32), ("GO", words[-1])):
                dut.u_write(f"DIRECT_{reg}", value)
            self.assertEqual(dut.u_outcome() & FAILED, 0 if waits else REFUSED)
            self.assertEqual(dut.fetch(out, 32), ref.ctr("AES", key, iv, data) if waits else before)

    def test_another_stream_before_go(self) -> None:
        """A command of somebody else that takes its data from the DMA, after DIRECT_LEN: it gets no word of the input,
        its output goes nowhere, and the direct command is refused."""
        data = self.rand.randbytes(48)
        cryp = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        hasher = HasherUdma("hasher", seed=self.rand.getrandbits(32))
        decrypt = cryp.map.field("CTRL", ALG="AES", MODE="CBC", DECRYPT=1, STREAM=1)
        hashes = hasher.map.field("CTRL", ALG="SHA256", FIRST=1, LAST=1, STREAM=1)
        for dut, ctrl, length in ((cryp, decrypt, 16), (cryp, decrypt, 48), (hasher, hashes, 4), (hasher, hashes, 48)):
            self.quick(dut, 1)
            place, out = dut.alloc(48), dut.alloc(48)
            dut.store(place, data)
            dut.u_write("DIRECT_SETUP", dut.map["CTRL"] // 4 << 24)
            for reg, value in (("IN", place), ("OUT", out), ("LEN", 48)):
                dut.u_write(f"DIRECT_{reg}", value)
            dut.run(60)
            if dut is cryp:
                dut.write("KEY", 1, 2, 3, 4)
                dut.write("IV", *4 * [0])
                dut.write("AADLEN", 0)
            dut.write("LEN", length)
            self.assertEqual(dut.poke("CTRL", ctrl), OKAY)
            dut.run(300)
            busy, done = dut.map.field("STATUS", BUSY=1), dut.map.field("EVENT", DONE=1)
            self.assertEqual((dut.read("STATUS") & busy, dut.read("EVENT") & done), (busy, 0))
            dut.u_write("DIRECT_GO", ctrl)
            self.assertEqual(dut.u_outcome() & (DONE | FAILED), DONE | REFUSED)
            dut.run(100)
            self.assertEqual((dut.read("STATUS") & busy, dut.fetch(out, 48)), (busy, b"\xa5" * 48))
            dut.write("WIPE", 1)
            dut.wait_idle()

    def test_descriptor_before_a_direct_command(self) -> None:
        """A descriptor of somebody else between DIRECT_SETUP, IN, OUT and what begins with them: that is refused until
        all three are written anew, and nothing is read or written in their place."""
        dut = CrypUdma("cryp", seed=self.rand.getrandbits(32))
        key, iv, data = self.rand.randbytes(16), self.rand.randbytes(16), self.rand.randbytes(32)
        first, words = dut.image("KEY", "AES", "CTR", key, 32, iv=iv)
        other = dut.image("KEY", "AES", "CTR", bytes(16), 32, iv=iv)
        self.quick(dut, 1)
        place, at, out = dut.alloc(4 * len(words), 4), dut.alloc(32), dut.alloc(32)
        dut.store(place, b"".join(word.to_bytes(4, "little") for word in words[:-1]))
        dut.store(at, data)
        settings = {
            "SETUP": first // 4 | (len(words) - 1) << 10 | dut.map["CTRL"] // 4 << 24,
            "IN": at,
            "OUT": out,
        }
        seq = dut.udma.field("EVENT", SEQ=1)
        for left_out in settings:
            for reg, value in settings.items():
                dut.u_write(f"DIRECT_{reg}", value)
            job = Job(*other, [(bytes(32), False)], [32])
            dut.run_jobs(job)
            dut.u_write("EVENT", 0x3F)
            result = dut.output(job)
            for reg, value in settings.items():
                if reg != left_out:
                    dut.u_write(f"DIRECT_{reg}", value)
            for reg, needs in (("LOAD", ("SETUP",)), ("LEN", tuple(settings))):
                answer = dut.u_poke(f"DIRECT_{reg}", {"LOAD": place, "LEN": 32}[reg])
                self.assertEqual(answer, SLVERR if left_out in needs else OKAY, (reg, left_out))
            dut.run(300)
            self.assertEqual(dut.u_read("EVENT"), seq)
            self.assertEqual((dut.fetch(out, 32), dut.output(job)), (b"\xa5" * 32, result))
            dut.u_write(f"DIRECT_{left_out}", settings[left_out])
            if left_out == "SETUP":
                dut.u_write("DIRECT_LOAD", place)
            dut.u_write("DIRECT_LEN", 32)
            dut.u_write("DIRECT_GO", words[-1])
            self.assertEqual(dut.u_outcome() & (DONE | FAILED), DONE)
            self.assertEqual(dut.fetch(out, 32), ref.ctr("AES", key, iv, data))
            dut.store(out, b"\xa5" * 32)


if __name__ == "__main__":
    unittest.main()
