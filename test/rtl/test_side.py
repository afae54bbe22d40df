# SPDX-License-Identifier: Apache-2.0
"""Keys that a key manager loads into the cipher block: no register reads or changes them, and they serve one use. The
block is the one that test_state.py searches."""

import ctypes
import itertools
import random
import unittest

import cipher_models as ref
from cryp_block import Cryp, to_words
from cryp_udma_block import CrypUdma
from model import OKAY, SLVERR
from udma_block import MISMATCH, SEARCHABLE, Job

DONE, REFUSED = 1 << 31, 1 << 30
USES = [
    *(("AES", n, mode) for n in (16, 24, 32) for mode in ("ECB", "CBC", "CTR", "GCM")),
    *(("AES", n, "XTS") for n in (16, 32)),
    *(("AES", 16, "CMAC"), ("SM4", 16, "CBC"), ("SM4", 16, "GCM"), ("DES", 8, "ECB"), ("DES3", 24, "CBC")),
]


class SideBlock(CrypUdma):
    """The block with its DMA and a key manager."""

    ctrl, write_bytes, load, command, _by_cpu = Cryp.ctrl, Cryp.write_bytes, Cryp.load, Cryp.command, Cryp._by_cpu
    done, refused, state = Cryp.done, Cryp.refused, Cryp.result

    def side_word(self, addr: int, word: int, last: int, use: int, most: int = 2000) -> bool:
        """Whether the block took the word."""
        return self.lib.tb_side_word(self.tb, addr, ctypes.c_uint32(word), last, use, ctypes.c_uint64(most)) == 0

    def side_load(self, alg: str, n: int, mode: str, key: bytes, key2: bytes = b"") -> None:
        use = self.ctrl(alg, n, mode) & 0x7F
        words = [(i, w) for i, w in enumerate(to_words(key))] + [(8 + i, w) for i, w in enumerate(to_words(key2))]
        for i, (addr, word) in enumerate(words):
            self.run(self.rand.choice([0, 0, 1, 7]))
            assert self.side_word(addr, word, i == len(words) - 1, use)

    def side_clear(self, after: int = 0, cycles: int = 1) -> None:
        self.lib.tb_side_clear(self.tb, ctypes.c_uint64(after), ctypes.c_uint64(cycles))

    @property
    def locked(self) -> bool:
        return self.lib.tb_side_locked(self.tb) != 0


class SideBase(unittest.TestCase):
    """A block with a key manager, and what both do with a key."""

    variant = SEARCHABLE

    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        seed, pause = self.rand.getrandbits(32), self.rand.choice([0, 20])
        self.dut = SideBlock("cryp", variant=self.variant, seed=seed, pause=pause)
        self.dut.start_ring()

    def bytes(self, n: int) -> bytes:
        return self.rand.randbytes(n)

    def begin(self, alg: str, n: int, mode: str) -> tuple[bytes, bytes]:
        """A key for this use, loaded by the manager."""
        key, key2 = self.bytes(n), self.bytes(n) if mode == "XTS" else b""
        self.dut.side_load(alg, n, mode, key, key2)
        self.assertTrue(self.dut.locked)
        self.assertEqual(self.dut.get("STATUS", "SIDE_KEY"), 1)
        return key, key2

    def works(self, alg: str, n: int, mode: str, key: bytes, key2: bytes) -> None:
        """A command on the manager's key gives what the model says."""
        size = 8 if alg.startswith("DES") else 16
        data, iv = self.bytes(3 * size), self.bytes(size)
        first = {} if mode in ("ECB", "CBC") else {"FIRST": 1}
        if mode in ("GCM", "CMAC", "XTS"):
            first["LAST"] = 1
        if mode == "GCM":
            iv = iv[:12] + b"\0\0\0\1"
        self.dut.load(iv=iv)
        out = self.dut.command(alg, n, mode, data, SIDE_KEY=1, **first)
        self.assertEqual(self.dut.done(), 0)
        if mode == "GCM":
            model, tag = ref.gcm(alg, key, iv[:12], b"", data)
            self.assertEqual(self.dut.state()["tag"], tag)
        elif mode == "CMAC":
            model = b""
            self.assertEqual(self.dut.state()["tag"], ref.cmac(alg, key, data))
        elif mode == "XTS":
            model = ref.xts(alg, key, key2, iv, data, False)
        elif mode == "ECB":
            model = ref.ecb(alg, key, data)
        else:
            model = ref.ctr(alg, key, iv, data) if mode == "CTR" else ref.cbc(alg, key, iv, data, False)
        self.assertEqual(out, model, (alg, n, mode))


