# SPDX-License-Identifier: Apache-2.0
"""The block with AES-GCM alone and a column of AES a cycle, behind its DMA and with a key manager's port: whole
messages in any segments, what a stop leaves in it, and a manager's key."""

import itertools
import unittest

import cipher_models as ref
from cryp_block import SIZES, to_words
from model import SLVERR
from test_side import SideBase
from test_state import end_request
from udma_block import Job

DONE, REFUSED = 1 << 31, 1 << 30


class GcmUdmaTest(SideBase):
    variant = "-gcm"

    def image(
        self, key: bytes | None, iv: bytes, aad: int, length: int, tag: bytes | None = None, **fields: int
    ) -> tuple[int, list[int]]:
        """Registers of a whole message, with a key from TAG_IN to CTRL, without one from IV. A tag is verified."""
        dut = self.dut
        if tag is not None:
            fields |= {"DECRYPT": 1, "VERIFY": 1, "TAGLEN": len(tag)}
        size = fields.pop("size", 0) or len(key or b"")
        message = [*to_words(iv), aad, length, dut.ctrl("AES", size, "GCM", FIRST=1, LAST=1, STREAM=1, **fields)]
        if key is None:
            return dut.map["IV"], message
        before = to_words((tag or b"").ljust(16, b"\x55")) + [0] * 4 + to_words(key.ljust(32, b"\0"))
        return dut.map["TAG_IN"], before + message

    def message(self, key: bytes, wrong: bool | None = None, side: int = 0) -> tuple[Job, bytes, bytes, int]:
        """A message to encrypt, or with wrong to decrypt and verify, in segments anywhere; its text, its tag, and its
        events. With side, the key is the manager's."""
        dut, rand = self.dut, self.rand
        iv, aad, plain = self.bytes(12), self.bytes(rand.randrange(40)), self.bytes(rand.randrange(200))
        cipher, tag = ref.gcm("AES", key, iv, aad, plain)
        given = None if wrong is None else ref.xor(tag, bytes([*bytes(15), int(wrong)]))
        if side and given:  # its image has no TAG_IN, which stands before KEY
            dut.write_bytes("TAG_IN", given)
        image = self.image(
            None if side else key, iv + b"\0\0\0\1", len(aad), len(plain), given, size=len(key), SIDE_KEY=side
        )
        segments = [(part, False) for part in dut.cut(aad)]
        segments = [*segments[:-1], (segments[-1][0], True)]
        segments += [(part, False) for part in dut.cut(plain if wrong is None else cipher)]
        out = [len(part) for part in dut.cut(plain)]
        job = Job(*image, segments, out, result_reg=dut.map["RESULT"], result_words=4)
        events = dut.map.field("EVENT", DONE=1, AUTH=int(bool(wrong)))
        return job, cipher if wrong is None else plain, tag if wrong is None else bytes(16), events

    def runs(self, *messages: tuple[Job, bytes, bytes, int]) -> None:
        self.dut.run_jobs(*[job for job, *_ in messages])
        for job, text, tag, events in messages:
            self.assertEqual(self.dut.status(job) & ~0xFFFF, DONE | events << 16)
            self.assertEqual((self.dut.output(job), self.dut.result(job)), (text, tag))
        self.dut.write("EVENT", 0x1F)

    def test_messages(self) -> None:
        """Chains of messages with other keys and lengths of keys, some with a wrong tag."""
        for _ in range(12):
            keys = [self.bytes(self.rand.choice(SIZES["AES"])) for _ in range(4)]
            self.runs(*[self.message(key, self.rand.choice([None, False, True])) for key in keys])

    def test_nothing_is_left(self) -> None:
        """A stop, WIPE and a reset leave neither key nor text nor what comes from them, at any moment of a message."""
        dut = self.dut
        for how, _ in itertools.product(("wipe", "stop", "reset"), range(12)):
            key, iv, text = self.bytes(32), self.bytes(12) + b"\0\0\0\1", self.bytes(320)
            stream = ref.ctr("AES", key, iv, bytes(16))
            secrets = [key, text, iv[:12], stream, ref.ecb("AES", key, bytes(16)), ref.ctr("AES", key, iv, text)]
            job = Job(*self.image(key, iv, 0, len(text)), [(text, False)], [len(text)])
            dut.place(job)
            dut.u_write("HEAD", dut.head)
            dut.run(self.rand.randrange(80, 1400))
            self.assertGreater(dut.found(key, text), 0)
            end_request(dut, how)
            self.assertEqual(dut.found(*secrets, show=1), 0, how)
            dut.start_ring()
            dut.write("EVENT", 0x1F)
            self.runs(self.message(key))

    def test_a_managers_key(self) -> None:
        """It serves messages of the CPU and of the DMA, and no register reads or changes it, or serves another use."""
        dut = self.dut
        for size in SIZES["AES"]:
            key, _ = self.begin("AES", size, "GCM")
            self.works("AES", size, "GCM", key, b"")
            secret = {w for k in (key, ref.ecb("AES", key, bytes(16))) for w in to_words(k)}
            secret |= {int.from_bytes(w.to_bytes(4, "little"), "big") for w in secret}
            for at in itertools.chain(range(0, 0x400, 4), range(0x1000, 0x1100, 4)):
                self.assertNotIn(dut.peek(at)[0], secret, hex(at))
            dut.write("EVENT", 0x1F)
            for reg, index in itertools.product(("KEY", "KEY2"), range(8)):
                self.assertEqual(dut.poke(reg, 0, index), SLVERR)
                self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", KEY=1))
                dut.write("EVENT", 0x1F)
            dut.write("LEN", 16)
            for other, side in itertools.product(SIZES["AES"], (0, 1)):
                if (other, side) != (size, 1):
                    self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", other, "GCM", SIDE_KEY=side, FIRST=1)))
            for wrong in (None, False, True):
                self.runs(self.message(key, wrong, side=1))
            job = Job(*self.image(self.bytes(size), bytes(16), 0, 16, SIDE_KEY=1), [(bytes(16), False)], [16])
            dut.run_jobs(job)
            self.assertEqual(dut.status(job) & (DONE | REFUSED), DONE | REFUSED)
            self.assertEqual(dut.output(job), b"\xa5" * 16)
            dut.write("EVENT", 0x1F)
            self.works("AES", size, "GCM", key, b"")

    def test_a_managers_key_is_erased(self) -> None:
        """By WIPE, the manager, a stop of the DMA and a reset, at any moment of a message or of a load."""
        dut = self.dut
        for how, turn in itertools.product(("wipe", "manager", "stop", "reset"), range(8)):
            key = self.bytes(32)
            if turn % 2:
                dut.side_load("AES", 32, "GCM", key)
                job = Job(*self.image(None, bytes(16), 0, 64, size=32, SIDE_KEY=1), [(bytes(64), False)], [64])
                dut.place(job)
                dut.u_write("HEAD", dut.head)
                dut.run(self.rand.randrange(50, 500))
            else:
                for i in range(self.rand.randrange(1, 8)):
                    self.assertTrue(dut.side_word(i, to_words(key)[i], 0, dut.ctrl("AES", 32, "GCM") & 0x7F))
            self.assertGreater(dut.found(key), 0)
            if how == "reset":
                dut.reset()
            elif how == "manager":
                dut.side_clear(0, self.rand.choice([1, 2, 50]))
                dut.run(200)
            elif how == "stop" and turn % 2:
                dut.u_write("CONTROL", 0)
            else:
                end = dut.cycles + 20000
                while dut.u_read("TAIL") != dut.head:
                    self.assertLess(dut.cycles, end)
                dut.write("WIPE", 1)
            dut.u_idle()
            dut.wait_idle()
            dut.run(60)
            if dut.locked:  # a stop after the message's end erased nothing
                self.assertEqual(how, "stop")
                dut.write("WIPE", 1)
                dut.wait_idle()
            self.assertEqual((dut.locked, dut.found(key, show=1)), (False, 0), (how, turn))
            dut.write("EVENT", 0x1F)
            dut.write("LEN", 0)
            self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 32, "GCM", SIDE_KEY=1, FIRST=1)))
            dut.start_ring()
            dut.write("EVENT", 0x1F)
            self.runs(self.message(key))
            dut.write("WIPE", 1)
            dut.wait_idle()


if __name__ == "__main__":
    unittest.main()
