# SPDX-License-Identifier: Apache-2.0
"""The hash block against hashlib and hmac, and (SM3) cryptography."""

import hashlib
import hmac
import os
import random
import sys
import unittest

from coverage import Cover
from cryptography.hazmat.primitives import hashes
from model import OKAY, SLVERR, Block

VARIANT = os.environ.get("OB_RTL_VARIANT", "")
EVERY = ["MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512_224", "SHA512_256", "SM3"]
WIDE = {"SHA384", "SHA512", "SHA512_224", "SHA512_256"}
SIZE = dict(zip(EVERY, [16, 20, 28, 32, 48, 64, 28, 32, 32], strict=True))
# Parameter Hashes by variant, and the algorithms of each of its bits. All tests need SHA-256.
HASHES = {"-sha256": 8}.get(VARIANT, 31)
PARTS = [["MD5"], ["SHA1"], ["SM3"], ["SHA224", "SHA256"], sorted(WIDE)]
ALGS = [alg for alg in EVERY if any(alg in part and HASHES >> bit & 1 for bit, part in enumerate(PARTS))]
# Cycles per block by steps per cycle: steps / steps per cycle, and one to add the result; SM3 starts four steps early.
CYCLES = {
    1: dict(zip(EVERY, [65, 81, 65, 65, 81, 81, 81, 81, 69], strict=True)),
    2: dict(zip(EVERY, [33, 41, 33, 33, 41, 41, 41, 41, 35], strict=True)),
}

cover = Cover("hasher" + VARIANT)
cover.add(["digest"], ALGS, ["cpu", "stream"], ["none", "short", "block", "pad_wraps", "long"])
cover.add(["split"], ALGS, ["HASH", "HMAC"])
cover.add(["key"], ALGS, ["none", "short", "block", "long"])
cover.add(
    ["event"],
    [
        "SEQ_busy_write",
        "SEQ_ctrl",
        "SEQ_data",
        "SEQ_alg",
        "LENGTH_count",
        "LENGTH_len",
        "LENGTH_limit",
        "NO_KEY",
        "NO_KEY_other_alg",
        "wipe",
        "reset",
    ],
)


def block_size(alg: str) -> int:
    return 128 if alg in WIDE else 64


def digest(alg: str, data: bytes) -> bytes:
    if alg == "SM3":
        ctx = hashes.Hash(hashes.SM3())
        ctx.update(data)
        return ctx.finalize()
    return hashlib.new(alg.lower(), data).digest()


def mac(alg: str, key: bytes, data: bytes) -> bytes:
    if alg != "SM3":
        return hmac.new(key, data, alg.lower()).digest()
    key = (digest(alg, key) if len(key) > 64 else key).ljust(64, b"\0")
    inner = digest(alg, bytes(k ^ 0x36 for k in key) + data)
    return digest(alg, bytes(k ^ 0x5C for k in key) + inner)


