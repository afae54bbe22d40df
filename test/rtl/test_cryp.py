# SPDX-License-Identifier: Apache-2.0
"""The cipher block against cryptography (OpenSSL): every cipher, mode and length, by CPU and by stream."""

import os
import random
import sys
import unittest

import cipher_models as ref
import cryp_keys
import cryp_wipe
from coverage import Cover
from cryp_block import SIZES, Cryp, section, to_words
from model import OKAY, SLVERR

VARIANT = os.environ.get("OB_RTL_VARIANT", "")
ALGS = {"AES": 16, "SM4": 16, "DES": 8, "DES3": 8}  # block bytes
KEYS = [(a, n) for a, sizes in SIZES.items() for n in sizes]
WIDE = [(a, n) for a, n in KEYS if ALGS[a] == 16]
BY = {0: "cpu", 1: "stream"}

cover = Cover("cryp" + VARIANT)
for alg_, n_ in KEYS:
    cover.add(["direct"], [alg_], [n_], ["ECB", "CBC"], ["enc", "dec"], BY.values())
for alg_, n_ in WIDE:
    cover.add(["counter"], [alg_], [n_], ["CTR", "GCM", "CCM"], ["enc", "dec"], BY.values())
    cover.add(["cmac"], [alg_], [n_], ["empty", "partial", "whole"])
cover.add(["xts"], ["AES16", "AES32", "SM416"], ["enc", "dec"], ["whole", "steals"], BY.values())
cover.add(["split"], ["GCM", "CCM"], ["aad", "data"], range(16))
cover.add(["split"], ["CTR"], ["data"], range(16))
cover.add(["split"], ["CBC", "XTS", "CMAC"])
cover.add(["iv"], ["12", "short", "block", "long"])
cover.add(["verify"], ["GCM", "CCM", "CMAC"], range(4, 17), ["right", "wrong"])
cryp_keys.add_bins(cover)
cover.add(
    ["event"],
    [
        "seq_busy",
        "seq_combination",
        "seq_data_in",
        "seq_data_out",
        "stuck",
        "key_none",
        "key_partial",
        "key_equal",
        "length",
        "wipe",
        "reset",
    ],
)


