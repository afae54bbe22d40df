#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cipher block with AES-GCM alone (Ciphers = 1, Modes = GCM and GCM_IV) against cryptography (OpenSSL), and that it
refuses everything else."""

import os
import random
import unittest

import cipher_models as ref
from coverage import Cover
from cryp_block import SIZES, Cryp, section
from model import SLVERR

VARIANT = os.environ.get("OB_RTL_VARIANT", "")
MODES = ("ECB", "CBC", "CTR", "GCM", "CCM", "XTS", "CMAC", "GCM_IV")
THERE = {("AES", "GCM"), ("AES", "GCM_IV")}

cover = Cover("cryp" + VARIANT)
cover.add(["gcm"], SIZES["AES"], ["enc", "dec"], ["cpu", "stream"], [12, 1, 16, 60])
cover.add(["tag"], range(4, 17), ["right", "wrong"])
cover.add(["split"], ["aad", "data"], range(16))
cover.add(["refused"], SIZES, MODES)


class GcmTest(unittest.TestCase):
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
