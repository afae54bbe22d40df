# SPDX-License-Identifier: Apache-2.0
"""Cipher block and DMA: scatter and gather at every alignment, whole AEAD requests, streams in parts, chains."""

import itertools
import random
import sys
import unittest

import cipher_models as ref
import cryp_udma_keys
from coverage import Cover
from cryp_udma_block import CrypUdma
from model import SLVERR
from udma_block import DONE, MEMORY, MISMATCH, ORDERS, REFUSED, Job

# Cycles for 1024 bytes with a new key, by the memory's latency; hw/udma/README.md states them.
CYCLES_1024 = {
    1: {
        "AES-128-CBC": 738,
        "AES-192-CBC": 854,
        "AES-256-CBC": 988,
        "AES-128-CTR": 716,
        "AES-128-GCM": 743,
        "AES-192-GCM": 872,
        "AES-256-GCM": 1004,
        "AES-128-CCM": 1383,
        "AES-192-CCM": 1641,
        "AES-256-CCM": 1901,
        "SM4-128-CBC": 2176,
        "DES-64-CBC": 1116,
        "DES3-192-CBC": 3164,
    },
    4: {
        "AES-128-CBC": 759,
        "AES-192-CBC": 874,
        "AES-256-CBC": 1010,
        "AES-128-CTR": 737,
        "AES-128-GCM": 761,
        "AES-192-GCM": 884,
        "AES-256-GCM": 1021,
        "AES-128-CCM": 1404,
        "AES-192-CCM": 1660,
        "AES-256-CCM": 1916,
        "SM4-128-CBC": 2194,
        "DES-64-CBC": 1137,
        "DES3-192-CBC": 3185,
    },
}
# The same by the direct registers, from DIRECT_GO to the interrupt.
CYCLES_DIRECT = {
    1: {
        "AES-128-CBC": 666,
        "AES-192-CBC": 794,
        "AES-256-CBC": 922,
        "AES-128-CTR": 662,
        "AES-128-GCM": 686,
        "AES-192-GCM": 818,
        "AES-256-GCM": 950,
        "AES-128-CCM": 1316,
        "AES-192-CCM": 1576,
        "AES-256-CCM": 1836,
        "SM4-128-CBC": 2106,
        "DES-64-CBC": 1046,
        "DES3-192-CBC": 3094,
    },
    4: {
        "AES-128-CBC": 678,
        "AES-192-CBC": 802,
        "AES-256-CBC": 928,
        "AES-128-CTR": 671,
        "AES-128-GCM": 686,
        "AES-192-GCM": 818,
        "AES-256-GCM": 950,
        "AES-128-CCM": 1316,
        "AES-192-CCM": 1576,
        "AES-256-CCM": 1836,
        "SM4-128-CBC": 2109,
        "DES-64-CBC": 1052,
        "DES3-192-CBC": 3100,
    },
}

cover = Cover("cryp_udma")
cover.add(["align"], range(4), range(4))
cover.add(["lane"], ["GCM", "CCM", "CTR"], range(16))
cover.add(["scatter"], ["in", "out", "both"])
cover.add(["event"], ["auth", "out_short", "out_long", "refused"])
cover.add(["direct"], ["CBC", "CTR", "GCM", "CCM"], ["key", "kept"], ["enc", "dec"])
cover.add(["order"], ORDERS)
cover.add(["window"], ["params", "result", "in", "out", "in list", "out list", "lock"])
cover.add(["error"], [2, 3], ["read", "write", "desc", "params", "in list", "out list", "result", "status"])
cover.add(["direct end"], ["refused", "misplaced", "mismatch", "bus", "given up", "auth"])