class SideTest(SideBase):
    def unlocked(self, *secrets: bytes) -> None:
        """Nothing of the key is left, a command for it is refused, and a register's key works."""
        self.dut.u_idle()  # after a reset it wipes, too
        self.dut.wait_idle()
        self.dut.run(2)
        self.assertFalse(self.dut.locked)
        self.assertEqual(self.dut.found(*secrets, show=1), 0)
        self.dut.write("EVENT", 0x1F)
        self.dut.write("LEN", 0)
        self.assertTrue(self.dut.refused("KEY", "CTRL", self.dut.ctrl("AES", 16, "ECB", SIDE_KEY=1)))
        key, data = self.bytes(16), self.bytes(16)
        self.dut.load(key=key)
        self.assertTrue(self.dut.refused("KEY", "CTRL", self.dut.ctrl("AES", 16, "ECB", SIDE_KEY=1)))
        self.dut.load(key=key)
        self.assertEqual(self.dut.command("AES", 16, "ECB", data), ref.ecb("AES", key, data))
        self.dut.done()

    def test_every_use(self) -> None:
        """Right results, again without a new load, and for another key of the manager after it."""
        self.assertEqual(self.dut.get("CONFIG", "SIDE_LOAD"), 1)
        for use in USES:
            keys = self.begin(*use)
            for _ in range(2):
                self.works(*use, *keys)

    def test_words_of_others_before(self) -> None:
        """The manager's key is whole whatever is in KEY and KEY2, and a refused command in between changes nothing."""
        dut = self.dut
        for reg, words in (("KEY", 4), ("KEY2", 4), ("KEY2", 1), ("KEY", 8)):
            dut.write(reg, *range(1, words + 1))
            self.works("AES", 16, "XTS", *self.begin("AES", 16, "XTS"))
            dut.write("WIPE", 1)
            dut.wait_idle()
        key, use = self.bytes(16), dut.ctrl("AES", 16, "ECB") & 0x7F
        for i, word in enumerate(to_words(key)):
            self.assertTrue(dut.side_word(i, word, i == 3, use))
            dut.write("LEN", 16)
            if i < 3:
                self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "ECB", SIDE_KEY=1)))
        self.works("AES", 16, "ECB", key, b"")

    def test_read_back(self) -> None:
        """No register of the block or its DMA shows a word of the key, and none reaches memory."""
        dut = self.dut
        for use in (("AES", 32, "GCM"), ("AES", 32, "XTS")):
            key, key2 = self.begin(*use)
            self.works(*use, key, key2)
            secret = {w for k in (key, key2) for w in to_words(k)}
            secret |= {int.from_bytes(w.to_bytes(4, "little"), "big") for w in secret}
            for at in itertools.chain(range(0, 0x400, 4), range(0x1000, 0x1100, 4)):
                value, _ = dut.peek(at)
                self.assertNotIn(value, secret, hex(at))
            dut.write("EVENT", 0x1F)
            ctrl = dut.ctrl("AES", 32, use[2], SIDE_KEY=1, STREAM=1, FIRST=1, LAST=1)
            text = self.bytes(16)
            for first in range(0, 0x400, 0x7C):
                job = Job(dut.map["LEN"], [16, ctrl], [(text, False)], [16], result_reg=first, result_words=31)
                dut.run_jobs(job)
                self.assertTrue(secret.isdisjoint(to_words(dut.result(job))), hex(first))
            dut.write("EVENT", 0x1F)

    def test_word_by_word(self) -> None:
        """No word of KEY or KEY2 can be written: each is refused, and the key stays what it is."""
        dut = self.dut
        for use in (("AES", 32, "ECB"), ("AES", 16, "XTS"), ("DES3", 24, "CBC")):
            keys = self.begin(*use)
            dut.write("KEYID", 99)
            for reg, index in itertools.product(("KEY", "KEY2"), range(8)):
                self.assertEqual(dut.poke(reg, 0, index), SLVERR)
                self.assertEqual(dut.read("EVENT"), dut.map.field("EVENT", KEY=1))
                dut.write("EVENT", 0x1F)
            self.assertEqual(dut.read("KEYID"), 99)
            self.works(*use, *keys)

    def test_keyid(self) -> None:
        """A word of the manager sets KEYID to 0; a KEYID written in any cycle after it stays."""
        dut, use = self.dut, self.dut.ctrl("AES", 16, "ECB") & 0x7F
        dut.pause(0)
        for turn in range(16):
            dut.write("KEYID", 7)
            self.assertTrue(dut.side_word(turn % 4, turn, turn % 3 == 0, use))
            self.assertEqual(dut.read("KEYID"), 0)
            self.assertTrue(dut.side_word(turn % 4, turn, turn % 3 == 0, use))
            dut.run(turn // 4)
            dut.write("KEYID", 99)
            self.assertEqual(dut.read("KEYID"), 99, turn)

    def test_another_use(self) -> None:
        """Another algorithm, length or mode is refused, and so is a command that does not name the manager's key."""
        dut = self.dut
        for use in (("AES", 32, "GCM"), ("AES", 16, "CMAC"), ("DES3", 24, "ECB"), ("SM4", 16, "CTR")):
            keys = self.begin(*use)
            for other in [*USES, ("AES", 32, "CCM"), ("AES", 32, "GCM_IV")]:
                first = {} if other[2] in ("ECB", "CBC") else {"FIRST": 1}
                dut.write("LEN", 16)
                dut.load(iv=b"\2" + bytes(15))
                if other != use and (use[2], other[2]) != ("GCM", "GCM_IV"):
                    self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl(*other, SIDE_KEY=1, **first)), (use, other))
                self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl(*other, **first)), (use, other))
            self.works(*use, *keys)

    def test_a_part_of_a_key(self) -> None:
        """A key without its last word, or without one of its words, serves nothing; nor does one that is continued by
        the registers."""
        dut, use = self.dut, self.dut.ctrl("AES", 16, "ECB") & 0x7F
        key, data = self.bytes(16), self.bytes(16)
        for words in ((0, 1, 2), (0, 1, 3), (1, 2, 3)):
            for last in (0, 1):
                for i in words:
                    self.assertTrue(dut.side_word(i, to_words(key)[i], last and i == words[-1], use))
                for register in (None, *range(4)):
                    if register is not None:
                        self.assertEqual(dut.poke("KEY", 0, register), SLVERR)
                        dut.write("EVENT", 0x1F)
                    dut.write("LEN", 16)
                    for side in (0, 1):
                        self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "ECB", SIDE_KEY=side)))
                dut.write("WIPE", 1)
                dut.wait_idle()
        # All words, but the last is not called so
        for i, word in enumerate(to_words(key)):
            self.assertTrue(dut.side_word(i, word, 0, use))
        self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "ECB", SIDE_KEY=1)))
        self.assertTrue(dut.side_word(3, to_words(key)[3], 1, use))  # a second time: voids the others
        self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "ECB", SIDE_KEY=1)))
        dut.side_load("AES", 16, "ECB", key)
        self.assertEqual(dut.command("AES", 16, "ECB", data, SIDE_KEY=1), ref.ecb("AES", key, data))
        dut.done()

    def test_a_registers_key_does_not_become_the_managers(self) -> None:
        """Words of both make no key."""
        dut, use = self.dut, self.dut.ctrl("AES", 16, "ECB") & 0x7F
        for used in (0, 1):
            dut.load(key=self.bytes(16))
            if used:
                dut.command("AES", 16, "ECB", self.bytes(16))
                dut.done()
            self.assertTrue(dut.side_word(3, 1, 1, use))
            for side in (0, 1):
                self.assertTrue(dut.refused("KEY", "CTRL", dut.ctrl("AES", 16, "ECB", SIDE_KEY=side)), used)
            dut.write("WIPE", 1)
            dut.wait_idle()

    def test_erased(self) -> None:
        """WIPE, the manager, a stop of the DMA and a reset erase the key, at any moment of a command or of a load."""
        dut = self.dut
        for how, turn in itertools.product(("wipe", "manager", "stop", "reset"), range(6)):
            key, words = self.bytes(32), self.rand.randrange(1, 9)
            use = dut.ctrl("AES", 32, "CTR") & 0x7F
            for i in range(8 if turn % 2 else words):
                self.assertTrue(dut.side_word(i, to_words(key)[i], i == 7, use))
            self.assertGreater(dut.found(key), 0)
            if turn % 2:
                dut.write("LEN", 64)
                dut.write("CTRL", dut.ctrl("AES", 32, "CTR", SIDE_KEY=1, FIRST=1))
                dut.write("DATA_IN", *to_words(self.bytes(16)))
                dut.run(self.rand.randrange(30))
            if how == "wipe":
                dut.write("WIPE", 1)
            elif how == "manager":
                dut.side_clear(0, self.rand.choice([1, 2, 50]))
                dut.run(60)
            elif how == "stop":
                dut.u_write("HEAD", 0)
                dut.u_write("CONTROL", 0)
                dut.u_idle()
                dut.run(4)
            else:
                dut.reset()
            self.unlocked(key)
            dut.start_ring()

    def test_manager_erases_while_the_cpu_waits(self) -> None:
        """An access that waits for data is answered, and the key is gone."""
        dut = self.dut
        for after in range(24):
            dut.side_load("AES", 32, "ECB", key := self.bytes(32))
            dut.write("LEN", 32)
            dut.write("CTRL", dut.ctrl("AES", 32, "ECB", SIDE_KEY=1))
            dut.write("DATA_IN", *to_words(self.bytes(16)))
            dut.side_clear(after, 200)
            answers = [dut.peek("DATA_OUT")[1] for _ in range(8)]
            self.assertIn(answers[-1], (OKAY, SLVERR))
            self.assertFalse(dut.side_word(0, 1, 0, 0, most=40) and after > 60)  # not while it erases
            dut.run(300)
            if dut.locked:  # the word that came after the erasure
                dut.write("WIPE", 1)
            self.unlocked(key)

    def job(self, image: tuple[int, list[int]], data: bytes) -> Job:
        return Job(*image, [(data, False)], [len(data)])

    def test_dma_while_locked(self) -> None:
        """An image with a key is refused as a whole; one without it runs; the key stays."""
        dut, data = self.dut, self.bytes(48)
        keys = self.begin("AES", 32, "ECB")
        for side in (0, 1):
            ctrl = dut.ctrl("AES", 32, "ECB", SIDE_KEY=side, STREAM=1)
            evil = [*to_words(self.bytes(32)), 0, 0, 0, 0, 0, 48, ctrl]
            for first in range(9):  # all of it, or from some word of KEY on
                job = self.job((dut.map["KEY"] + 4 * first, evil[first:]), data)
                dut.run_jobs(job)
                good = first == 8 and side
                self.assertEqual(dut.status(job) & (DONE | REFUSED), DONE if good else DONE | REFUSED, (side, first))
                self.assertEqual(dut.output(job), ref.ecb("AES", keys[0], data) if good else b"\xa5" * 48)
                dut.write("EVENT", 0x1F)
        self.assertTrue(dut.locked)
        self.works("AES", 32, "ECB", *keys)

    def test_load_meets_an_image(self) -> None:
        """The manager begins at any cycle of a descriptor that brings a key: it is done with its own key or refused,
        and the manager's key is whole."""
        dut = self.dut
        dut.pause(0)
        seen = set()
        for start in range(0, 240, 3):
            key, data = self.bytes(32), self.bytes(48)
            image = [*to_words(key), 0, 0, 0, 0, 0, 48, dut.ctrl("AES", 32, "ECB", STREAM=1)]
            job = self.job((dut.map["KEY"], image), data)
            dut.place(job)
            dut.u_write("HEAD", dut.head)
            dut.run(start)
            side = self.bytes(32)
            dut.side_load("AES", 32, "ECB", side)
            end = dut.cycles + 20000
            while dut.u_read("TAIL") != dut.head:
                self.assertLess(dut.cycles, end)
            refused = bool(dut.status(job) & REFUSED)
            seen.add(refused)
            self.assertEqual(dut.output(job), b"\xa5" * 48 if refused else ref.ecb("AES", key, data), start)
            dut.write("EVENT", 0x1F)
            self.works("AES", 32, "ECB", side, b"")
            dut.write("WIPE", 1)
            dut.wait_idle()
        self.assertEqual(seen, {False, True})

    def test_load_meets_a_direct_command(self) -> None:
        """The manager begins at any cycle of a direct command whose key comes from memory: it is done with its own key
        or refused, and the manager's key is whole."""
        dut = self.dut
        dut.pause(0)
        seen = set()
        for latency in (1, 60):
            dut.lib.tb_mem_latency(dut.tb, latency)
            for start in range(0, 120 + 4 * latency, 1 + latency // 20):
                key, side, data = self.bytes(32), self.bytes(32), self.bytes(48)
                out = dut.direct(dut.image("AADLEN", "AES", "ECB", key, 48), key, data)
                dut.run(start)
                dut.side_load("AES", 32, "ECB", side)
                status = dut.u_outcome()
                refused = bool(status & REFUSED)
                self.assertTrue(refused or status & dut.map.field("EVENT", DONE=1) << 16, hex(status))
                seen.add(refused)
                if not refused:
                    self.assertEqual(dut.fetch(out, 48), ref.ecb("AES", key, data), (latency, start))
                dut.write("EVENT", 0x1F)
                self.works("AES", 32, "ECB", side, b"")
                dut.write("WIPE", 1)
                dut.wait_idle()
        self.assertEqual(seen, {False, True})

    def test_manager_erases_during_a_direct_command(self) -> None:
        """In any cycle of a command on the manager's key: the text is right or the command fails, and nothing of the
        key is left."""
        dut = self.dut
        dut.pause(0)
        seen = set()
        for latency in (1, 60):
            dut.lib.tb_mem_latency(dut.tb, latency)
            for start in range(0, 100 + 5 * latency, 1 + latency // 10):
                key, iv, data = self.bytes(32), self.bytes(16), self.bytes(48)
                dut.side_load("AES", 32, "CTR", key)
                out = dut.direct(dut.image("IV", "AES", "CTR", key, 48, iv=iv, SIDE_KEY=1, FIRST=1), b"", data)
                dut.side_clear(start)
                failed = bool(dut.u_outcome() & (REFUSED | MISMATCH))
                seen.add(failed)
                if not failed:
                    self.assertEqual(dut.fetch(out, 48), ref.ctr("AES", key, iv, data), (latency, start))
                dut.run(300)
                self.unlocked(key)
        self.assertEqual(seen, {False, True})


if __name__ == "__main__":
    unittest.main()
