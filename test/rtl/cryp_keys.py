# SPDX-License-Identifier: Apache-2.0
"""Tests of what the cipher block does for its secrets: keys are whole or void, and for one use; no tag is left."""

import random
import unittest

import cipher_models as ref
from coverage import Cover
from cryp_block import Cryp


def add_bins(cover: Cover) -> None:
    cover.add(["void"], ["used", "new", "KEY", "KEY2"])
    cover.add(["refused"], ["used", "unused"])
    cover.add(["kind"], ["ECB", "CBC", "CTR", "GCM", "CCM", "XTS", "CMAC"])
    cover.add(["after verify"], ["GCM", "CCM", "CMAC"])


class KeyTests(unittest.TestCase):
    """Part of test_cryp.py's tests, which make the block."""

    dut: Cryp
    cover: Cover
    rand: random.Random

    def bytes(self, n: int) -> bytes:
        return self.rand.randbytes(n)

    def test_key_stays(self) -> None:
        """A key stays until one of its words is written, which voids the others; KEYID falls with it."""
        dut, data = self.dut, self.bytes(64)
        key = self.bytes(32)
        dut.load(key=key)
        dut.write("KEYID", 77)
        for decrypt in (0, 1, 0):
            out = dut.command("AES", 32, "ECB", data, stream=1, DECRYPT=decrypt)
            self.assertEqual(out, ref.ecb("AES", key, data, bool(decrypt)))
        self.assertEqual(dut.read("KEYID"), 77)
        dut.done()
        dut.write("KEY", 0x12345678)
        self.assertEqual(dut.read("KEYID"), 0)
        dut.write("LEN", 16)
        self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 32, "ECB")))

    def test_no_part_of_a_key_can_be_replaced(self) -> None:
        """A word written after a command, or a second time, voids the rest: a search would need the whole key."""
        dut, data = self.dut, self.bytes(32)
        for alg, n in (("AES", 16), ("AES", 32), ("SM4", 16), ("DES3", 24)):
            for used in (0, 1):
                for word in range(n // 4):
                    dut.load(key=self.bytes(n))
                    if used:
                        dut.command(alg, n, "ECB", data, stream=1)
                        dut.done()
                    dut.write(dut.offset("KEY", word), 0)
                    dut.write("LEN", 16)
                    self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl(alg, n, "ECB")), (alg, n, used, word))
                    self.cover.hit("void", "used" if used else "new")
        # The two keys of XTS are one.
        for reg in ("KEY", "KEY2"):
            keys = self.bytes(16), self.bytes(16)
            dut.load(key=keys[0], key2=keys[1], iv=bytes(16))
            dut.command("AES", 16, "XTS", data, stream=1, FIRST=1, LAST=1)
            dut.done()
            dut.write_bytes(reg, self.bytes(16))
            self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "XTS", FIRST=1, LAST=1)), reg)
            self.cover.hit("void", reg)
        # After word 0 in any order, whatever was there before
        key = self.bytes(32)
        dut.write(dut.offset("KEY", 5), 0)
        for i in [0, *self.rand.sample(range(1, 8), 7)]:
            dut.write(dut.offset("KEY", i), int.from_bytes(key[4 * i : 4 * i + 4], "little"))
        self.assertEqual(dut.command("AES", 32, "ECB", data, stream=1), ref.ecb("AES", key, data))
        dut.done()

    def test_a_refused_command_voids_an_unused_key(self) -> None:
        """Nobody else can decide what such a key is for; one that a command has used stays."""
        dut, key, data = self.dut, self.bytes(32), self.bytes(16)
        good, other = dut.ctrl("AES", 32, "CBC"), dut.ctrl("AES", 32, "CBC", SIDE_KEY=1)
        no_length = good | dut.map.field("CTRL", KEYLEN=3)
        for used in (0, 1):
            for event, length, word in (("LENGTH", 17, good), ("SEQ", 16, no_length), ("KEY", 16, other)):
                dut.load(key=key, iv=bytes(16))
                dut.write("KEYID", 5)
                if used:
                    dut.command("AES", 32, "CBC", data, stream=1)
                    dut.done()
                dut.write("LEN", length)
                self.assertTrue(dut.refused(event, "CTRL", word), event)
                self.assertEqual(dut.read("KEYID"), 5 * used)
                dut.write("LEN", 16)
                self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("DES", 8, "ECB")))
                if used:
                    dut.load(iv=bytes(16))
                    self.assertEqual(dut.command("AES", 32, "CBC", data), ref.cbc("AES", key, bytes(16), data, False))
                    dut.done()
                else:
                    self.assertTrue(dut.refused("KEY", "CTRL", good))
            self.cover.hit("refused", "used" if used else "unused")

    def test_a_key_that_was_left(self) -> None:
        """XTS after words that no command has used: refused once at most, though KEY is written over."""
        dut, keys, data = self.dut, (self.bytes(16), self.bytes(16)), self.bytes(32)
        dut.load(key=self.bytes(32))
        for attempt in range(2):
            dut.write_bytes("KEY2", keys[1])
            dut.load(key=keys[0], iv=bytes(16))
            if attempt == 0:
                dut.write("LEN", 32)
                self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "XTS", FIRST=1, LAST=1)))
        out = dut.command("AES", 16, "XTS", data, stream=1, FIRST=1, LAST=1)
        self.assertEqual(out, ref.xts("AES", *keys, bytes(16), data, False))
        dut.done()

    def test_no_key_of_a_key_manager(self) -> None:
        """Without the parameter SideLoad there is no such key, and a command for one is refused."""
        dut, key = self.dut, self.bytes(16)
        self.assertEqual((dut.get("CONFIG", "SIDE_LOAD"), dut.get("STATUS", "SIDE_KEY")), (0, 0))
        dut.load(key=key)
        dut.write("LEN", 16)
        self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "ECB", SIDE_KEY=1)))
        dut.load(key=key)
        self.assertEqual(dut.command("AES", 16, "ECB", key), ref.ecb("AES", key, key))
        dut.done()

    def test_what_commands_tell(self) -> None:
        """hw/cryp/README.md: who may start commands gets the hash key of GCM and the value behind CMAC's subkeys."""
        dut, key = self.dut, self.bytes(16)
        dut.load(key=key, iv=bytes(16), y=b"\x80" + bytes(15), count=0, count_aad=0)
        dut.command("AES", 16, "GCM", b"", bytes(16), FIRST=0, LAST=0)
        dut.done()
        self.assertEqual(dut.result()["y"], ref.ecb("AES", key, bytes(16)))
        dut.load(key=key)
        dut.command("AES", 16, "CMAC", bytes(16), FIRST=1, LAST=0)
        dut.done()
        self.assertEqual(dut.result()["y"], ref.ecb("AES", key, bytes(16)))

    def test_key_is_for_what_it_was_first_used(self) -> None:
        """Algorithm, length and mode belong to the key from its first command on."""
        dut, key, data = self.dut, self.bytes(32), self.bytes(32)
        kinds = [("AES", 16, "ECB"), ("AES", 24, "CBC"), ("AES", 32, "GCM"), ("SM4", 16, "CTR"), ("DES", 8, "ECB")]
        kinds += [("DES3", 24, "CBC"), ("AES", 32, "CCM"), ("AES", 32, "CMAC"), ("AES", 32, "XTS")]
        for alg, n, mode in kinds:
            dut.load(key=key, key2=key[::-1], iv=b"\2" + bytes(15), y=bytes(16))
            begin = {"FIRST": 1} if mode not in ("ECB", "CBC") else {}
            dut.command(alg, n, mode, data, stream=1, **begin)
            dut.done()
            for other in [*kinds, ("AES", 32, "GCM_IV")]:
                if other == (alg, n, mode) or (mode, other[2]) == ("GCM", "GCM_IV"):
                    continue
                dut.write("LEN", 32)
                fields = {"FIRST": 1} if other[2] not in ("ECB", "CBC") else {}
                word = dut.ctrl(*other, **fields)
                self.assertTrue(dut.refused("KEY", "CTRL", word), ((alg, n, mode), other))
            dut.command(alg, n, mode, data, stream=1, **begin)
            dut.done()
            self.cover.hit("kind", mode)

    def test_no_mac_beside_a_tag(self) -> None:
        """With the tag, Y would give the block that encrypts the tag, and GCM's hash key."""
        dut, key, text = self.dut, self.bytes(16), self.bytes(40)
        for mode in ("GCM", "CCM"):
            for stream in (0, 1):
                for length in (0, 16, 40):
                    nonce = self.bytes(13)
                    a0, b0, _ = ref.ccm_blocks(nonce, 0, length, 16)
                    if mode == "GCM":
                        a0 = nonce[:12] + b"\0\0\0\1"
                        cipher, tag = ref.gcm("AES", key, nonce[:12], b"", text[:length])
                    else:
                        cipher, tag = ref.ccm("AES", key, nonce, b"", text[:length], 16)
                    for data, back in ((text[:length], 0), (cipher, 1)):
                        dut.load(key=key, iv=a0, y=b0)
                        dut.command("AES", 16, mode, data, stream=stream, FIRST=1, LAST=1, DECRYPT=back)
                        self.assertEqual(dut.done(), 0)
                        result = dut.result()
                        self.assertEqual((result["tag"], result["y"]), (tag, bytes(16)), (mode, stream, length, back))

    def test_nothing_of_a_tag_after_verify(self) -> None:
        """Right or wrong: RESULT shows neither the tag nor the state that it comes from."""
        dut, key, data = self.dut, self.bytes(16), self.bytes(40)
        for mode in ("GCM", "CCM", "CMAC"):
            for wrong in (0, 1):
                for length in (0, 16, 40):
                    nonce = self.bytes(13)
                    a0, b0, _ = ref.ccm_blocks(nonce, 0, length, 16)
                    text = data[:length]
                    if mode == "GCM":
                        a0 = nonce[:12] + b"\0\0\0\1"
                        cipher, tag = ref.gcm("AES", key, nonce[:12], b"", text)
                    elif mode == "CCM":
                        cipher, tag = ref.ccm("AES", key, nonce, b"", text, 16)
                    else:
                        cipher, tag = text, ref.cmac("AES", key, text)
                    dut.load(key=key, iv=a0, y=b0)
                    given = ref.xor(tag, bytes([wrong]) + bytes(15))
                    back = {} if mode == "CMAC" else {"DECRYPT": 1}
                    dut.command("AES", 16, mode, cipher, b"", given, 1, FIRST=1, LAST=1, **back)
                    self.assertEqual(dut.done(), dut.map.field("EVENT", AUTH=wrong))
                    result = dut.result()
                    self.assertEqual((result["tag"], result["y"]), (bytes(16), bytes(16)), (mode, wrong, length))
                    # A command that shows its tag begins anew, and one that goes on finds nothing.
                    dut.command("AES", 16, mode, b"", stream=1, FIRST=0, LAST=0, **back)
                    self.assertEqual(dut.done(), 0)
                    self.assertEqual(dut.result()["tag"], bytes(16))
                    self.cover.hit("after verify", mode)
