# SPDX-License-Identifier: Apache-2.0
"""Nothing is left after WIPE, a stop or a reset: keys, text and what comes from them are planted and searched for in
every variable and memory of the simulated blocks, at every moment of a request. The cipher block is compared with one
that has only been reset, too."""

import hashlib
import itertools
import random
import unittest

import cipher_models as ref
from cryp_block import to_words
from model import OKAY, SLVERR
from test_side import SideBlock
from udma_block import SEARCHABLE, Job, UdmaBlock

# Every cipher in every mode, with the bytes of its key.
USES = [
    *(("AES", 16, mode) for mode in ("ECB", "GCM", "GCM_IV", "CCM", "XTS", "CMAC")),
    *(("AES", n, mode) for n, mode in ((24, "CBC"), (32, "CTR"), (32, "GCM"), (32, "XTS"))),
    *(("SM4", 16, mode) for mode in ("ECB", "CBC", "CTR", "GCM", "CCM", "XTS", "CMAC")),
    *((alg, n, mode) for alg, n in (("DES", 8), ("DES3", 24)) for mode in ("ECB", "CBC")),
]


def end_request(dut: UdmaBlock, how: str) -> None:
    """End what runs, and wait until the block is idle. how: "stop" or "reset" end anything at once; "wipe" ends a
    command of the CPU at once, but lets the requests of the DMA complete before, because WIPE does not stop the DMA."""
    if how == "wipe":
        end = dut.cycles + 20000
        while dut.u_read("TAIL") != dut.head and dut.cycles < end:
            dut.run(1)
        dut.write("WIPE", 1)
    elif how == "stop":
        dut.u_write("CONTROL", 0)
    else:
        dut.reset()
    dut.u_idle()
    dut.wait_idle()
    dut.run(40)  # the buffers behind a request that is complete


class StateTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rand = random.Random(self.id())

    def block(self, ip: str) -> UdmaBlock:
        dut = UdmaBlock(ip, variant=SEARCHABLE, seed=self.rand.getrandbits(32))
        dut.start_ring()
        return dut

    def check_refused(self, dut: UdmaBlock) -> None:
        """A word that no register takes is not kept on its way to them."""
        for _ in range(20):
            word = self.rand.randbytes(4)
            self.assertEqual(dut.poke("NAME", *to_words(word)), SLVERR)
            self.assertEqual(dut.found(word, show=True), 0)

    def image(self, dut: UdmaBlock, mode: str, key: bytes, iv: bytes, length: int) -> tuple[int, list[int]]:
        ctrl = dut.map.field("CTRL", ALG="AES", MODE=mode, KEYLEN=f"K{8 * len(key)}", FIRST=1, LAST=1, STREAM=1)
        return dut.map["KEY"], [*to_words(key.ljust(32, b"\0")), *to_words(iv), 0, length, ctrl]

    def test_cryp(self) -> None:
        dut = self.block("cryp")
        self.check_refused(dut)
        for how in ("wipe", "stop", "reset"):
            for turn in range(24):
                mode, key, iv = self.rand.choice(["CTR", "GCM"]), self.rand.randbytes(32), self.rand.randbytes(16)
                text = self.rand.randbytes(16 * 20)
                stream = ref.ctr("AES", key, iv, bytes(16))
                secrets = [key, text, iv, stream, ref.ecb("AES", key, bytes(16)), ref.ecb("AES", key, iv)]
                secrets.append(ref.ctr("AES", key, iv, text) if mode == "CTR" else b"")
                if turn % 4 == 3:  # by the CPU, given up or not begun
                    dut.write("KEY", *to_words(key))
                    dut.write("IV", *to_words(iv))
                    dut.write("LEN", len(text))
                    if turn % 8 == 3:
                        dut.write("CTRL", self.image(dut, mode, key, iv, 0)[1][-1] & ~dut.map.field("CTRL", STREAM=1))
                        dut.write("DATA_IN", *to_words(text[:16]))
                    if mode == "CTR":
                        dut.head = dut.u_read("HEAD")
                    self.assertGreater(dut.found(key), 0)
                else:
                    job = Job(*self.image(dut, mode, key, iv, len(text)), [(text, False)], [len(text)])
                    dut.place(job)
                    dut.u_write("HEAD", dut.head)
                    dut.run(self.rand.randrange(60, 700))
                    self.assertGreater(dut.found(key, text), 0)
                end_request(dut, how)
                self.assertEqual(dut.found(*secrets, show=True), 0, (how, turn, mode))
                dut.start_ring()

    def begin(self, dut: SideBlock, alg: str, n: int, mode: str, turn: int) -> None:
        """A command of the CPU that completes, or with the last turn stands in its midst."""
        block = 8 if alg.startswith("DES") else 16
        iv = b"\2" + self.rand.randbytes(15) if mode == "CCM" else self.rand.randbytes(16)
        key2 = self.rand.randbytes(n) if mode == "XTS" else None
        dut.load(key=self.rand.randbytes(n), key2=key2, iv=iv)
        fields = {} if mode in ("ECB", "CBC", "GCM_IV") else {"FIRST": 1}
        if turn == 1 and mode in ("GCM", "CCM", "CMAC", "XTS"):
            fields["LAST"] = 1
        if turn == 2 and mode not in ("CTR", "CMAC", "GCM_IV"):
            fields["DECRYPT"] = 1
        if turn < 3:
            dut.command(alg, n, mode, self.rand.randbytes(4 * block), **fields)
            dut.done()
            return
        dut.write("AADLEN", 0)
        dut.write("LEN", 64)
        self.assertEqual(dut.poke("CTRL", dut.ctrl(alg, n, mode, **fields)), OKAY)
        for _ in range(block // 4):
            dut.poke("DATA_IN", self.rand.getrandbits(32))
        dut.run(self.rand.randrange(60))

    def test_cryp_of_every_cipher(self) -> None:
        """After each cipher and mode, the engine's registers and memories are those after a reset alone."""
        fresh, used = SideBlock("cryp", variant=SEARCHABLE, seed=1), SideBlock("cryp", variant=SEARCHABLE, seed=2)
        for (alg, n, mode), how, turn in itertools.product(USES, ("wipe", "stop", "reset"), range(4)):
            for dut in (fresh, used):
                dut.reset()
                dut.u_idle()
                dut.start_ring()
            self.begin(used, alg, n, mode, turn)
            for what, left in (("a command", True), ("its end", False)):
                if not left:
                    end_request(used, how)
                found = used.state_differs(fresh, b"i_engine")
                self.assertEqual(bool(found), left, (alg, n, mode, how, turn, what, found))

    def test_hasher(self) -> None:
        dut = self.block("hasher")
        self.check_refused(dut)
        for how in ("wipe", "stop", "reset"):
            for _ in range(24):
                alg = self.rand.choice(["MD5", "SHA1", "SHA256", "SHA512"])
                key, text = self.rand.randbytes(60), self.rand.randbytes(700)
                digest = hashlib.new(alg, text).digest()
                field = {"ALG": alg, "FIRST": 1, "LAST": 1, "STREAM": 1}
                for op, data in (("KEY", key), ("HMAC", text)):
                    ctrl = dut.map.field("CTRL", OP=op, **field)
                    dut.place(Job(dut.map["LEN"], [len(data), ctrl], [(data, False)]))
                dut.u_write("HEAD", dut.head)
                dut.run(self.rand.randrange(60, 1200))
                self.assertGreater(dut.found(key, text), 0)
                end_request(dut, how)
                self.assertEqual(dut.found(key, text, digest, show=True), 0, how)
                dut.start_ring()


if __name__ == "__main__":
    unittest.main()
