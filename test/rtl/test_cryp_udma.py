# SPDX-License-Identifier: Apache-2.0
"""Cipher block and DMA: scatter and gather at every alignment, whole AEAD requests, streams in parts, chains."""

import random
import sys
import unittest

import cipher_models as ref
from coverage import Cover
from cryp_block import to_words
from udma_block import Job, UdmaBlock

DONE, REFUSED, MISMATCH = 1 << 31, 1 << 30, 1 << 29
# Cycles for 1024 bytes with a new key, by the memory's latency; hw/udma/README.md states them.
CYCLES_1024 = {
    1: {
        "AES-128-CBC": 758,
        "AES-192-CBC": 882,
        "AES-256-CBC": 1018,
        "AES-128-CTR": 742,
        "AES-128-GCM": 765,
        "AES-192-GCM": 898,
        "AES-256-GCM": 1034,
        "AES-128-CCM": 1405,
        "AES-192-CCM": 1667,
        "AES-256-CCM": 1931,
        "SM4-128-CBC": 2176,
        "DES-64-CBC": 1116,
        "DES3-192-CBC": 3164,
    },
    4: {
        "AES-128-CBC": 776,
        "AES-192-CBC": 897,
        "AES-256-CBC": 1033,
        "AES-128-CTR": 757,
        "AES-128-GCM": 783,
        "AES-192-GCM": 910,
        "AES-256-GCM": 1051,
        "AES-128-CCM": 1426,
        "AES-192-CCM": 1686,
        "AES-256-CCM": 1946,
        "SM4-128-CBC": 2194,
        "DES-64-CBC": 1137,
        "DES3-192-CBC": 3185,
    },
}

cover = Cover("cryp_udma")
cover.add(["align"], range(4), range(4))
cover.add(["lane"], ["GCM", "CCM", "CTR"], range(16))
cover.add(["scatter"], ["in", "out", "both"])
cover.add(["event"], ["auth", "out_short", "out_long", "refused"])


class CrypUdma(UdmaBlock):
    """Requests as a driver makes them: one image of registers from the first that is needed up to CTRL."""

    def image(
        self,
        start: str,
        alg: str,
        mode: str,
        key: bytes,
        length: int,
        aad_len: int = 0,
        iv: bytes = b"",
        y: bytes = b"",
        tag: bytes = b"",
        counts: tuple[int, int] = (0, 0),
        **fields: int,
    ) -> tuple[int, list[int]]:
        """Registers from start to CTRL."""
        keylen = f"K{8 * len(key)}" if alg == "AES" else "K128"
        ctrl = self.map.field("CTRL", ALG=alg, MODE=mode, KEYLEN=keylen, STREAM=1, **fields)
        image = {
            "COUNT_AAD": [counts[0], 0],
            "COUNT": [counts[1], 0],
            "TAG_IN": to_words(tag.ljust(16, b"\x55")),
            "Y": to_words(y.ljust(16, b"\0")),
            "KEY": to_words(key.ljust(32, b"\0")),
            "IV": to_words(iv.ljust(16, b"\0")),
            "AADLEN": [aad_len],
            "LEN": [length],
            "CTRL": [ctrl],
        }
        names = list(image)
        return self.map[start], [w for name in names[names.index(start) :] for w in image[name]]


class CrypUdmaTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = CrypUdma("cryp", seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))
        self.dut.lib.tb_mem_latency(self.dut.tb, self.rand.randrange(1, 6))
        self.dut.start_ring()

    def ok(self, job: Job, event: str | None = None) -> None:
        events = {"DONE": 1} | ({event: 1} if event else {})
        self.assertEqual(self.dut.status(job) & ~0xFFFF, DONE | self.dut.map.field("EVENT", **events) << 16)

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


if __name__ == "__main__":
    unittest.main()
