# SPDX-License-Identifier: Apache-2.0
"""Hash block and DMA: rings, gather lists, alignments, chained requests, bus errors, stops."""

import hashlib
import hmac
import random
import sys
import unittest

from coverage import Cover
from hasher_udma_block import ALGS, HasherUdma
from model import SLVERR
from udma_block import DONE, ENTRIES, MEMORY, MISMATCH, REFUSED, RING, Job

# Cycles for 1024 bytes, by the memory's latency; hw/udma/README.md states them.
CYCLES_1024 = {
    1: {"MD5": 635, "SHA1": 782, "SHA256": 655, "SHA512": 502},
    4: {"MD5": 650, "SHA1": 803, "SHA256": 676, "SHA512": 564},
}

cover = Cover("hasher_udma")
cover.add(["in"], ["one", "list", "empty_segment"], range(4))
cover.add(["ring"], ["shrinks", "done"])
cover.add(["event"], ["refused", "surplus", "missing", "stop", "no_params", "seq"])
cover.add(["error"], ["data", "desc", "params", "in list", "result", "status"])


class HasherUdmaTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = HasherUdma("hasher", seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))
        self.dut.lib.tb_mem_latency(self.dut.tb, self.rand.randrange(1, 6))
        self.dut.any_order()
        self.dut.start_ring()

    def check(self, job: Job, model: bytes) -> None:
        status = self.dut.status(job)
        self.assertEqual(status & ~0xFFFF, DONE | 1 << 16, hex(status))
        self.assertEqual(self.dut.result(job), model)

    def test_digests(self) -> None:
        """One segment and lists, at every alignment."""
        for _ in range(60):
            alg = self.rand.choice(list(ALGS))
            data = self.rand.randbytes(
                self.rand.choice([0, 1, 3, 64, self.rand.randrange(600), self.rand.randrange(5000)])
            )
            pieces = [data] if self.rand.randrange(2) else self.dut.cut(data)
            job = self.dut.job(alg, pieces)
            self.dut.run_jobs(job)
            self.check(job, hashlib.new(alg.lower(), data).digest())
        for lane in range(4):
            data = self.rand.randbytes(101)
            for kind, pieces in (
                ("one", [data]),
                ("list", [data[:50], data[50:]]),
                ("empty_segment", [b"", data, b""]),
            ):
                self.dut.next_free = self.dut.next_free // 4 * 4 + lane
                job = self.dut.job("SHA256", pieces)
                self.dut.run_jobs(job)
                self.check(job, hashlib.sha256(data).digest())
                cover.hit("in", kind, lane)

    def test_chained_requests(self) -> None:
        """A full ring of requests, key loads among them, with one doorbell; the ring wraps."""
        for _ in range(6):
            jobs, models = [], []
            for _ in range((ENTRIES - 1) // 2):
                alg = self.rand.choice(list(ALGS))
                key, data = (
                    self.rand.randbytes(self.rand.randrange(1, 200)),
                    self.rand.randbytes(self.rand.randrange(300)),
                )
                load = self.dut.job(alg, [key], "KEY")
                jobs += [load, self.dut.job(alg, self.dut.cut(data), "HMAC")]
                models += [bytes(ALGS[alg][0]), hmac.new(key, data, alg.lower()).digest()]
            self.dut.run_jobs(*jobs)
            for job, model in zip(jobs, models, strict=True):
                self.check(job, model)
        self.assertEqual(self.dut.u_read("EVENT") & ~2, 0)

    def test_ring_that_shrinks(self) -> None:
        """RING_LAST below TAIL: the ring begins anew, and nothing beyond it is read or written."""
        dut = self.dut
        for _ in range(5):
            dut.run_jobs(dut.job("MD5", [b"a"]))
        dut.u_write("CONTROL", 0)
        dut.u_idle()
        self.assertEqual(dut.u_poke("RING_LAST", 0x10003), SLVERR)
        dut.u_write("RING_LAST", 3)
        self.assertEqual((dut.u_read("HEAD"), dut.u_read("TAIL")), (0, 0))
        beyond = dut.fetch(RING + 4 * 32, 0x800)
        dut.u_write("CONTROL", 1)
        dut.head = 0
        for _ in range(3):
            dut.place(dut.job("MD5", [b"b"]))
        for head in (4, 0x10002, 0x80000003):  # an index has 16 bits, and what is above them is not ignored
            self.assertEqual(dut.u_poke("HEAD", head), SLVERR)
        dut.u_write("HEAD", 3)
        dut.run(2000)
        self.assertEqual(dut.u_read("TAIL"), 3)
        self.assertEqual(dut.fetch(RING + 4 * 32, 0x800), beyond)
        cover.hit("ring", "shrinks")

    def test_done_descriptor_does_not_run_again(self) -> None:
        dut = self.dut
        job = dut.job("MD5", [b"abc"])
        dut.run_jobs(job)
        self.assertTrue(dut.status(job) & DONE)
        for i in range(dut.head, ENTRIES):
            dut.store(RING + 32 * i, dut.fetch(RING, 32))
        before = dut.fetch(0, MEMORY)
        dut.u_write("HEAD", 0)
        dut.run(2000)
        dut.u_idle()
        self.assertEqual((dut.u_read("CONTROL"), dut.u_read("EVENT") & 0x24), (0, 0x24))
        dut.u_write("EVENT", 0x3F)
        dut.u_write("RING_BASE", RING)
        dut.u_write("CONTROL", 1)
        dut.u_write("HEAD", 1)
        dut.run(2000)
        dut.u_idle()
        self.assertEqual((dut.u_read("CONTROL"), dut.u_read("EVENT") & 0x24), (0, 0x24))
        self.assertEqual(dut.u_read("ERROR_ADDR"), RING)
        self.assertEqual(dut.fetch(0, MEMORY), before)
        cover.hit("ring", "done")

    def test_interrupts(self) -> None:
        dut = self.dut
        dut.u_write("IRQ_EN", 1)
        dut.run_jobs(dut.job("MD5", [b"a"]), dut.job("MD5", [b"b"]))
        self.assertEqual((dut.irq, dut.u_read("EVENT")), (0, 2))
        dut.run_jobs(dut.job("MD5", [b"a"], irq=True))
        self.assertEqual((dut.irq, dut.u_read("EVENT")), (1, 3))
        dut.u_write("EVENT", 3)
        self.assertEqual((dut.irq, dut.u_read("EVENT")), (0, 0))

    def test_refused_command(self) -> None:
        dut = self.dut
        bad, good = dut.job("SHA1", [b"x"], "HMAC"), dut.job("SHA1", [b"abc"])
        dut.run_jobs(bad, good)
        self.assertEqual(dut.status(bad) & ~0xFFFF, DONE | REFUSED | dut.map.field("EVENT", NO_KEY=1) << 16)
        self.assertEqual(dut.result(bad), b"\xa5" * 20)
        self.check(good, hashlib.sha1(b"abc").digest())
        empty = dut.job("SHA1", [b""])
        empty.params = []
        dut.run_jobs(empty)
        self.assertTrue(dut.status(empty) & REFUSED)
        cover.hit("event", "no_params")
        self.assertEqual(dut.u_read("EVENT"), dut.udma.field("EVENT", ENGINE=1, IDLE=1))
        cover.hit("event", "refused")

    def test_lengths_that_disagree(self) -> None:
        """More or less data than the command takes ends with a status, not with a block that waits forever."""
        dut = self.dut
        for length, given, what in (
            (100, 60, "missing"),
            (100, 99, "ok"),
            (60, 100, "surplus"),
            (0, 5, "surplus"),
            (500, 0, "missing"),
            (64, 4000, "surplus"),
        ):
            job = dut.job("SHA256", [self.rand.randbytes(given)], length=length)
            dut.run_jobs(job)
            if what == "ok":  # the last word is there, if not all its bytes
                self.assertFalse(dut.status(job) & MISMATCH)
            else:
                self.assertTrue(dut.status(job) & MISMATCH, (length, given))
                cover.hit("event", what)
            good = dut.job("SHA256", [b"abc"])
            dut.run_jobs(good)
            self.check(good, hashlib.sha256(b"abc").digest())

    def test_bus_errors(self) -> None:
        """An error at each word that the DMA reads or writes; then all goes on."""
        dut = self.dut

        def job() -> Job:
            parts = [self.rand.randbytes(150), self.rand.randbytes(150)]
            return dut.job("SHA256", parts)

        def check_goes_on() -> None:
            good = dut.job("SHA256", [b"abc"])
            dut.run_jobs(good)
            self.check(good, hashlib.sha256(b"abc").digest())

        for code in (2, 3):
            for what in dut.each_failure(job, code):
                check_goes_on()
                cover.hit("error", what)
            for word in range(75):
                dut.place(bad := dut.job("SHA256", [self.rand.randbytes(300)]))
                at = int.from_bytes(dut.fetch(bad.at + 16, 4), "little") // 4 * 4 + 4 * word
                dut.fails_at(bad, at, code)
                cover.hit("error", "data")
        dut.place(bad := dut.job("MD5", [b"abc"]))
        dut.store(bad.at + 8, MEMORY.to_bytes(4, "little"))  # registers where no memory is
        dut.fails_at(bad, MEMORY, 3)
        check_goes_on()

    def test_stop_at_any_time(self) -> None:
        """After ENABLE = 0 and BUSY = 0 the block touches no memory, and starts anew."""
        dut = self.dut
        for _ in range(40):
            jobs = [
                dut.job(self.rand.choice(list(ALGS)), dut.cut(self.rand.randbytes(self.rand.randrange(400))))
                for _ in range(3)
            ]
            for job in jobs:
                dut.place(job)
            dut.u_write("HEAD", dut.head)
            dut.run(self.rand.randrange(400))
            dut.u_write("CONTROL", 0)
            dut.u_idle()
            self.assertEqual(dut.lib.tb_bus_busy(dut.tb), 0)
            before = dut.fetch(0, MEMORY)
            dut.run(100)
            self.assertEqual(dut.fetch(0, MEMORY), before)
            dut.wait_idle()
            dut.start_ring()
            good = dut.job("SHA512", [b"abc"])
            dut.run_jobs(good)
            self.check(good, hashlib.sha512(b"abc").digest())
            cover.hit("event", "stop")
        self.assertEqual(dut.lib.tb_violations(dut.tb), 0)

    def test_registers(self) -> None:
        dut = self.dut
        for reg in ("NAME", "VERSION"):
            self.assertEqual(dut.u_read(reg), dut.udma.registers[reg]["reset"])
        self.assertEqual(dut.u_read("CONFIG"), 16 | 8 << 8)  # words of a burst read, and written
        for reg, value in (("RING_BASE", 0x800), ("RING_LAST", 1), ("HEAD", ENTRIES)):
            self.assertEqual(dut.u_poke(reg, value), SLVERR)
            self.assertEqual(dut.u_read("EVENT"), dut.udma.field("EVENT", SEQ=1))
            dut.u_write("EVENT", 0x1F)
        dut.u_write("CONTROL", 0)
        self.assertEqual(dut.u_poke("RING_BASE", 0x810), SLVERR)
        dut.u_write("EVENT", 0x1F)
        self.assertEqual(dut.u_poke("TAIL", 0), SLVERR)
        cover.hit("event", "seq")

    def test_resets(self) -> None:
        """Each register reads after a reset as its page says."""
        for name, (value, documented) in self.dut.all_resets().items():
            self.assertEqual(value, documented, name)
        self.dut.reset()
        self.dut.wait_idle()

    def test_reset_in_mid_operation(self) -> None:
        dut = self.dut
        for _ in range(10):
            dut.place(dut.job("SHA256", [self.rand.randbytes(800)]))
            dut.u_write("HEAD", dut.head)
            dut.run(self.rand.randrange(300))
            dut.reset(2)
            dut.wait_idle()
            dut.start_ring()
            good = dut.job("SHA256", [b"abc"])
            dut.run_jobs(good)
            self.check(good, hashlib.sha256(b"abc").digest())

    def test_cpu_uses_the_engine_soon_after_a_reset(self) -> None:
        """While the DMA still erases its buffers: what the CPU has begun is not wiped, unless it writes ENABLE = 0."""
        dut = self.dut
        erasing = 0
        for wait in range(60):
            dut.reset(2)
            dut.wait_idle()
            dut.run(wait)
            erasing += dut.u_read("STATUS") & 1
            dut.write("LEN", 3)
            dut.write("CTRL", dut.map.field("CTRL", ALG="SHA256", FIRST=1, LAST=1))
            dut.write("DATA", int.from_bytes(b"abc", "little"))
            dut.wait_idle()
            self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", DONE=1))
            self.assertEqual(dut.read_bytes("DIGEST", 32), hashlib.sha256(b"abc").digest())
        self.assertTrue(0 < erasing < 60)
        for wait in range(30):
            dut.reset(2)
            dut.wait_idle()
            dut.write("LEN", 3)
            dut.run(wait)
            dut.u_write("CONTROL", 0)
            while dut.u_read("STATUS") & 1:
                pass
            self.assertEqual(dut.read("LEN"), 0)


class HasherUdmaSpeedTest(unittest.TestCase):
    """Cycles from the doorbell to the descriptor's completion for 1024 bytes, two memories."""

    def test_1024_bytes(self) -> None:
        for latency in (1, 4):
            dut = HasherUdma("hasher")
            dut.lib.tb_mem_latency(dut.tb, latency)
            dut.start_ring()
            for alg in ALGS:
                job = dut.job(alg, [bytes(1024)], irq=True)
                dut.u_write("IRQ_EN", 1)
                dut.next_free = -(-dut.next_free // 4096) * 4096 - 64
                dut.place(job)
                start = dut.cycles
                dut.u_write("HEAD", dut.head)
                while not dut.irq:
                    dut.run(1)
                took = dut.cycles - start
                dut.u_write("EVENT", 0x1F)
                dut.took(took, CYCLES_1024[latency][alg], latency, alg)
                if "-v" in sys.argv:
                    print(f"{alg}: {took} cycles, {took / 1024:.3f} c/B, memory of {latency}", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
