# SPDX-License-Identifier: Apache-2.0
"""Hostile programs for a block with its DMA: registers, descriptors, WIPE, ENABLE, bus errors and a key manager in any
order and at any moment, half of them on one bus with the memory. Nothing outside the locked window is reached, no
access hangs, the bus keeps its rules; after a stop and WIPE nothing of keys and text is left, and the next request is
right."""

import ctypes
import hashlib
import unittest

import cipher_models as ref
from cryp_block import to_words
from model import Map
from udma_block import MEMORY, RING, SEARCHABLE, Job, UdmaBlock

LOW, HIGH = 0x400, 0x10000  # the window
STORMS, STEPS = 30, 40


class Storm(UdmaBlock):
    """A block in the hands of somebody who knows its pages and means no good."""

    def __init__(self, ip: str, seed: int) -> None:
        super().__init__(ip, variant=SEARCHABLE, seed=seed)
        self.ip, self.seen = ip, set()
        self.secrets = [self.rand.getrandbits(32) | 0x01010101 for _ in range(6)]
        self.engine = list(self.map.registers.values())
        self.dma = list(Map("udma").registers.values())
        self.shared = bool(seed % 2)
        self.u_idle()
        self.u_write("WINDOW_BASE", LOW)
        self.u_write("WINDOW_LAST", HIGH - 1)
        self.u_write("LOCK", 1)
        self.beyond = self.rand.randbytes(MEMORY - HIGH)
        self.store(HIGH, self.beyond)
        self.lib.tb_mem_outside(self.tb, 1, LOW, HIGH)

    def plain(self) -> int:
        """A number that is no secret: a length, an address, bits of control."""
        kinds = [0, 1, 4, 16, 64, 0xFFFFFFFF, self.rand.randrange(256), self.rand.getrandbits(14)]
        kinds += [self.rand.randrange(LOW, HIGH), self.rand.getrandbits(32) & ~0xFF0000, HIGH - self.rand.randrange(70)]
        return self.rand.choice(kinds)

    def ctrl(self) -> int:
        """A command, more often than not a legal one."""
        word = 0
        if self.ip == "cryp" and self.rand.random() < 0.7:
            mode = self.rand.choice(["ECB", "CTR", "GCM", "CMAC"])
            side = self.get("STATUS", "SIDE_KEY")
            verify = {"VERIFY": 1, "TAGLEN": 16} if mode in ("GCM", "CMAC") and self.rand.random() < 0.5 else {}
            return self.map.field("CTRL", ALG="AES", KEYLEN="K256", MODE=mode, FIRST=1, LAST=1, SIDE_KEY=side, **verify)
        for field in self.map.registers["CTRL"]["field"]:
            values = list(field.get("values", {}).values()) or range(1 << field.get("width", 1))
            word |= self.rand.choice(list(values)) << field["lsb"]
        return word & ~(self.rand.choice([0, 0, 1]) * self.map.field("CTRL", STREAM=1))

    def touch(self) -> None:
        """Read or write a register of the block."""
        reg = self.rand.choice(self.engine)
        index = self.rand.randrange(reg.get("count", 1))
        name = reg["name"]
        if self.rand.random() < 0.3:
            self.peek(name, index)
        elif name in ("EVENT", "IRQ_EN", "LEN", "AADLEN"):
            self.poke(name, self.plain(), index)
        elif name == "CTRL":
            self.poke(name, self.ctrl())
        else:
            self.poke(name, self.rand.choice(self.secrets), index)

    def key(self) -> None:
        """A key, all of it or a part, and often a command by the CPU with its data, all or a part."""
        if self.ip == "cryp":
            for i in range(self.rand.choice([4, 8, 8, self.rand.randrange(9)])):
                self.poke("KEY", self.rand.choice(self.secrets), i)
        self.poke("LEN", length := self.rand.choice([16, 32, 64]))
        self.poke("CTRL", self.ctrl())
        for _ in range(self.rand.choice([0, 3, length // 4])):
            self.poke("DATA_IN" if self.ip == "cryp" else "DATA", self.rand.choice(self.secrets))
            if self.ip == "cryp" and self.rand.random() < 0.7:
                self.peek("DATA_OUT")

    def touch_dma(self) -> None:
        reg = self.rand.choice(self.dma)
        if self.rand.random() < 0.3:
            self.peek(0x1000 + reg["offset"])
        else:
            value = 1 if reg["name"] == "CONTROL" else self.plain()
            self.poke(0x1000 + reg["offset"], self.rand.choice([value, 0, 1]))

    def descriptor(self) -> None:
        """One that a driver would write, with some words wrong, or any words."""
        text = b"".join(self.rand.choice(self.secrets).to_bytes(4, "little") for _ in range(self.rand.randrange(1, 30)))
        self.next_free = self.rand.randrange(0x1000, HIGH - 0x8000)
        regs = [r["offset"] for r in self.engine]
        whole = [self.map["KEY"]] * 4 if self.ip == "cryp" else []
        start = self.rand.choice([self.map["CTRL"], self.map["LEN"], *whole, *regs])
        count = min((self.map["CTRL"] - start) // 4 + 1, 40) if start <= self.map["CTRL"] else self.rand.randrange(1, 9)
        params = [self.rand.choice(self.secrets) for _ in range(count)]
        stream = self.map.field("CTRL", STREAM=self.rand.choice([0, 1, 1, 1]))
        params[-2:] = [len(text), self.ctrl() | stream][-len(params) :]
        segments = [(text, False)] if self.rand.random() < 0.6 else [(text[:9], True), (text[9:], False)]
        job = Job(start, params, segments, [len(text)], self.rand.choice(regs), self.rand.randrange(20))
        job.in_lane, job.out_lane = self.rand.randrange(4), self.rand.randrange(4)
        job.irq = self.rand.random() < 0.5
        self.place(job)
        for _ in range(self.rand.choice([0, 0, 1, 8])):
            self.store(job.at + 4 * self.rand.randrange(8), (self.plain() & 0xFFFFFFFF).to_bytes(4, "little"))
        self.poke(0x1000 + self.udma["HEAD"], self.rand.choice([self.head, self.head, self.plain()]))

    def enable(self) -> None:
        for reg, value in (("RING_BASE", RING), ("RING_LAST", 7), ("CONTROL", 1)):
            self.poke(0x1000 + self.udma[reg], value)
        self.head = 0

    def memory(self) -> None:
        at = self.rand.randrange(LOW, HIGH) & ~3
        self.lib.tb_mem_bad(self.tb, at, at + self.rand.choice([0, 4, 64, 0x2000]))
        self.lib.tb_mem_code(self.tb, self.rand.choice([2, 3]))
        self.lib.tb_mem_latency(self.tb, self.rand.randrange(1, 9))
        self.any_order()
        self.pause(self.rand.choice([0, 0, 20]))

    def manager(self) -> None:
        if hasattr(self.lib, "tb_side_word"):
            word, use = ctypes.c_uint32(self.rand.choice(self.secrets)), self.ctrl() & 0x7F
            last = self.rand.randrange(2)
            self.lib.tb_side_word(self.tb, self.rand.randrange(16), word, last, use, ctypes.c_uint64(20))
            if self.rand.random() < 0.2:
                at = self.rand.randrange(50)
                self.lib.tb_side_clear(self.tb, ctypes.c_uint64(at), ctypes.c_uint64(self.rand.choice([1, 3])))

    def step(self) -> None:
        steps = [self.touch] * 3 + [self.key] * 2 + [self.touch_dma] * 2 + [self.descriptor] * 4 + [self.enable] * 2
        steps += [self.memory, self.manager, lambda: self.poke("WIPE", 1), lambda: self.u_write("CONTROL", 0)]
        self.rand.choice(steps)()
        self.run(self.rand.choice([0, 0, 1, 3, 20, 150]))
        for ip, base in ((self.ip, 0), ("udma", 0x1000)):
            fields = Map(ip).registers["EVENT"]["field"]
            word = self.read(base + self.map["EVENT"])
            self.seen |= {f"{ip}.{field['name']}" for field in fields if word >> field["lsb"] & 1}

    def calm(self) -> None:
        """What a driver does with a block that it finds in any state."""
        self.lib.tb_mem_bad(self.tb, 0, 0)
        self.pause(0)
        self.run(60)  # a key manager's last erasure
        self.u_write("CONTROL", 0)
        self.u_idle()
        self.write("WIPE", 1)
        self.wait_idle()
        self.run(60)
        for at in ("EVENT", 0x1000 + self.udma["EVENT"]):
            self.write(at, 0xFFFF)

    def secrets_found(self, show: bool = True) -> int:
        return self.words_found(self.secrets, show)


class StormTest(unittest.TestCase):
    seen: set[str]

    def all_seen(self, ip: str) -> None:
        """Every event of both parts has been raised, so the storms reach what they are for."""
        for part in (ip, "udma"):
            for field in Map(part).registers["EVENT"]["field"]:
                self.assertIn(f"{part}.{field['name']}", self.seen)

    def storm(self, ip: str, seed: int) -> Storm:
        dut = Storm(ip, seed)
        dut.enable()
        for _ in range(STEPS):
            dut.step()
        self.seen |= dut.seen
        dut.calm()
        self.assertEqual(dut.lib.tb_violations(dut.tb), 0)
        self.assertEqual(dut.lib.tb_mem_outside(dut.tb, 0, 0, 0), 0)
        self.assertEqual(dut.fetch(HIGH, len(dut.beyond)), dut.beyond)
        self.assertEqual(dut.secrets_found(), 0)
        dut.next_free = 0x1000
        dut.start_ring()
        return dut

    def test_cryp(self) -> None:
        self.seen = set()
        for seed in range(STORMS):
            with self.subTest(seed=seed):
                dut = self.storm("cryp", seed)
                key, iv, text = dut.rand.randbytes(32), dut.rand.randbytes(12) + b"\0\0\0\1", dut.rand.randbytes(77)
                ctrl = dut.map.field("CTRL", ALG="AES", MODE="GCM", KEYLEN="K256", FIRST=1, LAST=1, STREAM=1)
                image = [*to_words(key), *to_words(iv), 0, len(text), ctrl]
                job = Job(dut.map["KEY"], image, [(text, False)], [len(text)], dut.map["RESULT"], 4)
                dut.run_jobs(job)
                self.assertEqual((dut.output(job), dut.result(job)), ref.gcm("AES", key, iv[:12], b"", text))
        self.all_seen("cryp")

    def test_hasher(self) -> None:
        self.seen = set()
        for seed in range(STORMS):
            with self.subTest(seed=seed):
                dut = self.storm("hasher", seed)
                text = dut.rand.randbytes(150)
                ctrl = dut.map.field("CTRL", ALG="SHA256", FIRST=1, LAST=1, STREAM=1)
                job = Job(dut.map["LEN"], [len(text), ctrl], [(text, False)], [], dut.map["DIGEST"], 8)
                dut.run_jobs(job)
                self.assertEqual(dut.result(job), hashlib.sha256(text).digest())
        self.all_seen("hasher")


if __name__ == "__main__":
    unittest.main()
