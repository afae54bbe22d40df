#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cipher block with AES-GCM alone (Ciphers = 1, Modes = GCM and GCM_IV) against cryptography (OpenSSL), and that it
refuses everything else; with AesColumns = 1 also that a wipe leaves nothing in it."""

import os
import random
import unittest

import cipher_models as ref
import cryp_wipe
from coverage import Cover
from cryp_block import SIZES, Cryp, section, to_words
from model import SLVERR

VARIANT = os.environ.get("OB_RTL_VARIANT", "")
MODES = ("ECB", "CBC", "CTR", "GCM", "CCM", "XTS", "CMAC", "GCM_IV")
THERE = {("AES", "GCM"), ("AES", "GCM_IV")}

cover = Cover("cryp" + VARIANT)
cover.add(["gcm"], SIZES["AES"], ["enc", "dec"], ["cpu", "stream"], [12, 1, 16, 60])
cover.add(["tag"], range(4, 17), ["right", "wrong"])
cover.add(["split"], ["aad", "data"], range(16))
cover.add(["refused"], SIZES, MODES)
cover.add(["void"], ["used", "new", "dma", "KEY2"])
cover.add(["end"], ["wipe", "reset"])


class GcmTest(cryp_wipe.WipeTests):
    """Each test has a block of its own with random pauses, seeded by the test's name."""

    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = Cryp(VARIANT, seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))

    def tearDown(self) -> None:
        self.assertEqual(self.dut.read("EVENT"), 0, "an event was left over")

    def test_identity(self) -> None:
        self.assertEqual(self.dut.get("CONFIG", "CIPHERS"), 1)
        self.assertEqual(self.dut.get("CONFIG", "MODES"), sum(1 << MODES.index(mode) for _, mode in THERE))

    def message(
        self, n: int, decrypt: int, stream: int, iv_len: int, aad_len: int, length: int, tag_len: int = 16,
        wrong: int | None = None,
    ) -> None:  # fmt: skip
        """A whole message; with wrong, the bit of the tag that is flipped."""
        dut, (key, iv, aad, plain) = self.dut, [self.rand.randbytes(k) for k in (n, iv_len, aad_len, length)]
        cipher, tag = ref.gcm("AES", key, iv, aad, plain)
        j0 = ref.gcm_j0("AES", key, iv)
        dut.load(key=key)
        if iv_len == 12:
            dut.load(iv=j0)
        else:
            dut.command("AES", n, "GCM_IV", iv, stream=stream)
            self.assertEqual((dut.done(), dut.result()["iv"]), (0, j0))
        tag = tag[:tag_len]
        given = tag if wrong is None else ref.xor(tag, (1 << wrong).to_bytes(tag_len, "little"))
        out = dut.command(
            "AES", n, "GCM", cipher if decrypt else plain, aad, given if decrypt else None, stream,
            FIRST=1, LAST=1, DECRYPT=decrypt,
        )  # fmt: skip
        self.assertEqual(out, plain if decrypt else cipher, (n, decrypt, stream, iv_len, aad_len, length))
        result = dut.result()
        self.assertEqual(dut.done(), dut.map.field("EVENT", AUTH=int(wrong is not None)))
        self.assertEqual(result["tag"][:tag_len], bytes(tag_len) if decrypt else tag)
        if decrypt:
            cover.hit("tag", tag_len, "right" if wrong is None else "wrong")

    def test_messages(self) -> None:
        for n in SIZES["AES"]:
            for decrypt in (0, 1):
                for stream in (0, 1):
                    for iv_len in (12, 1, 16, 60):
                        self.message(n, decrypt, stream, iv_len, self.rand.randrange(40), self.rand.randrange(70))
                        cover.hit("gcm", n, ["enc", "dec"][decrypt], ["cpu", "stream"][stream], iv_len)

    def test_every_length(self) -> None:
        self.dut.pause(0)
        for length in range(50):
            for aad_len in (0, 1, 15, 16, 17, length):
                self.message(16, length % 2, 1, 12, aad_len, length)

    def test_tags(self) -> None:
        for tag_len in range(4, 17):
            for wrong in (None, self.rand.randrange(8 * tag_len)):
                self.message(16, 1, 1, 12, 5, 20, tag_len, wrong)

    def test_parts(self) -> None:
        """A message in two commands, cut at every byte of a block; the test keeps the state in between."""
        dut = self.dut
        for where in ("aad", "data"):
            for cut in range(16):
                key, iv, aad, plain = (self.rand.randbytes(k) for k in (32, 12, 37, 43))
                cipher, tag = ref.gcm("AES", key, iv, aad, plain)
                dut.load(key=key, iv=ref.gcm_j0("AES", key, iv))
                at = 16 + cut
                if where == "aad":
                    dut.command("AES", 32, "GCM", b"", aad[:at], stream=1, FIRST=1)
                    out = b""
                    rest = {"data": plain, "aad": aad[at:], "skip_aad": at % 16}
                else:
                    out = dut.command("AES", 32, "GCM", plain[:at], aad, stream=1, FIRST=1)
                    rest = {"data": plain[at:], "skip": at % 16}
                state = dut.result()
                self.assertEqual(dut.done(), 0)
                dut.load(key=key, iv=state["iv"], y=state["y"], count=state["count"], count_aad=state["count_aad"])
                out += dut.command("AES", 32, "GCM", stream=1, LAST=1, **rest)
                self.assertEqual((out, dut.result()["tag"], dut.done()), (cipher, tag, 0), (where, cut))
                cover.hit("split", where, cut)

    def test_everything_else_is_refused(self) -> None:
        dut = self.dut
        for alg, sizes in SIZES.items():
            for mode in MODES:
                n = sizes[0]
                dut.load(key=bytes(range(n)), key2=bytes(range(1, n + 1)))
                if (alg, mode) in THERE:
                    cover.hit("refused", alg, mode)
                    continue
                dut.write("LEN", 16)
                for decrypt in (0, 1):
                    code = dut.poke("CTRL", dut.ctrl(alg, n, mode, FIRST=1, LAST=1, DECRYPT=decrypt))
                    self.assertEqual((code, dut.read("EVENT")), (SLVERR, dut.map.field("EVENT", SEQ=1)), (alg, mode))
                    dut.write("EVENT", 0xFF)
                    self.assertEqual(dut.get("STATUS", "BUSY"), 0)
                cover.hit("refused", alg, mode)

    def test_random_parts(self) -> None:
        """Messages cut anywhere, with another key's command between the parts."""
        dut, rand = self.dut, self.rand
        for _ in range(60):
            n, decrypt = rand.choice(SIZES["AES"]), rand.randrange(2)
            key, iv, aad, plain = (rand.randbytes(k) for k in (n, 12, rand.randrange(50), rand.randrange(100)))
            cipher, tag = ref.gcm("AES", key, iv, aad, plain)
            data, model = (cipher, plain) if decrypt else (plain, cipher)
            state = {"iv": ref.gcm_j0("AES", key, iv), "y": bytes(16), "count": 0, "count_aad": 0}
            at_aad = at = last = 0
            out = b""
            while not last:
                if rand.random() < 0.5:
                    self.message(16, 0, 1, 12, 3, 5)
                dut.load(key=key, iv=state["iv"], y=state["y"], count=state["count"], count_aad=state["count_aad"])
                take_aad = 0 if at else min(rand.randrange(24), len(aad) - at_aad)
                take = min(rand.randrange(40), len(data) - at) if at_aad + take_aad == len(aad) else 0
                last = int(at_aad + take_aad == len(aad) and at + take == len(data) and rand.random() < 0.7)
                out += dut.command(
                    "AES", n, "GCM", data[at : at + take], aad[at_aad : at_aad + take_aad], stream=rand.randrange(2),
                    skip=at % 16, skip_aad=at_aad % 16, FIRST=int(at + at_aad == 0), LAST=last, DECRYPT=decrypt,
                )  # fmt: skip
                at, at_aad, state = at + take, at_aad + take_aad, dut.result()
                self.assertEqual((dut.done(), state["count"], state["count_aad"]), (0, at, at_aad))
            self.assertEqual((out, state["tag"]), (model, tag))

    def test_state_in_between(self) -> None:
        """Y is GHASH so far, with the bytes of a partial block at their places; the tag is there with LAST alone."""
        dut, key, iv = self.dut, self.rand.randbytes(16), self.rand.randbytes(16)
        h, data = ref.ecb("AES", key, bytes(16)), self.rand.randbytes(40)
        cipher = ref.xor(data, ref.ecb("AES", key, ref.counter_blocks(iv, 3, 32))[:40])
        dut.load(key=key, iv=iv)
        self.assertEqual(dut.command("AES", 16, "GCM", data, FIRST=1), cipher)
        result = dut.result()
        self.assertEqual(result["y"], ref.xor(ref.ghash(h, cipher[:32]), ref.pad16(cipher[32:])))
        self.assertEqual((result["tag"], result["iv"], dut.done()), (bytes(16), iv, 0))
        # hw/cryp/README.md: who may start commands gets the hash key.
        dut.load(key=key, iv=bytes(16), y=b"\x80" + bytes(15), count=0, count_aad=0)
        dut.command("AES", 16, "GCM", b"", bytes(16))
        self.assertEqual((dut.done(), dut.result()["y"]), (0, h))

    def test_another_iv_begins_a_message(self) -> None:
        """After GCM_IV, Y and the counts are 0: the next command needs no FIRST."""
        dut = self.dut
        for stream in (0, 1):
            key, iv, aad, plain = (self.rand.randbytes(k) for k in (16, 8, 20, 40))
            dut.load(key=key)
            dut.command("AES", 16, "GCM_IV", iv, stream=stream)
            self.assertEqual((dut.done(), dut.result()["y"]), (0, bytes(16)))
            cipher, tag = ref.gcm("AES", key, iv, aad, plain)
            self.assertEqual(dut.command("AES", 16, "GCM", plain, aad, None, stream, LAST=1), cipher)
            self.assertEqual((dut.done(), dut.result()["tag"]), (0, tag))

    def test_registers_of_the_state(self) -> None:
        """What a write does is seen by an access in the next cycle; no key can be read."""
        dut, first = self.dut, {"IV": 4, "Y": 8, "COUNT_AAD": 12, "COUNT": 14}
        values = {}
        for reg, word in first.items():
            for i in range(2 if "COUNT" in reg else 4):
                values[word + i] = self.rand.getrandbits(32)
                accesses: list[tuple[str, int, int | None]] = [(reg, i, values[word + i]), ("RESULT", word + i, None)]
                self.assertEqual(dut.at_once(*accesses), [values[word + i]] * 2, (reg, i))
        self.assertEqual([dut.read("RESULT", word) for word in range(16)], [0] * 4 + [values[w] for w in range(4, 16)])
        dut.load(key=b"\xff" * 32, key2=b"\xff" * 32)
        for reg in ("KEY", "KEY2", "TAG_IN"):
            self.assertEqual([dut.peek(dut.offset(reg, i))[0] for i in range(4)], [0] * 4)

    def test_limits(self) -> None:
        dut, key, iv = self.dut, self.rand.randbytes(16), self.rand.randbytes(12) + b"\0\0\0\1"
        for length, aad, count, count_aad, ok in (
            (16, 1, 16, 16, False), (1, 0, (1 << 36) - 32, 0, False), (33, 0, (1 << 36) - 64, 0, False),
            (0, 0, 1 << 36, 0, False), (0, 0, 1 << 63, 0, False), (0xFFFFFFFF, 0, 0xF00000000, 0, False),
            (0xFFFFFFFF, 0, (1 << 64) - 1, 0, False), (0, 1, 0, (1 << 61) - 1, False), (0, 0, 0, 1 << 61, False),
            (0, 32, 0, (1 << 64) - 16, False), (0, 0xFFFFFFFF, 0, (1 << 64) - 1, False),
            (0, 0, (1 << 36) - 32, (1 << 61) - 1, True), (16, 0, (1 << 36) - 48, 7, True),
        ):  # fmt: skip
            dut.load(key=key, iv=iv, y=bytes(16), count=count, count_aad=count_aad)
            dut.write("LEN", length)
            dut.write("AADLEN", aad)
            if not ok:
                refused = dut.refused("LENGTH", "CTRL", dut.ctrl("AES", 16, "GCM"))
                self.assertTrue(refused, (length, aad, count, count_aad))
                continue
            out = dut.command("AES", 16, "GCM", bytes(length), stream=1)
            self.assertEqual((dut.done(), dut.result()["count"]), (0, count + length))
            self.assertEqual(out, ref.ecb("AES", key, iv[:12] + b"\xff\xff\xff\xff") if length else b"")
        dut.write("LEN", 0)
        self.assertTrue(dut.refused("LENGTH", "CTRL", dut.ctrl("AES", 16, "GCM_IV")))  # the key has been used: it stays
        # The counter wraps in 32 bits.
        iv, data = iv[:12] + b"\xff\xff\xff\xfe", self.rand.randbytes(80)
        dut.load(iv=iv)
        out = dut.command("AES", 16, "GCM", data, stream=1, FIRST=1)
        self.assertEqual(out, ref.xor(data, ref.ecb("AES", key, ref.counter_blocks(iv, 5, 32))))
        self.assertEqual(dut.done(), 0)

    def test_key_rules(self) -> None:
        """A key is whole, one writer's, for one use, and none of its words can be replaced."""
        dut = self.dut
        dut.write("LEN", 16)
        for n in SIZES["AES"]:
            ctrl = dut.ctrl("AES", n, "GCM", FIRST=1, LAST=1)
            for used in (0, 1):
                for word in (*range(n // 4), -1):
                    dut.load(key=self.rand.randbytes(n), iv=bytes(16))
                    if used:
                        dut.command("AES", n, "GCM", bytes(16), stream=1, FIRST=1)
                        self.assertEqual(dut.done(), 0)
                        for other in SIZES["AES"]:
                            if other != n:
                                self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", other, "GCM", FIRST=1)))
                    if word < 0 and not used:
                        continue
                    dut.write(dut.offset("KEY", word) if word >= 0 else "KEY2", 0)
                    self.assertTrue(dut.refused("KEY", "CTRL", ctrl), (n, used, word))
                    cover.hit("void", "KEY2" if word < 0 else "used" if used else "new")
            # The CPU adds a word to a key that the DMA has begun to load.
            dut.write("WIPE", 1)
            dut.wait_idle()
            dut.at_once(*[("KEY", i, 1) for i in range(n // 4 - 1)])
            dut.write(dut.offset("KEY", n // 4 - 1), 1)
            dut.write("LEN", 16)
            self.assertTrue(dut.refused("KEY", "CTRL", ctrl))
            cover.hit("void", "dma")
            # After word 0 in any order; and without LAST, so that the key is used again
            key, iv = self.rand.randbytes(n), self.rand.randbytes(16)
            words = to_words(key)
            for i in [0, *self.rand.sample(range(1, n // 4), n // 4 - 1)]:
                dut.write(dut.offset("KEY", i), words[i])
            dut.load(iv=iv)
            for _ in range(2):
                out = dut.command("AES", n, "GCM", bytes(16), stream=1, FIRST=1)
                self.assertEqual((out, dut.done()), (ref.ecb("AES", key, ref.counter_blocks(iv, 1, 32)), 0))

    def test_access_at_the_wrong_time(self) -> None:
        dut, key, iv, data = self.dut, self.rand.randbytes(16), self.rand.randbytes(16), self.rand.randbytes(64)
        self.assertEqual(dut.poke("DATA_IN", 1), SLVERR)
        dut.write("EVENT", 2)
        self.assertEqual(dut.peek("DATA_OUT"), (0, SLVERR))
        dut.write("EVENT", 2)
        dut.load(key=key, iv=iv)
        dut.write("LEN", 64)
        dut.write("CTRL", dut.ctrl("AES", 16, "GCM", FIRST=1))
        self.assertEqual(dut.peek("DATA_OUT"), (0, SLVERR))  # nothing has been written
        dut.write("EVENT", 2)
        for reg in ("KEYID", "KEY2", "COUNT_AAD", "COUNT", "TAG_IN", "Y", "KEY", "IV", "AADLEN", "LEN", "CTRL"):
            self.assertTrue(dut.refused("SEQ", reg, 0xFFFFFFFF), reg)
        self.assertEqual(dut.read_bytes("RESULT", 64), bytes(64))
        words, out = to_words(data), []
        for word in words[:8]:
            dut.write("DATA_IN", word)
        dut.run(150)
        # Output, cipher and input are full: the write must not wait for a read that cannot come.
        self.assertTrue(dut.refused("SEQ", "DATA_IN", 1))
        out += [dut.read("DATA_OUT") for _ in range(4)]
        for word in words[8:12]:
            dut.write("DATA_IN", word)
        out += [dut.read("DATA_OUT") for _ in range(4)]
        for word in words[12:]:
            dut.write("DATA_IN", word)
        self.assertEqual(dut.poke("DATA_IN", 0), SLVERR)
        dut.write("EVENT", 2)
        out += [dut.read("DATA_OUT") for _ in range(8)]
        dut.wait_idle()
        stream = ref.ecb("AES", key, ref.counter_blocks(iv, 4, 32))
        self.assertEqual((out, dut.done()), (to_words(ref.xor(data, stream)), 0))

    def test_verify_takes_the_same_time_and_leaves_nothing(self) -> None:
        dut = self.dut
        dut.pause(0)
        took, key, iv = set(), self.rand.randbytes(16), self.rand.randbytes(12)
        cipher, tag = ref.gcm("AES", key, iv, b"", bytes(48))
        for wrong in (None, *range(0, 128, 9), 127):
            dut.load(key=key, iv=iv + b"\0\0\0\1")
            dut.write_bytes("TAG_IN", tag if wrong is None else ref.xor(tag, (1 << wrong).to_bytes(16, "big")))
            dut.write("IRQ_EN", 1)
            dut.write("LEN", 48)
            dut.push(cipher)
            start = dut.cycles
            dut.write("CTRL", dut.ctrl("AES", 16, "GCM", FIRST=1, LAST=1, DECRYPT=1, STREAM=1, VERIFY=1, TAGLEN=16))
            while not dut.irq:
                dut.run(1)
            took.add(dut.cycles - start)
            self.assertEqual(dut.done(), dut.map.field("EVENT", AUTH=int(wrong is not None)))
            self.assertEqual(dut.pop(), bytes(48))
            self.assertEqual((dut.result()["tag"], dut.result()["y"]), (bytes(16), bytes(16)))
        self.assertEqual(len(took), 1)

    def test_wipe_and_reset(self) -> None:
        """At any moment: nothing can be read, and with AesColumns = 1 registers and memories are as after a reset."""
        dut, fresh = self.dut, Cryp(VARIANT)
        fresh.run(8)
        for turn in range(60):
            n, how = self.rand.choice(SIZES["AES"]), ("wipe", "reset")[turn % 2]
            dut.load(key=self.rand.randbytes(n), iv=self.rand.randbytes(16), y=self.rand.randbytes(16))
            dut.write_bytes("TAG_IN", self.rand.randbytes(16))
            dut.write("AADLEN", 20)
            dut.write("LEN", 320)
            dut.push(self.rand.randbytes(400))
            dut.write("CTRL", dut.ctrl("AES", n, "GCM", FIRST=1, LAST=1, STREAM=1))
            dut.run(self.rand.randrange(900))
            if how == "wipe":
                dut.write("WIPE", 1)
            else:
                dut.reset(self.rand.randrange(1, 4))
            start = dut.cycles
            dut.wait_idle()
            self.assertLess(dut.cycles - start, 200)
            dut.reset(0)  # the bench's queues
            self.assertEqual(dut.read_bytes("RESULT", 64), bytes(64))
            dut.write("EVENT", 0x1F)
            self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", n, "GCM", FIRST=1)))
            if hasattr(dut.lib, "tb_differ"):
                dut.run(8)
                for part in (b"cryp.i_cores", b"cryp.gen_gcm", b"cryp.i_in"):
                    self.assertEqual(dut.state_differs(fresh, part), [], (how, turn))
            cover.hit("end", how)
            self.message(n, 0, 1, 12, 5, 40)
            dut.load(y=bytes(16))

    def test_cycles_per_block(self) -> None:
        """The longer of the cipher and GHASH decides, as in the whole block."""
        dut = self.dut = Cryp(VARIANT)
        ghash = 128 // dut.get("CONFIG", "GHASH_BITS") + 1
        per_round = 4 // dut.get("CONFIG", "AES_COLUMNS")
        for n in SIZES["AES"]:
            took = []
            for blocks in (4, 4, 36):
                dut.load(iv=bytes(16), key=bytes(range(n)))
                dut.write("IRQ_EN", 1)
                dut.write("LEN", 16 * blocks)
                dut.push(b"".join(w.to_bytes(4, "little") for w in section(bytes(16 * blocks), 0)))
                start = dut.cycles
                dut.write("CTRL", dut.ctrl("AES", n, "GCM", STREAM=1, FIRST=1, LAST=1))
                while not dut.irq:
                    dut.run(1)
                took.append(dut.cycles - start)
                self.assertEqual(dut.done(), 0)
                dut.pop()
            self.assertEqual((took[2] - took[1]) / 32, max((n // 4 + 6) * per_round, ghash), n)


if __name__ == "__main__":
    unittest.main()