class Hasher(Block):
    """Commands of the block."""

    def __init__(self, **kw: int) -> None:
        super().__init__("hasher", variant=VARIANT, **kw)
        self.wait_idle()

    def ctrl(self, alg: str, op: str = "HASH", first: int = 0, last: int = 0, stream: int = 0) -> int:
        return self.map.field("CTRL", ALG=alg, OP=op, FIRST=first, LAST=last, STREAM=stream)

    def command(self, data: bytes, alg: str, op: str = "HASH", first: int = 0, last: int = 0, stream: int = 0) -> None:
        self.write("LEN", len(data))
        if stream:
            self.push(data)
        self.write("CTRL", self.ctrl(alg, op, first, last, stream))
        if not stream:
            for i in range(0, len(data), 4):
                self.write(
                    self.offset("DATA", i // 4 % 64), int.from_bytes(data[i : i + 4].ljust(4, b"\xee"), "little")
                )
        self.wait_idle()
        assert self.get("EVENT", "DONE")
        self.write("EVENT", self.map.field("EVENT", DONE=1))

    def digest(self, alg: str) -> bytes:
        return self.read_bytes("DIGEST", SIZE[alg])

    def save(self) -> tuple[list[int], list[int]]:
        return [self.read("H", i) for i in range(16)], [self.read("COUNT", i) for i in range(4)]

    def restore(self, state: tuple[list[int], list[int]]) -> None:
        self.write("H", *state[0])
        self.write("COUNT", *state[1])

    def expect_event(self, test: unittest.TestCase, name: str) -> None:
        test.assertEqual(self.read("EVENT"), self.map.field("EVENT", **{name: 1}))
        self.write("EVENT", 0xFFFFFFFF)


class HasherTest(unittest.TestCase):
    """Each test has a block of its own with random pauses, seeded by the test's name."""

    def setUp(self) -> None:
        self.rand = random.Random(self.id())
        self.dut = Hasher(seed=self.rand.getrandbits(32), pause=self.rand.choice([0, 10, 40]))

    def tearDown(self) -> None:
        self.assertEqual(self.dut.read("EVENT"), 0, "an event was left over")

    def test_identity(self) -> None:
        self.assertEqual(self.dut.read("NAME"), self.dut.map.registers["NAME"]["reset"])
        self.assertEqual(self.dut.read("VERSION"), self.dut.map.registers["VERSION"]["reset"])
        self.assertIn(self.dut.get("CONFIG", "STEPS"), (1, 2))
        self.assertEqual(self.dut.get("CONFIG", "HASHES"), HASHES)

    def test_hashes_that_are_left_out(self) -> None:
        """Their commands are refused like those of unknown algorithms, and change nothing."""
        dut = self.dut
        dut.command(bytes(64), "SHA256", first=1)
        state = dut.save()
        dut.write("LEN", 128)
        for alg in [alg for alg in EVERY if alg not in ALGS]:
            for op in ("HASH", "HMAC", "KEY"):
                self.assertEqual(dut.poke("CTRL", dut.ctrl(alg, op, 1, 1)), SLVERR, (alg, op))
                dut.expect_event(self, "SEQ")
        self.assertEqual(dut.save(), state)

    def check_digest(self, alg: str, stream: int, length: int) -> None:
        data = self.rand.randbytes(length)
        self.dut.command(data, alg, first=1, last=1, stream=stream)
        self.assertEqual(self.dut.digest(alg), digest(alg, data), (alg, stream, length))
        size = block_size(alg)
        tail = length % size
        kind = (
            "none"
            if length == 0
            else "long"
            if length > size
            else "pad_wraps"
            if tail > size - size // 8 - 1
            else "block"
            if tail == 0
            else "short"
        )
        cover.hit("digest", alg, "stream" if stream else "cpu", kind)

    def test_every_length(self) -> None:
        """Every length up to three blocks and a word, and every place of the padding."""
        self.dut.pause(0)
        for alg in ALGS:
            for length in range(3 * block_size(alg) + 5):
                self.check_digest(alg, 1, length)

    def test_random_lengths(self) -> None:
        for alg in ALGS:
            size = block_size(alg)
            for length in [0, 1, size - 1, size - size // 8, size, size + 3] + [
                self.rand.randrange(1500) for _ in range(6)
            ]:
                self.check_digest(alg, 0, length)
                self.check_digest(alg, 1, length)

    def test_state_moves_to_another_block(self) -> None:
        """H and COUNT after whole blocks are all that another instance needs."""
        for alg in ALGS:
            size = block_size(alg)
            data = self.rand.randbytes(3 * size)
            self.dut.command(data, alg, first=1, stream=1)
            h, count = self.dut.save()
            self.assertEqual(count, [3 * size, 0, 0, 0])
            # The hash words plus the padding block of exactly these blocks give the digest: continue in a new block.
            other = Hasher(seed=2)
            other.restore((h, count))
            other.command(b"", alg, last=1)
            self.assertEqual(other.digest(alg), digest(alg, data))

    def test_count_beyond_32_bits(self) -> None:
        """The length in the padding has all its bits: the same state with another count gives another digest."""
        for alg in [alg for alg in ("MD5", "SHA256", "SHA512") if alg in ALGS]:
            size = block_size(alg)
            for shift in (32, 40, 60) + ((64, 100, 124) if alg == "SHA512" else ()):
                count = (1 << shift) + size
                self.dut.command(bytes(size), alg, first=1, stream=1)
                h, _ = self.dut.save()
                self.dut.restore((h, [count >> 32 * i & 0xFFFFFFFF for i in range(4)]))
                self.dut.command(b"", alg, last=1)
                got = self.dut.digest(alg)
                # The model of the last block: padding for count bytes, run as data from the same state.
                bits = (
                    (8 * count).to_bytes(size // 8, "little" if alg == "MD5" else "big")
                    if alg != "MD5"
                    else (8 * count % 2**64).to_bytes(8, "little")
                )
                pad = b"\x80" + bytes(size - 1 - len(bits)) + bits
                self.dut.restore((h, [size, 0, 0, 0]))
                self.dut.command(pad, alg, stream=1)
                self.assertEqual(self.dut.read_bytes("DIGEST", SIZE[alg]), got)

    def test_interleaved_streams(self) -> None:
        """Streams of all algorithms, hash and HMAC, take turns block by block with save and restore in between."""
        streams = []
        for alg in ALGS:
            for op in ("HASH", "HMAC"):
                key = self.rand.randbytes(self.rand.randrange(1, 200))
                streams.append(
                    {
                        "alg": alg,
                        "op": op,
                        "key": key,
                        "data": self.rand.randbytes(self.rand.randrange(700)),
                        "at": 0,
                        "state": None,
                    }
                )
                cover.hit("split", alg, op)
        while streams:
            s = self.rand.choice(streams)
            size = block_size(s["alg"])
            first = s["state"] is None
            rest = len(s["data"]) - s["at"]
            take = min(size * self.rand.randrange(3), rest // size * size)
            last = take == rest // size * size and self.rand.random() < 0.5
            take = rest if last else take
            if s["op"] == "HMAC":
                self.dut.command(s["key"], s["alg"], "KEY", stream=self.rand.randrange(2))
            if not first:
                self.dut.restore(s["state"])
            self.dut.command(
                s["data"][s["at"] : s["at"] + take], s["alg"], s["op"], first, last, self.rand.randrange(2)
            )
            s["at"] += take
            s["state"] = self.dut.save()
            if last:
                model = digest(s["alg"], s["data"]) if s["op"] == "HASH" else mac(s["alg"], s["key"], s["data"])
                self.assertEqual(self.dut.digest(s["alg"]), model, (s["alg"], s["op"]))
                streams.remove(s)

    def test_hmac_keys(self) -> None:
        """Keys of any length; the key stays for several messages."""
        for alg in ALGS:
            size = block_size(alg)
            for length, kind in (
                (0, "none"),
                (1, "short"),
                (size - 3, "short"),
                (size, "block"),
                (size + 1, "long"),
                (3 * size, "long"),
            ):
                key = self.rand.randbytes(length)
                self.dut.command(key, alg, "KEY", stream=self.rand.randrange(2))
                self.assertEqual(self.dut.read_bytes("DIGEST", 64), bytes(64))
                cover.hit("key", alg, kind)
                for n in (0, self.rand.randrange(300)):
                    data = self.rand.randbytes(n)
                    self.dut.command(data, alg, "HMAC", 1, 1, self.rand.randrange(2))
                    self.assertEqual(self.dut.digest(alg), mac(alg, key, data), (alg, length, n))

    def test_key_state_is_not_readable(self) -> None:
        """H never shows the state after the key block alone, nor anything while a command runs."""
        for alg in ALGS:
            size = block_size(alg)
            self.dut.command(self.rand.randbytes(2 * size), alg, "KEY")
            self.dut.command(b"", alg, "HMAC", first=1)
            self.assertEqual(self.dut.save()[0], [0] * 16)
            self.dut.write("LEN", size)
            self.dut.write("CTRL", self.dut.ctrl(alg, "HMAC", first=1))
            self.dut.run(100)  # the key block is done, the data has not come
            self.assertEqual(self.dut.save(), ([0] * 16, [0] * 4))
            self.assertEqual(self.dut.read_bytes("DIGEST", 64), bytes(64))
            for i in range(0, size, 4):
                self.dut.write("DATA", i)
            self.dut.wait_idle()
            self.assertNotEqual(self.dut.save()[0], [0] * 16)
            self.dut.write("EVENT", 1)

    def test_refused_writes(self) -> None:
        dut = self.dut
        dut.command(bytes(64), "SHA256", first=1)
        state = dut.save()
        for what, event, bin_name in (
            (lambda: dut.poke("CTRL", dut.map.field("CTRL", ALG=9, FIRST=1)), "SEQ", "SEQ_alg"),
            (lambda: dut.poke("CTRL", dut.map.field("CTRL", OP=3, FIRST=1)), "SEQ", "SEQ_ctrl"),
            (lambda: dut.poke("DATA", 1), "SEQ", "SEQ_data"),
            (lambda: dut.poke("CTRL", dut.ctrl("SHA256", "HMAC", 1, 1)), "NO_KEY", "NO_KEY"),
        ):
            self.assertEqual(what(), SLVERR)
            dut.expect_event(self, event)
            cover.hit("event", bin_name)
        dut.write("LEN", 63)
        self.assertEqual(dut.poke("CTRL", dut.ctrl("SHA256")), SLVERR)
        dut.expect_event(self, "LENGTH")
        cover.hit("event", "LENGTH_len")
        dut.write("COUNT", 65)
        self.assertEqual(dut.poke("CTRL", dut.ctrl("SHA256", last=1)), SLVERR)
        dut.expect_event(self, "LENGTH")
        cover.hit("event", "LENGTH_count")
        for alg, limit in {"SHA256": 1 << 61, "SHA512": 1 << 125, "SHA1": 1 << 128, "SHA384": 1 << 128}.items():
            if alg not in ALGS:
                continue
            count = limit - block_size(alg)
            dut.write("LEN", block_size(alg))
            dut.write("COUNT", *[count >> 32 * i & 0xFFFFFFFF for i in range(4)])
            self.assertEqual(dut.poke("CTRL", dut.ctrl(alg, last=1)), SLVERR)
            dut.expect_event(self, "LENGTH")
        cover.hit("event", "LENGTH_limit")
        dut.command(b"key", "SHA224", "KEY")
        self.assertEqual(dut.poke("CTRL", dut.ctrl("SHA256", "HMAC", 1, 1)), SLVERR)
        dut.expect_event(self, "NO_KEY")
        cover.hit("event", "NO_KEY_other_alg")
        dut.restore(state)
        self.assertEqual(dut.save(), state)
        dut.command(b"abc", "SHA256", last=1)
        self.assertEqual(dut.digest("SHA256"), digest("SHA256", bytes(64) + b"abc"))

    def test_writes_while_busy(self) -> None:
        dut = self.dut
        data = self.rand.randbytes(64)
        dut.write("LEN", 64)
        dut.write("CTRL", dut.ctrl("SHA256", first=1, last=1))
        for reg in ("H", "COUNT", "LEN", "CTRL"):
            self.assertEqual(dut.poke(reg, 0x12345678), SLVERR)
            dut.expect_event(self, "SEQ")
        cover.hit("event", "SEQ_busy_write")
        for i in range(0, 64, 4):
            dut.write("DATA", int.from_bytes(data[i : i + 4], "little"))
        dut.wait_idle()
        self.assertEqual(dut.digest("SHA256"), digest("SHA256", data))
        dut.write("EVENT", 1)

    def test_partial_strobes_and_unknown_addresses(self) -> None:
        dut = self.dut
        dut.write("LEN", 0x01020304)
        for strobe in range(15):
            self.assertEqual(dut.poke("LEN", 0xFFFFFFFF, strobe=strobe), SLVERR)
        self.assertEqual(dut.read("LEN"), 0x01020304)
        mapped = set()
        for reg in dut.map.registers.values():
            mapped |= set(range(reg["offset"], reg["offset"] + 4 * reg.get("count", 1), 4))
        for addr in range(0, 0x1000, 4):
            if addr not in mapped:
                self.assertEqual(dut.poke(addr, 0xFFFFFFFF), SLVERR, hex(addr))
                self.assertEqual(dut.peek(addr), (0, OKAY))
        self.assertEqual(dut.poke("NAME", 1), SLVERR)

    def test_wipe_and_reset_in_mid_operation(self) -> None:
        dut = self.dut
        for how in ("wipe", "reset") * 12:
            alg = self.rand.choice(ALGS)
            dut.command(self.rand.randbytes(self.rand.randrange(200)), alg, "KEY")
            dut.push(self.rand.randbytes(2000))
            dut.write("LEN", 2000)
            dut.write("CTRL", dut.ctrl(alg, self.rand.choice(["HMAC", "KEY", "HASH"]), 1, 1, 1))
            dut.run(self.rand.randrange(600))
            if how == "wipe":
                dut.write("WIPE", 1)
            dut.reset(0) if how == "wipe" else dut.reset(self.rand.randrange(1, 4))
            cover.hit("event", how)
            dut.wait_idle()
            self.assertEqual(dut.save(), ([0] * 16, [0] * 4))
            self.assertEqual(dut.get("STATUS", "KEY_VALID"), 0)
            dut.write("EVENT", 0xF)
            self.check_digest(alg, 1, self.rand.randrange(300))
            self.assertEqual(dut.poke("CTRL", dut.ctrl(alg, "HMAC", 1, 1)), SLVERR)
            dut.expect_event(self, "NO_KEY")

    def test_wipe_at_every_cycle(self) -> None:
        dut = self.dut
        dut.pause(0)
        for after in range(150):
            dut.command(b"key", "SHA256", "KEY", stream=1)
            dut.push(bytes(200))
            dut.write("LEN", 200)
            dut.write("CTRL", dut.ctrl("SHA256", "HMAC" if after % 2 else "HASH", 1, 1, 1))
            dut.run(after // 2)
            dut.write("WIPE", 1)
            dut.reset(0)  # empties the stream
            dut.wait_idle()
            dut.write("EVENT", 0xF)
            self.check_digest("SHA256", 1, 100)

    def test_interrupt(self) -> None:
        dut = self.dut
        dut.write("LEN", 0)
        dut.write("CTRL", dut.ctrl("SHA256", first=1, last=1))
        dut.wait_idle()
        self.assertEqual((dut.irq, dut.read("EVENT")), (0, 1))
        dut.write("IRQ_EN", 1)
        self.assertEqual(dut.irq, 1)
        dut.write("EVENT", 1)
        self.assertEqual(dut.irq, 0)
        dut.poke("DATA", 1)
        self.assertEqual(dut.irq, 0)
        dut.write("IRQ_EN", 2)
        self.assertEqual(dut.irq, 1)
        dut.expect_event(self, "SEQ")
        self.assertEqual(dut.irq, 0)


class HasherSpeedTest(unittest.TestCase):
    """Cycles per block of the engine alone, input always there; README.md states these figures."""

    def test_cycles_per_block(self) -> None:
        dut = Hasher()
        for alg in ALGS:
            took = []
            for blocks in (4, 20):
                dut.push(bytes(blocks * block_size(alg)))
                dut.write("LEN", blocks * block_size(alg))
                dut.write("IRQ_EN", 1)
                start = dut.cycles
                dut.write("CTRL", dut.ctrl(alg, first=1, stream=1))
                while not dut.irq:
                    dut.run(1)
                took.append(dut.cycles - start)
                dut.write("EVENT", 1)
            self.assertEqual((took[1] - took[0]) / 16, CYCLES[dut.get("CONFIG", "STEPS")][alg], alg)
            print(
                f"hasher {alg}: {(took[1] - took[0]) / 16} cycles a block, "
                f"{(took[1] - took[0]) / 16 / block_size(alg):.3f} c/B",
                file=sys.stderr,
            )


if __name__ == "__main__":
    unittest.main()