class CrypUdmaTest(cryp_udma_keys.KeyTests):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = CrypUdma("cryp", seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))
        self.dut.lib.tb_mem_latency(self.dut.tb, self.rand.randrange(1, 6))
        self.dut.any_order()
        self.dut.start_ring()

    def ok(self, job: Job, event: str | None = None) -> None:
        events = {"DONE": 1} | ({event: 1} if event else {})
        self.assertEqual(self.dut.status(job) & ~0xFFFF, DONE | self.dut.map.field("EVENT", **events) << 16)

    def test_partial_words(self) -> None:
        """Registers take whole words alone, whatever the bus."""
        for strobe in (1, 2, 4, 8, 3, 12):
            self.assertEqual(self.dut.poke("LEN", 5, strobe=strobe), SLVERR)
            self.dut.write("EVENT", 0x1F)

    def test_every_alignment(self) -> None:
        dut = self.dut
        key, iv = self.rand.randbytes(16), self.rand.randbytes(16)
        for source in range(4):
            for sink in range(4):
                for _ in range(3):
                    data = self.rand.randbytes(16 * self.rand.randrange(1, 30))
                    job = Job(
                        *dut.image("KEY", "AES", "CBC", key, len(data), iv=iv),
                        [(data, False)],
                        [len(data)],
                        result_reg=dut.map["RESULT"] + 16,
                        result_words=4,
                    )
                    dut.place(job)
                    # The same descriptor with addresses of these alignments.
                    at = int.from_bytes(dut.fetch(job.at + 16, 4), "little")
                    a, b = dut.alloc(len(data) + 4, 4) + source, dut.alloc(len(data) + 4, 4) + sink
                    dut.store(a, dut.fetch(at, len(data)))
                    dut.store(job.at + 16, a.to_bytes(4, "little"))
                    dut.store(job.at + 24, b.to_bytes(4, "little"))
                    job.out_at = [b]
                    dut.run_jobs()
                    self.ok(job)
                    model = ref.cbc("AES", key, iv, data, False)
                    self.assertEqual(dut.output(job), model)
                    self.assertEqual(dut.fetch(b - sink, 4)[:sink], b"\xa5" * sink)
                    self.assertEqual(dut.fetch(b + len(data), 4 - sink), b"\xa5" * (4 - sink))
                    self.assertEqual(dut.result(job), model[-16:])
                    cover.hit("align", source, sink)

    def test_write_orders(self) -> None:
        """A memory may wait for data before it takes the address, and the other way round (AMBA AXI, A3.3.1)."""
        dut, key = self.dut, self.rand.randbytes(16)
        for order in ORDERS:
            dut.order(order)
            for pause in (0, 30):
                dut.pause(pause)
                data = self.rand.randbytes(16 * 21)
                job = Job(*dut.image("KEY", "AES", "ECB", key, len(data)), [(data, False)], [len(data)])
                dut.run_jobs(job)
                self.ok(job)
                self.assertEqual(dut.output(job), ref.ecb("AES", key, data))
                cover.hit("order", order)

    def test_errors_at_every_beat(self) -> None:
        """SLVERR and DECERR for each word that is read or written: the block stops, says where, and works again."""
        dut, key, words = self.dut, bytes(16), 48
        for code, word in itertools.product((2, 3), range(words)):
            for side, kind in ((16, "read"), (24, "write")):
                job = Job(*dut.image("KEY", "AES", "ECB", key, 4 * words), [(bytes(4 * words), False)], [4 * words])
                dut.place(job)
                at = int.from_bytes(dut.fetch(job.at + side, 4), "little") // 4 * 4 + 4 * word
                dut.fails_at(job, at, code)
                cover.hit("error", code, kind)
        good = Job(*dut.image("KEY", "AES", "ECB", key, 48), [(bytes(48), False)], [48])
        dut.run_jobs(good)
        self.assertEqual(dut.output(good), ref.ecb("AES", key, bytes(48)))

    def test_errors_beside_the_data(self) -> None:
        """The same for each word of descriptor, registers, lists, results and status."""
        dut, key, iv, text = self.dut, self.rand.randbytes(32), self.rand.randbytes(16), self.rand.randbytes(96)

        def job() -> Job:
            return Job(
                *dut.image("KEY", "AES", "CBC", key, 96, iv=iv),
                [(text[:40], False), (text[40:], False)],
                [48, 48],
                result_reg=dut.map["RESULT"] + 16,
                result_words=4,
            )

        for code in (2, 3):
            for what in dut.each_failure(job, code):
                self.assertEqual(dut.read_bytes("RESULT", 32), bytes(32), what)
                cover.hit("error", code, what)
        dut.run_jobs(good := job())
        self.assertEqual(dut.output(good), ref.cbc("AES", key, iv, text, False))

    def test_window(self) -> None:
        """Nothing outside the window is read or written, by any address of a descriptor or its lists; no address wraps;
        a locked window stays until a reset."""
        dut, key, size = self.dut, self.rand.randbytes(16), 512
        low, high = 0x400, 0x8000

        def windowed(first: int, last: int) -> None:
            dut.u_write("CONTROL", 0)
            dut.u_idle()
            dut.wait_idle()
            dut.u_write("WINDOW_BASE", first)
            dut.u_write("WINDOW_LAST", last)
            dut.start_ring()

        windowed(low, high - 1)
        dut.next_free = 0x1000
        self.assertEqual(dut.u_poke("WINDOW_BASE", 0), SLVERR)  # not while it runs
        dut.u_write("EVENT", 0x3F)
        outside = [high, high - 4, 0x3FC, 0xFFFFFFF0, 0xFFFFFE00, 0xFFFFFFFC, 0]
        for what, addr in itertools.product(("params", "result", "in", "out", "in list", "out list"), outside):
            job = Job(
                *dut.image("KEY", "AES", "CBC", key, size),
                [(bytes(size // 2), False)] * (2 if "in" in what else 1) if "list" in what else [(bytes(size), False)],
                [size // 2] * 2 if "list" in what else [size],
                result_reg=dut.map["RESULT"] + 16,
                result_words=4,
            )
            job.data = [(bytes(size // 2), False)] * 2 if "list" in what else [(bytes(size), False)]
            if dut.next_free > 0x4000:
                dut.next_free = 0x1000
            dut.place(job)
            word = {"params": 2, "result": 3, "in": 4, "in list": 4, "out": 6, "out list": 6}[what]
            dut.store(job.at + 4 * word, addr.to_bytes(4, "little"))
            beyond = dut.fetch(high, MEMORY - high), dut.fetch(0, low)
            reads = dut.lib.tb_mem_outside(dut.tb, 1, low, high)
            dut.u_write("HEAD", dut.head)
            dut.u_idle()
            self.assertEqual(dut.lib.tb_mem_outside(dut.tb, 1, low, high), reads, (what, hex(addr)))
            self.assertEqual((dut.u_read("CONTROL"), dut.u_read("EVENT") & 0x24), (0, 0x24), (what, hex(addr)))
            self.assertEqual((dut.fetch(high, MEMORY - high), dut.fetch(0, low)), beyond)
            dut.u_write("EVENT", 0x3F)
            dut.wait_idle()
            dut.start_ring()
            cover.hit("window", what)
        # The ring itself; and the lock
        dut.u_write("CONTROL", 0)
        dut.u_idle()
        for base in (0x3E0, high - 32 * 4, 0xFFFFFFE0):
            dut.u_write("RING_BASE", base)
            self.assertEqual(dut.u_poke("CONTROL", 1), SLVERR, hex(base))
        dut.u_write("LOCK", 1)
        dut.u_write("LOCK", 0)
        self.assertEqual(dut.u_read("LOCK"), 1)
        for reg in ("WINDOW_BASE", "WINDOW_LAST"):
            self.assertEqual(dut.u_poke(reg, 0), SLVERR)
        self.assertEqual((dut.u_read("WINDOW_BASE"), dut.u_read("WINDOW_LAST")), (low, high - 1))
        dut.u_write("EVENT", 0x3F)
        dut.start_ring()
        dut.next_free = 0x1000
        good = Job(*dut.image("KEY", "AES", "ECB", key, 48), [(bytes(48), False)], [48])
        dut.run_jobs(good)
        self.assertEqual(dut.output(good), ref.ecb("AES", key, bytes(48)))
        dut.reset()
        dut.u_idle()
        self.assertEqual((dut.u_read("LOCK"), dut.u_read("WINDOW_LAST")), (0, 0xFFFFFFFF))
        cover.hit("window", "lock")

    def test_in_place(self) -> None:
        dut, key = self.dut, self.rand.randbytes(32)
        for _ in range(10):
            data = self.rand.randbytes(16 * self.rand.randrange(1, 40))
            job = Job(*dut.image("KEY", "AES", "ECB", key, len(data)), [(data, False)], [len(data)])
            dut.place(job)
            at = int.from_bytes(dut.fetch(job.at + 16, 4), "little")
            dut.store(job.at + 24, at.to_bytes(4, "little"))
            job.out_at = [at]
            dut.run_jobs()
            self.ok(job)
            self.assertEqual(dut.output(job), ref.ecb("AES", key, data))

    def aead(self, mode: str, decrypt: int, wrong: int = 0) -> tuple[Job, bytes, bytes]:
        """A request in one descriptor: AAD and data gathered, text scattered, tag stored or verified."""
        dut, alg = self.dut, self.rand.choice(["AES", "SM4"])
        key = self.rand.randbytes(self.rand.choice([16, 24, 32]) if alg == "AES" else 16)
        iv, aad = self.rand.randbytes(12), self.rand.randbytes(self.rand.randrange(60))
        plain = self.rand.randbytes(self.rand.randrange(300))
        prefix, y, first = b"", b"", iv + b"\0\0\0\1"
        if mode == "GCM":
            cipher, tag = ref.gcm(alg, key, iv, aad, plain)
        else:
            cipher, tag = ref.ccm(alg, key, iv, aad, plain, 16)
            first, y, prefix = ref.ccm_blocks(iv, len(aad), len(plain), 16)
        aad = prefix + aad
        given = ref.xor(tag, bytes(15) + bytes([wrong])) if decrypt else b""
        fields = {"VERIFY": 1, "TAGLEN": 16} if decrypt else {}
        start = "TAG_IN" if decrypt else "Y" if mode == "CCM" else "KEY"
        data, model = (cipher, plain) if decrypt else (plain, cipher)
        segments = [(p, False) for p in dut.cut(aad)]
        segments = [*segments[:-1], (segments[-1][0], True), *[(p, False) for p in dut.cut(data)]]
        out = [len(p) for p in dut.cut(data)]
        job = Job(
            *dut.image(
                start, alg, mode, key, len(data), len(aad), first, y, given, DECRYPT=decrypt, FIRST=1, LAST=1, **fields
            ),
            segments,
            out,
            result_reg=dut.map["RESULT"],
            result_words=4,
        )
        return job, model, bytes(16) if decrypt else tag

    def test_aead_requests(self) -> None:
        """Chains of requests with different keys and modes."""
        dut = self.dut
        for _ in range(15):
            jobs = []
            for _ in range(4):
                decrypt, wrong = self.rand.randrange(2), self.rand.choice([0, 0, 1])
                jobs.append((*self.aead(self.rand.choice(["GCM", "CCM"]), decrypt, wrong), decrypt and wrong))
            dut.run_jobs(*[j[0] for j in jobs])
            for job, model, tag, bad in jobs:
                self.ok(job, "AUTH" if bad else None)
                self.assertEqual((dut.output(job), dut.result(job)), (model, tag))
                cover.hit("scatter", "both")
                if bad:
                    cover.hit("event", "auth")

    def test_streams_in_parts(self) -> None:
        """A stream that goes on in the middle of a block: lanes of the first word, state stored by DMA."""
        dut = self.dut
        for mode in ("GCM", "CCM", "CTR"):
            for at in range(16):
                key, iv = self.rand.randbytes(16), self.rand.randbytes(12)
                plain = self.rand.randbytes(at + 17 + self.rand.randrange(40))
                y, first = b"", iv + b"\0\0\0\1"
                if mode == "GCM":
                    cipher, tag = ref.gcm("AES", key, iv, b"", plain)
                elif mode == "CCM":
                    cipher, tag = ref.ccm("AES", key, iv, b"", plain, 16)
                    first, y, _ = ref.ccm_blocks(iv, 0, len(plain), 16)
                else:
                    cipher, tag = ref.ctr("AES", key, first, plain), bytes(16)
                out = b""
                counts = (0, 0)
                for begin, end in ((0, 16 + at), (16 + at, len(plain))):
                    part, lane = plain[begin:end], begin % 4
                    job = Job(
                        *dut.image(
                            "COUNT_AAD",
                            "AES",
                            mode,
                            key,
                            len(part),
                            0,
                            first,
                            y,
                            counts=counts,
                            FIRST=int(begin == 0),
                            LAST=int(end == len(plain)),
                        ),
                        [(part, False)],
                        [len(part)],
                        result_reg=dut.map["RESULT"],
                        result_words=16,
                        in_lane=lane,
                        out_lane=lane,
                    )
                    dut.run_jobs(job)
                    self.ok(job)
                    out += dut.output(job)
                    state = dut.result(job)
                    first, y, counts = state[16:32], state[32:48], (0, int.from_bytes(state[56:60], "little"))
                self.assertEqual((out, state[:16]), (cipher, tag), (mode, at))
                cover.hit("lane", mode, at)

    def test_scatter_or_gather(self) -> None:
        dut, key = self.dut, self.rand.randbytes(24)
        for what in ("in", "out") * 5:
            data = self.rand.randbytes(8 * self.rand.randrange(1, 60))
            pieces = dut.cut(data) if what == "in" else [data]
            out = [len(p) for p in dut.cut(data)] if what == "out" else [len(data)]
            job = Job(*dut.image("KEY", "DES3", "ECB", key, len(data)), [(p, False) for p in pieces], out)
            dut.run_jobs(job)
            self.ok(job)
            self.assertEqual(dut.output(job), ref.ecb("DES3", key, data))
            cover.hit("scatter", what)

    def test_direct(self) -> None:
        """Commands without a descriptor, with jobs of the ring in between: same data, same tags."""
        dut, rand = self.dut, self.rand
        dut.u_write("IRQ_EN", 1)
        for turn in range(64):
            mode, decrypt, kept = ("CBC", "CTR", "GCM", "CCM")[turn // 4 % 4], turn // 2 % 2, turn % 2
            if not kept:
                key = rand.randbytes(rand.choice([16, 24, 32]))
            data = rand.randbytes(16 * rand.randrange(1, 20) if mode == "CBC" else rand.randrange(1, 300))
            aead = mode in ("GCM", "CCM")
            nonce, iv, y, tag = rand.randbytes(12), rand.randbytes(16), b"", b""
            if mode == "GCM":
                iv = nonce + b"\0\0\0\1"
                expect, tag = ref.gcm("AES", key, nonce, b"", data)
            elif mode == "CCM":
                iv = b"\2" + nonce + bytes(3)
                y = b"\x3a" + nonce + len(data).to_bytes(3, "big")
                expect, tag = ref.ccm("AES", key, nonce, b"", data, 16)
            elif mode == "CTR":
                expect = ref.ctr("AES", key, iv, data)
            else:
                expect = ref.cbc("AES", key, iv, data, False)
            if decrypt:
                data, expect = expect, data
            wrong = decrypt and aead and rand.random() < 0.3
            fields = {"FIRST": int(mode != "CBC"), "LAST": int(aead), "DECRYPT": decrypt if mode != "CTR" else 0}
            if aead and decrypt:
                fields |= {"VERIFY": 1, "TAGLEN": 16}
            start = "TAG_IN" if aead and decrypt else "Y" if mode == "CCM" else "IV"
            shown = bytes([tag[0] ^ 1]) + tag[1:] if wrong else tag
            reg, words = dut.image(start, "AES", mode, key, len(data), iv=iv, y=y, tag=shown, **fields)
            skip = (dut.map["KEY"] - reg) // 4  # the key comes from memory
            if skip >= 0:
                for i, word in enumerate(words[:skip]):
                    dut.write(reg + 4 * i, word)
                reg, words = dut.map["IV"], words[skip + 8 :]
            out = dut.direct((reg, words), b"" if kept else key, data)
            status = dut.u_outcome()
            events = {"DONE": 1} | ({"AUTH": 1} if wrong else {})
            self.assertEqual(status, DONE | dut.map.field("EVENT", **events) << 16, (mode, decrypt))
            self.assertEqual(dut.fetch(out, len(data)), expect, (mode, len(key), decrypt))
            self.assertTrue(dut.guarded(out, len(data)))
            if aead and not decrypt:
                self.assertEqual(dut.read_bytes("RESULT", 16), tag)
            self.assertEqual(dut.read("EVENT"), 0)
            cover.hit("direct", mode, "kept" if kept else "key", "dec" if decrypt else "enc")
            if wrong:
                cover.hit("direct end", "auth")
            if kept and rand.random() < 0.5:
                job = Job(*dut.image("KEY", "AES", "CTR", key, 40, iv=iv, FIRST=1), [(bytes(40), False)], [40])
                dut.place(job)
                dut.u_write("HEAD", dut.head)
                while not dut.status(job) & DONE:  # the next command comes as soon as this can be seen
                    dut.run(1)
                self.ok(job)
                self.assertEqual(dut.output(job), ref.ctr("AES", key, iv, bytes(40)))

    def test_resets(self) -> None:
        """Each register reads after a reset as its page says."""
        for name, (value, documented) in self.dut.all_resets().items():
            self.assertEqual(value, documented, name)
        self.dut.reset()
        self.dut.wait_idle()

    def test_direct_as_the_ring_ends(self) -> None:
        """A direct command that begins when the last descriptor's status is in memory, before TAIL has moved, with the
        memory on the bus of the CPU or without an answer from it: each access is answered, and both end as they must,
        also if the descriptor was refused."""
        dut, rand = self.dut, self.rand
        key, data = rand.randbytes(32), rand.randbytes(48)
        good = dut.image("IV", "AES", "CBC", key, len(data), iv=bytes(16))
        for bus, refused, latency, delay in itertools.product(("own", "shared", "held"), (0, 1), (1, 9), range(6)):
            what = (bus, refused, latency, delay)
            dut.lib.tb_mem_latency(dut.tb, latency)
            reg, words = dut.image("KEY", "AES", "ECB", key, 48)
            job = Job(reg, [*words[:-1], 0xFFFF if refused else words[-1]], [(bytes(48), False)], [48], irq=True)
            dut.place(job)
            dut.u_write("HEAD", dut.head)
            while not dut.status(job) & DONE:
                dut.run(1)
            dut.shared = bus == "shared"
            dut.lib.tb_mem_hang(dut.tb, bus == "held")
            dut.run(delay)
            out = dut.direct(good, key, data)
            dut.lib.tb_mem_hang(dut.tb, 0)
            self.assertEqual(dut.u_outcome(), DONE | 1 << 16, what)
            self.assertEqual(dut.fetch(out, 48), ref.cbc("AES", key, bytes(16), data, False), what)
            self.assertEqual(dut.status(job) & (DONE | REFUSED), DONE | REFUSED * refused, what)
            self.assertEqual(dut.u_read("TAIL"), dut.head, what)
            dut.shared = False
            dut.write("EVENT", 0x1F)

    def test_direct_that_fails(self) -> None:
        """Each way in which a direct command ends without data, and the next one, which is served."""
        dut, rand = self.dut, self.rand
        registers = ["SETUP", "LOAD", "IN", "OUT", "LEN", "GO"]
        key, data = rand.randbytes(32), rand.randbytes(320)
        good = dut.image("IV", "AES", "CBC", key, len(data), iv=bytes(16))

        def served() -> None:
            dut.wait_idle()
            out = dut.direct(good, key, data, closed=True)
            for reg in registers:  # it has begun: nothing about it changes any more
                self.assertEqual(dut.u_poke(f"DIRECT_{reg}", 0), SLVERR, reg)
            self.assertEqual(dut.u_read("EVENT") & 16, 16)
            self.assertEqual(dut.u_outcome(), DONE | 1 << 16)
            self.assertEqual(dut.fetch(out, len(data)), ref.cbc("AES", key, bytes(16), data, False))
            self.assertEqual(dut.u_read("DIRECT_STATUS"), DONE | 1 << 16)

        served()
        # After a stop the writes of a new command are refused: the old outcome must not be taken for its own.
        dut.u_write("CONTROL", 0)
        dut.u_idle()
        self.assertEqual(dut.u_read("DIRECT_STATUS"), 0)
        for reg in registers:
            self.assertEqual(dut.u_poke(f"DIRECT_{reg}", 0), SLVERR, reg)
        self.assertEqual(dut.u_read("DIRECT_STATUS"), 0)
        dut.u_write("EVENT", 0x1F)
        dut.start_ring()
        served()
        dut.write("WIPE", 1)  # the key is gone
        dut.wait_idle()
        out = dut.direct(good, b"", data)
        self.assertEqual(dut.u_outcome(), DONE | REFUSED | dut.map.field("EVENT", KEY=1) << 16)
        self.assertEqual(dut.fetch(out, len(data)), b"\xa5" * len(data))
        cover.hit("direct end", "refused")
        served()
        for setup, place in ((good[0] // 4, 0x4000), (dut.map["KEY"] // 4 | 8 << 10, 0x4002)):
            dut.u_write("DIRECT_SETUP", setup | dut.map["CTRL"] // 4 << 24)
            dut.u_write("DIRECT_LOAD", place)
            dut.u_write("DIRECT_LEN", 16)
            dut.u_write("DIRECT_GO", good[1][-1])
            self.assertEqual(dut.u_outcome(), DONE | REFUSED)
        cover.hit("direct end", "misplaced")
        served()
        dut.u_write("DIRECT_SETUP", dut.map["CTRL"] // 4 << 24)
        self.assertEqual(dut.u_poke("DIRECT_GO", good[1][-1]), SLVERR)  # before DIRECT_LEN
        self.assertEqual(dut.u_read("STATUS"), 0)
        served()
        for length in (304, 336):
            dut.direct(good, key, data, length)
            self.assertEqual(dut.u_outcome() & (DONE | REFUSED | MISMATCH), DONE | MISMATCH)
            cover.hit("direct end", "mismatch")
            served()
        for setting in ("DIRECT_LOAD", "DIRECT_IN", "DIRECT_OUT"):
            dut.u_write("DIRECT_SETUP", dut.map["KEY"] // 4 | 8 << 10 | dut.map["CTRL"] // 4 << 24)
            place = dut.alloc(32, 4)
            dut.store(place, key)
            for reg in ("DIRECT_LOAD", "DIRECT_IN", "DIRECT_OUT"):
                if dut.u_read("CONTROL"):
                    dut.u_write(reg, 0x7FFF_0000 if reg == setting else place)
                    dut.run(60)
            if dut.u_read("CONTROL"):
                for i, word in enumerate(good[1][:-1]):
                    dut.write(good[0] + 4 * i, word)
                dut.u_write("DIRECT_LEN", len(data))
                dut.run(60)
            if dut.u_read("CONTROL"):
                dut.u_write("DIRECT_GO", good[1][-1])
                dut.run(400)
            self.assertEqual(dut.u_read("CONTROL"), 0, setting)
            dut.u_idle()
            self.assertEqual(dut.u_read("EVENT") & 5, 4)
            self.assertEqual(dut.u_read("ERROR_ADDR") >> 16, 0x7FFF)
            self.assertEqual(dut.u_read("DIRECT_STATUS"), 0)
            self.assertEqual(dut.u_poke("DIRECT_LOAD", place), SLVERR)
            dut.u_write("EVENT", 0x1F)
            dut.start_ring()
            cover.hit("direct end", "bus")
            served()
        for cycles in (*range(12), 30, 60, 200):
            dut.direct(good, key, data)
            dut.run(cycles)
            dut.u_write("CONTROL", 0)
            dut.u_idle()
            dut.wait_idle()
            self.assertEqual(dut.u_read("DIRECT_STATUS"), 0)
            dut.u_write("EVENT", 0x1F)
            dut.start_ring()
            dut.write("LEN", 16)
            self.assertEqual(dut.poke("CTRL", good[1][-1]), SLVERR)
            self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", KEY=1))
            dut.write("EVENT", 0x1F)
            cover.hit("direct end", "given up")
            served()
        for cycles in (rand.randrange(80), 400):  # while the key is loaded, and after it
            dut.u_write("DIRECT_SETUP", dut.map["KEY"] // 4 | 8 << 10 | dut.map["CTRL"] // 4 << 24)
            dut.u_write("DIRECT_LOAD", 0x4000)  # given up before the engine was started
            dut.run(cycles)
            dut.u_write("CONTROL", 0)
            dut.u_idle()
            dut.wait_idle()
            dut.start_ring()
            self.assertEqual(dut.poke("CTRL", good[1][-1]), SLVERR)
            self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", KEY=1))
            dut.write("EVENT", 0x1F)
            served()

    def test_stop_as_the_status_is_written(self) -> None:
        """A descriptor with a status has moved TAIL and raised its events; one without has done neither."""
        dut, key = self.dut, self.rand.randbytes(16)
        dut.pause(0)
        seen = set()
        for latency, delay in itertools.product((1, 5), range(150)):
            dut.lib.tb_mem_latency(dut.tb, latency)
            job = Job(*dut.image("KEY", "AES", "ECB", key, 16), [(bytes(16), False)], [16], irq=True)
            dut.place(job)
            dut.u_write("HEAD", dut.head)
            dut.run(delay)
            dut.u_write("CONTROL", 0)
            dut.u_idle()
            ended = dut.status(job) >> 31
            moved, events = dut.u_read("TAIL") == dut.head, dut.u_read("EVENT")
            self.assertEqual((moved, events), (bool(ended), 3 * ended), (latency, delay))
            seen.add(ended)
            dut.u_write("EVENT", 0x1F)
            dut.wait_idle()
            dut.write("EVENT", 0x1F)
            dut.start_ring()
        self.assertEqual(seen, {0, 1})

    def test_lengths_that_disagree(self) -> None:
        dut, key = self.dut, self.rand.randbytes(16)
        for length, given, room, what in (
            (64, 64, 32, "out_short"),
            (32, 32, 64, "out_long"),
            (64, 32, 64, "out_long"),
            (32, 64, 32, "out_short"),
            (160, 160, 0, "out_short"),
        ):
            job = Job(*dut.image("KEY", "AES", "ECB", key, length), [(bytes(given), False)], [room])
            dut.run_jobs(job)
            self.assertTrue(dut.status(job) & MISMATCH, (length, given, room))
            cover.hit("event", what)
            good = Job(*dut.image("KEY", "AES", "ECB", key, 48), [(bytes(48), False)], [48])
            dut.run_jobs(good)
            self.ok(good)
            self.assertEqual(dut.output(good), ref.ecb("AES", key, bytes(48)))
        job = Job(*dut.image("KEY", "AES", "ECB", key, 15), [(bytes(15), False)], [15])
        dut.run_jobs(job)
        self.assertTrue(dut.status(job) & REFUSED)
        self.assertEqual(dut.output(job), b"\xa5" * 15)
        cover.hit("event", "refused")


class CrypUdmaSpeedTest(unittest.TestCase):
    """Cycles from the doorbell to the descriptor's completion, key set-up included."""

    def test_1024_bytes(self) -> None:
        for latency in (1, 4):
            dut = CrypUdma("cryp")
            dut.lib.tb_mem_latency(dut.tb, latency)
            dut.start_ring()
            for alg, n, mode in (
                ("AES", 16, "CBC"),
                ("AES", 24, "CBC"),
                ("AES", 32, "CBC"),
                ("AES", 16, "CTR"),
                ("AES", 16, "GCM"),
                ("AES", 24, "GCM"),
                ("AES", 32, "GCM"),
                ("AES", 16, "CCM"),
                ("AES", 24, "CCM"),
                ("AES", 32, "CCM"),
                ("SM4", 16, "CBC"),
                ("DES", 8, "CBC"),
                ("DES3", 24, "CBC"),
            ):
                aead = mode in ("GCM", "CCM")
                job = Job(
                    *dut.image(
                        "Y" if mode == "CCM" else "KEY",
                        alg,
                        mode,
                        bytes(n),
                        1024,
                        iv=b"\2" + bytes(15),
                        FIRST=1,
                        LAST=int(aead),
                    ),
                    [(bytes(1024), False)],
                    [1024],
                    result_reg=dut.map["RESULT"] + (0 if aead else 16),
                    result_words=4,
                    irq=True,
                )
                dut.u_write("IRQ_EN", 1)
                dut.next_free = 0x2000
                dut.place(job)
                start = dut.cycles
                dut.u_write("HEAD", dut.head)
                while not dut.irq:
                    dut.run(1)
                took = dut.cycles - start
                dut.u_write("EVENT", 0x1F)
                name = f"{alg}-{8 * n}-{mode}"
                if "-v" in sys.argv:
                    print(f"{name}: {took} cycles, {took / 1024:.3f} c/B, memory of {latency}", file=sys.stderr)
                dut.took(took, CYCLES_1024[latency][name], latency, name)

    def test_1024_bytes_direct(self) -> None:
        """Cycles from the write of DIRECT_GO, the new key being there, to the interrupt."""
        for latency in (1, 4):
            dut = CrypUdma("cryp")
            dut.lib.tb_mem_latency(dut.tb, latency)
            dut.start_ring()
            dut.u_write("IRQ_EN", 1)
            for name, on_axi in CYCLES_DIRECT[latency].items():
                alg, bits, mode = name.split("-")
                aead = mode in ("GCM", "CCM")
                iv, fields = b"\2" + bytes(15), {"FIRST": 1, "LAST": int(aead)}
                image = dut.image("IV", alg, mode, bytes(int(bits) // 8), 1024, iv=iv, **fields)
                for i in range(int(bits) // 32):
                    dut.write(dut.map["KEY"] + 4 * i, 0)
                dut.next_free = 0x2000
                for i, word in enumerate(image[1][:-1]):
                    dut.write(image[0] + 4 * i, word)
                dut.u_write("DIRECT_SETUP", dut.map["CTRL"] // 4 << 24)
                dut.u_write("DIRECT_IN", 0x2000)
                dut.u_write("DIRECT_OUT", 0x3000)
                dut.u_write("DIRECT_LEN", 1024)
                start = dut.cycles
                dut.u_write("DIRECT_GO", image[1][-1])
                while not dut.irq:
                    dut.run(1)
                took = dut.cycles - start
                self.assertEqual(dut.u_outcome(), DONE | 1 << 16)
                if "-v" in sys.argv:
                    print(f"{name}: {took} cycles from GO, memory of {latency}", file=sys.stderr)
                dut.took(took, on_axi, latency, name)


if __name__ == "__main__":
    unittest.main()