class CrypTest(cryp_keys.KeyTests, cryp_wipe.WipeTests):
    """Each test has a block of its own with random pauses, seeded by the test's name."""

    cover = cover

    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = Cryp(VARIANT, seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))

    def tearDown(self) -> None:
        self.assertEqual(self.dut.read("EVENT"), 0, "an event was left over")

    def bytes(self, n: int) -> bytes:
        return self.rand.randbytes(n)

    def test_identity(self) -> None:
        for reg in ("NAME", "VERSION"):
            self.assertEqual(self.dut.read(reg), self.dut.map.registers[reg]["reset"])
        self.assertIn(self.dut.get("CONFIG", "DES_ROUNDS"), (1, 2))

    # ---- ECB and CBC ----

    def test_direct_modes(self) -> None:
        for alg, n in KEYS:
            size = ALGS[alg]
            for mode in ("ECB", "CBC"):
                for decrypt in (0, 1):
                    for stream in (0, 1):
                        for blocks in (0, 1, 2, self.rand.randrange(3, 12)):
                            key, iv, data = self.bytes(n), self.bytes(size), self.bytes(size * blocks)
                            self.dut.load(key=key, iv=iv)
                            out = self.dut.command(alg, n, mode, data, stream=stream, DECRYPT=decrypt)
                            self.assertEqual(self.dut.done(), 0)
                            model = (
                                ref.ecb(alg, key, data, bool(decrypt))
                                if mode == "ECB"
                                else ref.cbc(alg, key, iv, data, bool(decrypt))
                            )
                            self.assertEqual(out, model, (alg, n, mode, decrypt, stream, blocks))
                            if mode == "CBC":
                                chain = (data if decrypt else model)[-size:] if blocks else iv
                                self.assertEqual(self.dut.result()["iv"][:size], chain)
                                cover.hit("split", "CBC")
                            cover.hit("direct", alg, n, mode, ["enc", "dec"][decrypt], BY[stream])

    def test_key_schedule_and_sbox_exhaustively(self) -> None:
        """All byte values through each S-box position of data and key, both directions."""
        self.dut.pause(0)
        for alg, n in (("AES", 16), ("AES", 24), ("AES", 32), ("SM4", 16)):
            for value in range(0, 256, 5):
                key = bytes((value + 17 * i) % 256 for i in range(n))
                data = b"".join(bytes((b + 16 * value + i) % 256 for i in range(16)) for b in range(0, 256, 16))
                self.dut.load(key=key)
                out = self.dut.command(alg, n, "ECB", data, stream=1)
                self.assertEqual(out, ref.ecb(alg, key, data))
                self.assertEqual(self.dut.command(alg, n, "ECB", out, stream=1, DECRYPT=1), data)
                self.assertEqual(self.dut.done(), 0)

    def test_accesses_at_once(self) -> None:
        """What a write does is seen by an access in the next cycle."""
        dut = self.dut
        first = {"IV": 4, "Y": 8, "COUNT_AAD": 12, "COUNT": 14}  # words of RESULT
        for reg, word in first.items():
            for i in range(2 if "COUNT" in reg else 4):
                value = self.rand.getrandbits(32)
                accesses: list[tuple[str, int, int | None]] = [(reg, i, value), ("RESULT", word + i, None)]
                self.assertEqual(dut.at_once(*accesses), [value, value], (reg, i))
        key, iv, data = self.bytes(16), self.bytes(16), self.bytes(48)
        loads = {
            "KEY": [("IV", i, w) for i, w in enumerate(to_words(iv))]
            + [("KEY", i, w) for i, w in enumerate(to_words(key))],
            "IV": [("KEY", i, w) for i, w in enumerate(to_words(key))]
            + [("IV", i, w) for i, w in enumerate(to_words(iv))],
        }
        for last, load in loads.items():
            dut.load(key=bytes(16), iv=bytes(16))
            dut.write("LEN", len(data))
            dut.push(data)
            dut.at_once(*load, ("CTRL", 0, dut.ctrl("AES", 16, "CBC", STREAM=1)))
            dut.wait_idle()
            self.assertEqual(dut.pop(), ref.cbc("AES", key, iv, data, False), last)
            self.assertEqual(dut.done(), 0)
        # A key of which one word was missing, and the wipe
        dut.write("WIPE", 1)
        dut.wait_idle()
        dut.write("LEN", 16)
        dut.at_once(*[("KEY", i, w) for i, w in enumerate(to_words(key)[:3])])
        dut.at_once(("KEY", 3, to_words(key)[3]), ("CTRL", 0, dut.ctrl("AES", 16, "ECB", STREAM=1)))
        _, status, count = dut.at_once(("WIPE", 0, 1), ("STATUS", 0, None), ("LEN", 0, None))
        self.assertEqual(status & dut.map.field("STATUS", BUSY=1), 1)
        self.assertEqual(count, 0)
        dut.wait_idle()
        self.assertEqual(dut.read("EVENT"), 0)

    def test_key_of_nothing(self) -> None:
        """A command without data makes the round keys, too, whatever the bus asks for in the cycles after it."""
        dut, data = self.dut, self.bytes(32)
        for n in (16, 24, 32):
            key = self.bytes(n)
            dut.load(key=key + bytes(32 - n))
            dut.command("AES", n, "CTR", b"", stream=1, FIRST=1)
            dut.load(key=key)
            dut.command("DES", 8, "ECB", data, stream=1)
            dut.load(key=key)
            dut.command("AES", n, "CTR", b"", stream=1, FIRST=1)
            for other in (48 - n, 40 - n):
                dut.write("LEN", other)
            dut.load(iv=bytes(16))
            stream = ref.ctr("AES", key, bytes(16), data)
            self.assertEqual(dut.command("AES", n, "CTR", data, stream=1, FIRST=1), stream)
            self.assertEqual(dut.done(), 0)

    # ---- key stream modes ----

    def one_aead(
        self,
        alg: str,
        n: int,
        mode: str,
        decrypt: int,
        stream: int,
        iv_len: int,
        aad_len: int,
        length: int,
        tag_len: int = 16,
        wrong: int | None = None,
    ) -> None:
        """A whole message in one command; with wrong, bit of the tag that is flipped."""
        dut = self.dut
        key, iv, aad, plain = self.bytes(n), self.bytes(iv_len), self.bytes(aad_len), self.bytes(length)
        prefix, y = b"", None
        if mode == "GCM":
            cipher, tag = ref.gcm(alg, key, iv, aad, plain)
            first = ref.gcm_j0(alg, key, iv)
            dut.load(key=key)
            if iv_len != 12:
                dut.command(alg, n, "GCM_IV", iv, stream=stream)
                self.assertEqual(dut.done(), 0)
                self.assertEqual(dut.result()["iv"], first)
                cover.hit("iv", "short" if iv_len < 16 else "block" if iv_len == 16 else "long")
                first = None
            else:
                cover.hit("iv", "12")
        else:
            cipher, tag = ref.ccm(alg, key, iv, aad, plain, tag_len)
            first, y, prefix = ref.ccm_blocks(iv, aad_len, length, tag_len)
            dut.load(key=key)
        dut.load(iv=first, y=y)
        tag = tag[:tag_len]
        given = None
        if decrypt:
            given = tag
            if wrong is not None:
                given = ref.xor(tag, (1 << wrong).to_bytes(tag_len, "little"))
        out = dut.command(
            alg, n, mode, cipher if decrypt else plain, prefix + aad, given, stream, FIRST=1, LAST=1, DECRYPT=decrypt
        )
        self.assertEqual(out, plain if decrypt else cipher, (alg, n, mode, decrypt, stream, iv_len, aad_len, length))
        result = dut.result()
        self.assertEqual(dut.done(), dut.map.field("EVENT", AUTH=int(wrong is not None)))
        self.assertEqual(result["tag"][:tag_len], bytes(tag_len) if decrypt else tag)
        self.assertEqual((result["count"], result["count_aad"]), (length, len(prefix + aad)))
        cover.hit("counter", alg, n, mode, ["enc", "dec"][decrypt], BY[stream])
        if decrypt:
            cover.hit("verify", mode, tag_len, "right" if wrong is None else "wrong")

    def test_gcm(self) -> None:
        for alg, n in WIDE:
            for decrypt in (0, 1):
                for stream in (0, 1):
                    for iv_len in (12, 1, 8, 16, 60):
                        self.one_aead(
                            alg, n, "GCM", decrypt, stream, iv_len, self.rand.randrange(40), self.rand.randrange(70)
                        )

    def test_gcm_every_length(self) -> None:
        self.dut.pause(0)
        for length in range(50):
            for aad_len in (0, 1, 15, 16, 17, 32, 33, length):
                self.one_aead("AES", 16, "GCM", length % 2, 1, 12, aad_len, length)

    def test_ccm(self) -> None:
        for alg, n in WIDE:
            for decrypt in (0, 1):
                for stream in (0, 1):
                    for nonce in (7, 12, 13):
                        self.one_aead(
                            alg,
                            n,
                            "CCM",
                            decrypt,
                            stream,
                            nonce,
                            self.rand.randrange(40),
                            self.rand.randrange(70),
                            self.rand.choice([4, 6, 8, 10, 12, 14, 16]),
                        )

    def test_ccm_every_length(self) -> None:
        self.dut.pause(0)
        for length in range(50):
            for aad_len in (0, 1, 13, 14, 15, 30, length):
                self.one_aead("AES", 16, "CCM", length % 2, 1, 13, aad_len, length)
        self.one_aead("AES", 32, "CCM", 0, 1, 13, 0xFF00, 20)  # the longer encoding of the AAD's length

    def test_gcm_counter_wraps(self) -> None:
        """The counter of GCM wraps in 32 bits, that of CTR in 128."""
        key, data = self.bytes(16), self.bytes(80)
        j0 = self.bytes(12) + b"\xff\xff\xff\xfe"
        self.dut.load(key=key, iv=j0)
        out = self.dut.command("AES", 16, "GCM", data, stream=1, FIRST=1)
        self.assertEqual(out, ref.xor(data, ref.ecb("AES", key, ref.counter_blocks(j0, 5, 32))))
        for iv in (b"\xff" * 16, b"\0" * 8 + b"\xff" * 8, b"\0" * 11 + b"\xff" * 5):
            self.dut.load(key=key, iv=iv)
            self.assertEqual(self.dut.command("AES", 16, "CTR", data, stream=1, FIRST=1), ref.ctr("AES", key, iv, data))
        self.dut.done()

    def test_ctr(self) -> None:
        for alg, n in WIDE:
            for decrypt in (0, 1):
                for stream in (0, 1):
                    for length in (0, 1, 16, self.rand.randrange(2, 200)):
                        key, iv, data = self.bytes(n), self.bytes(16), self.bytes(length)
                        self.dut.load(key=key, iv=iv)
                        out = self.dut.command(alg, n, "CTR", data, stream=stream, FIRST=1, DECRYPT=decrypt)
                        self.assertEqual(out, ref.ctr(alg, key, iv, data))
                        following = (int.from_bytes(iv, "big") + length // 16) % (1 << 128)
                        self.assertEqual(self.dut.result()["iv"], following.to_bytes(16, "big"))
                        self.assertEqual(self.dut.done(), 0)
                        cover.hit("counter", alg, n, "CTR", ["enc", "dec"][decrypt], BY[stream])

    def test_tags(self) -> None:
        """Every length of a tag, right and wrong in any one bit; a wrong one shows no tag."""
        for tag_len in range(4, 17):
            for wrong in (None, self.rand.randrange(8 * tag_len), 0, 8 * tag_len - 1):
                self.one_aead("AES", 16, "GCM", 1, 1, 12, 5, 20, tag_len, wrong)
        for tag_len in (4, 6, 8, 10, 12, 14, 16):
            for wrong in (None, self.rand.randrange(8 * tag_len)):
                self.one_aead("AES", 16, "CCM", 1, 1, 12, 5, 20, tag_len, wrong)
        for mode, lens in (("CCM", set(range(4, 17)) - {4, 6, 8, 10, 12, 14, 16}), ("CMAC", range(4, 17))):
            for tag_len in lens:
                self.verify_prefix(mode, tag_len)

    def verify_prefix(self, mode: str, tag_len: int) -> None:
        """VERIFY compares exactly the first TAGLEN bytes, of any command's tag."""
        dut, key, data = self.dut, self.bytes(16), self.bytes(20)
        nonce = self.bytes(13)
        a0, b0, _ = ref.ccm_blocks(nonce, 0, 20, 16)
        tag = ref.cmac("AES", key, data) if mode == "CMAC" else ref.ccm("AES", key, nonce, b"", data, 16)[1]
        for wrong in (0, 1):
            given = ref.xor(tag[:tag_len], bytes(tag_len - 1) + bytes([wrong]))
            dut.load(key=key, iv=a0, y=b0)
            dut.command("AES", 16, mode, data, b"", given, 1, FIRST=1, LAST=1)
            self.assertEqual(dut.result()["tag"], bytes(16))
            self.assertEqual(dut.done(), dut.map.field("EVENT", AUTH=wrong))
            cover.hit("verify", mode, tag_len, ["right", "wrong"][wrong])

    def test_verify_takes_the_same_time(self) -> None:
        self.dut.pause(0)
        took = set()
        key, iv = self.bytes(16), self.bytes(12)
        cipher, tag = ref.gcm("AES", key, iv, b"", bytes(48))
        for wrong in (None, *range(0, 128, 9), 127):
            self.dut.load(key=key, iv=iv + b"\0\0\0\1")
            given = tag if wrong is None else ref.xor(tag, (1 << wrong).to_bytes(16, "big"))
            self.dut.write("IRQ_EN", 1)
            start = self.dut.cycles
            self.dut.write_bytes("TAG_IN", given)
            self.dut.write("LEN", 48)
            self.dut.push(cipher)
            self.dut.write(
                "CTRL", self.dut.ctrl("AES", 16, "GCM", FIRST=1, LAST=1, DECRYPT=1, STREAM=1, VERIFY=1, TAGLEN=16)
            )
            while not self.dut.irq:
                self.dut.run(1)
            took.add(self.dut.cycles - start)
            self.assertEqual(self.dut.done(), self.dut.map.field("EVENT", AUTH=int(wrong is not None)))
            self.dut.pop()
        self.assertEqual(len(took), 1)

    # ---- streams in parts ----

    def split(self, mode: str, alg: str, n: int, decrypt: int) -> None:
        """A message cut anywhere, with another key's command between the parts."""
        dut = self.dut
        key, iv = self.bytes(n), self.bytes(12)
        aad = b"" if mode == "CTR" else self.bytes(self.rand.randrange(50))
        plain = self.bytes(self.rand.randrange(100))
        y, prefix = None, b""
        if mode == "GCM":
            cipher, tag = ref.gcm(alg, key, iv, aad, plain)
            first = ref.gcm_j0(alg, key, iv)
        elif mode == "CCM":
            cipher, tag = ref.ccm(alg, key, iv, aad, plain, 16)
            first, y, prefix = ref.ccm_blocks(iv, len(aad), len(plain), 16)
        else:
            first = self.bytes(16)
            cipher, tag = ref.ctr(alg, key, first, plain), bytes(16)
        aad = prefix + aad
        data, model = (cipher, plain) if decrypt else (plain, cipher)
        state = {"iv": first, "y": y, "count": 0, "count_aad": 0, "tag": bytes(16)}
        at_aad = at = 0
        out, begin, last = b"", 1, 0
        while not last:
            if self.rand.random() < 0.5:
                dut.load(key=self.bytes(16), iv=self.bytes(16), y=self.bytes(16))
                dut.command(
                    "AES", 16, "GCM", self.bytes(5), self.bytes(3), stream=1, FIRST=1, LAST=self.rand.randrange(2)
                )
                dut.done()
                dut.load(key=key)
            dut.load(key=key, iv=state["iv"], y=state["y"], count=state["count"], count_aad=state["count_aad"])
            take_aad = min(self.rand.randrange(24), len(aad) - at_aad)
            take = min(self.rand.randrange(40), len(data) - at) if at_aad + take_aad == len(aad) else 0
            if take_aad and at:
                take_aad = 0
            last = int(at_aad + take_aad == len(aad) and at + take == len(data) and self.rand.random() < 0.7)
            if take_aad:
                cover.hit("split", mode, "aad", at_aad % 16)
            if take:
                cover.hit("split", mode, "data", at % 16)
            out += dut.command(
                alg,
                n,
                mode,
                data[at : at + take],
                aad[at_aad : at_aad + take_aad],
                stream=self.rand.randrange(2),
                skip=at % 16,
                skip_aad=at_aad % 16,
                FIRST=begin,
                LAST=last,
                DECRYPT=decrypt,
            )
            self.assertEqual(dut.done(), 0)
            at, at_aad, begin = at + take, at_aad + take_aad, 0
            state = dut.result()
            if mode == "CTR":
                state["y"] = None
        self.assertEqual((out, state["tag"]), (model, tag), (mode, alg, n, decrypt, len(aad), len(plain)))

    def test_split(self) -> None:
        for _ in range(40):
            for mode in ("GCM", "CCM", "CTR"):
                self.split(mode, *self.rand.choice(WIDE), self.rand.randrange(2))
        for mode in ("GCM", "CCM"):  # the contract's mid-state: partial blocks are added to Y at their places
            for at in range(16):
                self.split_at(mode, at)

    def test_ctr_from_every_byte(self) -> None:
        """COUNT % 16 says where in the block of counter IV the data begins."""
        for at in range(16):
            key, iv, data = self.bytes(16), self.bytes(16), self.bytes(60)
            self.dut.load(key=key, iv=iv)
            out = self.dut.command("AES", 16, "CTR", data[:at], stream=self.rand.randrange(2), FIRST=1)
            self.dut.load(iv=self.dut.result()["iv"], count=at)
            out += self.dut.command("AES", 16, "CTR", data[at:], stream=self.rand.randrange(2), skip=at)
            self.assertEqual(out, ref.ctr("AES", key, iv, data))
            self.assertEqual(self.dut.done(), 0)
            cover.hit("split", "CTR", "data", at)

    def split_at(self, mode: str, at: int) -> None:
        dut, key, iv = self.dut, self.bytes(16), self.bytes(12)
        aad, plain = self.bytes(at + 5), self.bytes(at + 21)
        first, y, prefix = ref.gcm_j0("AES", key, iv), None, b""
        cipher, tag = ref.gcm("AES", key, iv, aad, plain)
        if mode == "CCM":
            cipher, tag = ref.ccm("AES", key, iv, aad, plain, 16)
            first, y, prefix = ref.ccm_blocks(iv, len(aad), len(plain), 16)
        dut.load(key=key, iv=first, y=y)
        whole = prefix + aad
        dut.command("AES", 16, mode, b"", whole[:at], stream=1, FIRST=1)
        dut.command("AES", 16, mode, b"", whole[at:], stream=1, skip_aad=at % 16)
        out = dut.command("AES", 16, mode, plain[:at], stream=1)
        if mode == "GCM":
            h = ref.ecb("AES", key, bytes(16))
            model = ref.xor(
                ref.ghash(h, ref.pad16(aad) + cipher[: at // 16 * 16]), ref.pad16(cipher[:at]) if at else bytes(16)
            )
            if at:
                self.assertEqual(dut.result()["y"], model)
        out += dut.command("AES", 16, mode, plain[at:], stream=1, skip=at % 16)
        dut.command("AES", 16, mode, stream=1, LAST=1)
        self.assertEqual((out, dut.result()["tag"]), (cipher, tag), (mode, at))
        self.assertEqual(dut.done(), 0)
        cover.hit("split", mode, "aad", at)
        cover.hit("split", mode, "data", at)

    # ---- XTS and CMAC ----

    def test_xts(self) -> None:
        for alg, n in (("AES", 16), ("AES", 32), ("SM4", 16)):
            for decrypt in (0, 1):
                for stream in (0, 1):
                    for length in (
                        16,
                        17,
                        31,
                        32,
                        48,
                        512,
                        self.rand.randrange(33, 300),
                        16 * self.rand.randrange(3, 9) + 15,
                    ):
                        key, key2, tweak, data = self.bytes(n), self.bytes(n), self.bytes(16), self.bytes(length)
                        self.dut.load(key=key, key2=key2, iv=tweak)
                        out = self.dut.command(alg, n, "XTS", data, stream=stream, FIRST=1, LAST=1, DECRYPT=decrypt)
                        self.assertEqual(
                            out, ref.xts(alg, key, key2, tweak, data, bool(decrypt)), (alg, n, decrypt, length)
                        )
                        self.assertEqual(self.dut.done(), 0)
                        cover.hit(
                            "xts",
                            f"{alg}{n}",
                            ["enc", "dec"][decrypt],
                            "steals" if length % 16 else "whole",
                            BY[stream],
                        )

    def test_xts_in_parts(self) -> None:
        key, key2, tweak = self.bytes(32), self.bytes(32), self.bytes(16)
        for blocks in (1, 2, 130, 500):
            data = self.bytes(16 * blocks + 37)
            self.dut.load(key=key, key2=key2, iv=tweak)
            out = self.dut.command("AES", 32, "XTS", data[: 16 * blocks], stream=1, FIRST=1)
            self.dut.load(key=self.bytes(32))
            self.dut.command("AES", 16, "ECB", bytes(16), stream=1)
            self.dut.load(key=key, key2=key2, iv=tweak, count=16 * blocks)
            out += self.dut.command("AES", 32, "XTS", data[16 * blocks :], stream=1, LAST=1)
            self.assertEqual(out, ref.xts("AES", key, key2, tweak, data, False))
            self.dut.done()
            cover.hit("split", "XTS")
        # The last block of the longest data unit: alpha is applied 2^20 - 1 times.
        self.dut.load(iv=tweak, count=(1 << 24) - 16)
        out = self.dut.command("AES", 32, "XTS", bytes(16), stream=1, LAST=1)
        t = int.from_bytes(ref.ecb("AES", key2, tweak), "little")
        for _ in range((1 << 20) - 1):
            t = t << 1 & (1 << 128) - 1 ^ (0x87 if t >> 127 else 0)
        t16 = t.to_bytes(16, "little")
        self.assertEqual(out, ref.xor(ref.ecb("AES", key, t16), t16))
        self.dut.done()

    def test_cmac(self) -> None:
        for alg, n in WIDE:
            key = self.bytes(n)
            self.dut.load(key=key)
            for length in (0, 1, 15, 16, 17, 32, 33, self.rand.randrange(200)):
                data = self.bytes(length)
                self.dut.command(alg, n, "CMAC", data, stream=self.rand.randrange(2), FIRST=1, LAST=1)
                self.assertEqual(self.dut.result()["tag"], ref.cmac(alg, key, data), (alg, n, length))
                self.assertEqual(self.dut.done(), 0)
                cover.hit("cmac", alg, n, "empty" if length == 0 else "partial" if length % 16 else "whole")

    def test_cmac_in_parts(self) -> None:
        for rest in (1, 7, 16, 20, 32):
            key, data = self.bytes(16), self.bytes(64 + rest)
            self.dut.load(key=key)
            self.dut.command("AES", 16, "CMAC", data[:32], stream=1, FIRST=1)
            y = self.dut.result()["y"]
            self.dut.load(key=self.bytes(16))
            self.dut.command("AES", 16, "CMAC", b"xyz", stream=1, FIRST=1, LAST=1)
            self.dut.load(key=key, y=y)
            self.dut.command("AES", 16, "CMAC", data[32:64], stream=1)
            self.dut.command("AES", 16, "CMAC", data[64:], stream=1, LAST=1)
            self.assertEqual(self.dut.result()["tag"], ref.cmac("AES", key, data))
            self.dut.done()
            cover.hit("split", "CMAC")

    # ---- refusals ----

    def test_refused_commands(self) -> None:
        dut = self.dut
        ctrl = dut.ctrl
        self.assertTrue(dut.refused("KEY", "CTRL", ctrl("AES", 16, "ECB")))
        cover.hit("event", "key_none")
        dut.load(key=bytes(range(16)))
        self.assertTrue(dut.refused("KEY", "CTRL", ctrl("AES", 24, "ECB")))
        cover.hit("event", "key_partial")
        dut.load(key=bytes(range(32)), key2=bytes(range(16)))
        self.assertTrue(dut.refused("KEY", "CTRL", ctrl("AES", 32, "XTS", FIRST=1)))
        dut.write("LEN", 16)
        self.assertTrue(dut.refused("KEY", "CTRL", ctrl("AES", 16, "XTS", FIRST=1, LAST=1)))
        cover.hit("event", "key_equal")
        for word in (
            ctrl("AES", 16, "ECB") | 3 << 2,
            ctrl("SM4", 16, "ECB") | 1 << 2,
            ctrl("DES", 8, "CTR"),
            ctrl("DES3", 24, "GCM", FIRST=1),
            ctrl("AES", 24, "XTS", FIRST=1),
            ctrl("AES", 16, "CMAC", FIRST=1, DECRYPT=1),
            ctrl("AES", 16, "GCM_IV", DECRYPT=1),
            ctrl("AES", 16, "GCM", FIRST=1, VERIFY=1, TAGLEN=16),
            ctrl("AES", 16, "GCM", FIRST=1, LAST=1, VERIFY=1, TAGLEN=0),
            ctrl("AES", 16, "CMAC", FIRST=1, LAST=1, VERIFY=1, TAGLEN=3),
            ctrl("AES", 16, "GCM", FIRST=1, LAST=1, VERIFY=1, TAGLEN=17),
            ctrl("AES", 16, "CBC", LAST=1, VERIFY=1, TAGLEN=16),
        ):
            self.assertTrue(dut.refused("SEQ", "CTRL", word), hex(word))
        cover.hit("event", "seq_combination")

    def test_refused_lengths(self) -> None:
        dut, ctrl = self.dut, self.dut.ctrl
        keys = {"key": bytes(range(32)), "key2": bytes(range(1, 33))}
        a0 = b"\x01" + bytes(15)
        for length, aad, count, word in (
            (15, 0, 0, ctrl("AES", 16, "ECB")),
            (8, 0, 0, ctrl("AES", 16, "CBC")),
            (12, 0, 0, ctrl("DES", 8, "CBC")),
            (16, 1, 0, ctrl("AES", 16, "ECB")),
            (16, 1, 0, ctrl("AES", 16, "CTR", FIRST=1)),
            (16, 1, 0, ctrl("AES", 16, "CMAC", FIRST=1)),
            (17, 0, 0, ctrl("AES", 16, "CMAC", FIRST=1)),
            (0, 0, 0, ctrl("AES", 16, "CMAC", LAST=1)),
            (0, 0, 0, ctrl("AES", 16, "GCM_IV")),
            (15, 0, 0, ctrl("AES", 16, "XTS", FIRST=1, LAST=1)),
            (17, 0, 0, ctrl("AES", 16, "XTS", FIRST=1)),
            (32, 0, (1 << 24) - 16, ctrl("AES", 16, "XTS", LAST=1)),
            (32, 0, 8, ctrl("AES", 16, "XTS", LAST=1)),
            (16, 1, 16, ctrl("AES", 16, "GCM")),
            (1, 0, (1 << 36) - 32, ctrl("AES", 16, "GCM")),
            (1, 0, (1 << 64) - 1, ctrl("AES", 16, "CTR")),
            (0x10000, 0, 0, ctrl("AES", 16, "CCM", FIRST=1)),
            (1, 0, 0xFFFF, ctrl("AES", 16, "CCM")),
        ):
            dut.load(**keys, iv=a0, count=count)
            dut.write("LEN", length)
            dut.write("AADLEN", aad)
            self.assertTrue(dut.refused("LENGTH", "CTRL", word), (length, aad, count, hex(word)))
        for aad, count_aad in ((1, (1 << 61) - 1), (0, 1 << 61), (32, (1 << 64) - 16), (0xFFFFFFFF, (1 << 64) - 1)):
            dut.load(**keys, count=0, count_aad=count_aad)
            dut.write("LEN", 0)
            dut.write("AADLEN", aad)
            self.assertTrue(dut.refused("LENGTH", "CTRL", ctrl("AES", 16, "GCM")), (aad, count_aad))
        cover.hit("event", "length")
        self.assertEqual(dut.get("STATUS", "BUSY"), 0)

    def test_limits_are_reached(self) -> None:
        """The longest legal lengths are accepted, and their counters right."""
        dut, key, iv = self.dut, self.bytes(16), self.bytes(12) + b"\0\0\0\1"
        dut.load(key=key, iv=iv, y=bytes(16), count=(1 << 36) - 48)
        out = dut.command("AES", 16, "GCM", bytes(16), stream=1)
        self.assertEqual(out, ref.ecb("AES", key, iv[:12] + b"\xff\xff\xff\xff"))
        a0 = b"\x01" + self.bytes(13) + b"\0\0"
        dut.load(key=key, iv=a0, y=bytes(16), count=0xFFF0)
        out = dut.command("AES", 16, "CCM", bytes(15), stream=1)
        self.assertEqual(out, ref.ecb("AES", key, a0[:14] + b"\x10\x00")[:15])
        dut.done()

    def test_access_at_the_wrong_time(self) -> None:
        dut, key = self.dut, self.bytes(16)
        self.assertEqual(dut.poke("DATA_IN", 1), SLVERR)
        dut.write("EVENT", 2)
        self.assertEqual(dut.peek("DATA_OUT"), (0, SLVERR))
        dut.write("EVENT", 2)
        cover.hit("event", "seq_data_out")
        dut.load(key=key, iv=bytes(16))
        dut.write("LEN", 64)
        dut.write("CTRL", dut.ctrl("AES", 16, "ECB"))
        self.assertEqual(dut.peek("DATA_OUT"), (0, SLVERR))  # nothing has been written
        dut.write("EVENT", 2)
        for reg in ("KEYID", "KEY2", "COUNT_AAD", "COUNT", "TAG_IN", "Y", "KEY", "IV", "AADLEN", "LEN", "CTRL"):
            self.assertTrue(dut.refused("SEQ", reg, 0xFFFFFFFF), reg)
        cover.hit("event", "seq_busy")
        self.assertEqual(dut.read_bytes("RESULT", 64), bytes(64))
        data = self.bytes(64)
        out = b""
        for i in range(12):
            dut.write("DATA_IN", int.from_bytes(data[4 * i : 4 * i + 4], "little"))
        dut.run(20)
        # Output, cipher and input are full: the write must not wait for a read that cannot come.
        self.assertTrue(dut.refused("SEQ", "DATA_IN", 1))
        cover.hit("event", "stuck")
        for _ in range(4):
            out += dut.read("DATA_OUT").to_bytes(4, "little")
        for i in range(12, 16):
            dut.write("DATA_IN", int.from_bytes(data[4 * i : 4 * i + 4], "little"))
        self.assertEqual(dut.poke("DATA_IN", 0), SLVERR)
        dut.write("EVENT", 2)
        cover.hit("event", "seq_data_in")
        for _ in range(12):
            out += dut.read("DATA_OUT").to_bytes(4, "little")
        dut.wait_idle()
        self.assertEqual(out, ref.ecb("AES", key, data))
        self.assertEqual(dut.done(), 0)

    def test_write_only_registers_and_unknown_addresses(self) -> None:
        dut = self.dut
        dut.load(key=b"\xff" * 32, key2=b"\xff" * 32, iv=b"\xff" * 16, y=b"\xff" * 16)
        dut.write_bytes("TAG_IN", b"\xff" * 16)
        mapped = {}
        for reg in dut.map.registers.values():
            for i in range(reg.get("count", 1)):
                mapped[reg["offset"] + 4 * i] = reg
        for addr in range(0, 0x1000, 4):
            if addr not in mapped:
                self.assertEqual(dut.poke(addr, 0xFFFFFFFF), SLVERR, hex(addr))
                self.assertEqual(dut.peek(addr), (0, OKAY), hex(addr))
            elif mapped[addr]["access"] == "wo":
                self.assertEqual(dut.peek(addr), (0, OKAY), hex(addr))
        for strobe in range(15):
            self.assertEqual(dut.poke("LEN", 5, strobe=strobe), SLVERR)
        self.assertEqual(dut.read("LEN"), 0)

    def test_wipe_and_reset_in_mid_operation(self) -> None:
        dut = self.dut
        for how in ("wipe", "reset") * 25:
            alg, n = self.rand.choice(KEYS)
            mode = self.rand.choice(["ECB", "CBC"] if ALGS[alg] == 8 else ["ECB", "CBC", "CTR", "GCM", "CCM", "CMAC"])
            key, iv = self.bytes(n), b"\x02" + self.bytes(15)
            dut.load(key=key, iv=iv, y=self.bytes(16))
            dut.write("AADLEN", 20 if mode in ("GCM", "CCM") else 0)
            dut.write("LEN", 320)
            dut.push(self.bytes(400))
            dut.write("CTRL", dut.ctrl(alg, n, mode, FIRST=1, LAST=1, STREAM=1))
            dut.run(self.rand.randrange(250))
            if how == "wipe":
                dut.write("WIPE", 1)
            dut.reset(0 if how == "wipe" else self.rand.randrange(1, 4))
            dut.wait_idle()
            cover.hit("event", how)
            self.assertEqual(dut.read_bytes("RESULT", 64), bytes(64))
            dut.write("EVENT", 0x1F)
            dut.write("LEN", 16)
            self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl(alg, n, "ECB")))
            dut.load(key=key)
            data = self.bytes(48)
            self.assertEqual(dut.command(alg, n, "ECB", data, stream=1), ref.ecb(alg, key, data))
            dut.done()

    def test_interrupt(self) -> None:
        dut = self.dut
        dut.load(key=bytes(16))
        dut.command("AES", 16, "ECB", bytes(16), stream=1)
        self.assertEqual(dut.irq, 0)
        dut.write("IRQ_EN", 1)
        self.assertEqual(dut.irq, 1)
        dut.done()
        self.assertEqual(dut.irq, 0)


class CrypSpeedTest(unittest.TestCase):
    """Cycles per block of the engine alone, input always there and output always taken; README.md states them."""

    def cycles(self, alg: str, n: int, mode: str, blocks: int, **fields: int) -> int:
        dut = self.dut
        if mode == "CCM":
            dut.load(iv=b"\x02" + bytes(15))
        data = bytes(blocks * ALGS[alg])
        dut.write("IRQ_EN", 1)
        dut.write("LEN", len(data))
        dut.push(b"".join(w.to_bytes(4, "little") for w in section(data, 0)))
        start = dut.cycles
        dut.write("CTRL", dut.ctrl(alg, n, mode, STREAM=1, FIRST=1, LAST=1, **fields))
        while not dut.irq:
            dut.run(1)
        took = dut.cycles - start
        self.assertEqual(dut.done(), 0)
        dut.pop()
        return took

    def test_cycles_per_block(self) -> None:
        self.dut = Cryp(VARIANT)
        ghash = 128 // self.dut.get("CONFIG", "GHASH_BITS") + 1
        des = 16 // self.dut.get("CONFIG", "DES_ROUNDS")
        for alg, n in KEYS:
            run = {"AES": n // 4 + 6, "SM4": 32, "DES": des, "DES3": 3 * des}[alg]
            modes = ["ECB", "CBC"] if ALGS[alg] == 8 else ["ECB", "CBC", "CTR", "GCM", "CCM", "XTS", "CMAC"]
            for mode in modes:
                if (mode, n) == ("XTS", 24):
                    continue
                self.dut.load(key2=bytes(range(1, n + 1)), key=bytes(range(n)))
                for decrypt in (0, 1) if mode in ("ECB", "CBC", "XTS") else (0,):
                    fields = {"DECRYPT": decrypt}
                    self.cycles(alg, n, mode, 1, **fields)  # so that the round keys are there
                    few, many = self.cycles(alg, n, mode, 4, **fields), self.cycles(alg, n, mode, 36, **fields)
                    per_block = (many - few) / 32
                    limit = {"CCM": 2 * run, "GCM": max(run, ghash)}.get(mode, run)
                    self.assertEqual(per_block, limit, (alg, n, mode, decrypt))
                    # A new key is expanded while the first block is encrypted, but before any is decrypted.
                    if alg == "AES":
                        again = self.cycles(alg, n, mode, 4, **fields)
                        self.dut.load(key2=bytes(range(1, n + 1)), key=bytes(range(n)))
                        expansion = (n // 4 + 8) * (2 if mode == "XTS" else 1) if mode == "XTS" or decrypt else 1
                        subkey = run + 1 if mode in ("GCM", "CMAC") else 0
                        new = self.cycles(alg, n, mode, 4, **fields)
                        self.assertEqual(new - again, expansion + subkey, (n, mode, decrypt))
                if "-v" in sys.argv:
                    print(
                        f"cryp {alg}-{8 * n} {mode}: {per_block} cycles a block, {per_block / ALGS[alg]:.3f} c/B, "
                        f"{few - 4 * per_block:.0f} around",
                        file=sys.stderr,
                    )


if __name__ == "__main__":
    unittest.main()
