# SPDX-License-Identifier: Apache-2.0
"""Commands of the cipher block, by CPU or by stream, for the tests."""

import random

from model import SLVERR, Block

SIZES = {"AES": (16, 24, 32), "SM4": (16,), "DES": (8,), "DES3": (24,)}
COUNTER = {"CTR", "GCM", "CCM"}
SILENT = {"CMAC", "GCM_IV"}  # no output


def to_words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def section(data: bytes, skip: int) -> list[int]:
    """Words of a section that begins at byte skip of a block; what is outside is filled so that a leak shows."""
    if not data:
        return []
    data = b"\xee" * (skip % 4) + data
    return to_words(data + b"\xee" * (-len(data) % 4))


class Cryp(Block):
    """The block, with what a driver does."""

    def __init__(self, variant: str = "", **kw: int) -> None:
        super().__init__("cryp", variant=variant, **kw)
        self.rand = random.Random(kw.get("seed", 1))
        self.wait_idle()

    def ctrl(self, alg: str, key_len: int, mode: str, **fields: int) -> int:
        keylen = f"K{8 * key_len}" if alg == "AES" else "K128"
        return self.map.field("CTRL", ALG=alg, KEYLEN=keylen, MODE=mode, **fields)

    def write_bytes(self, reg: str, data: bytes) -> None:
        self.write(reg, *to_words(data + bytes(-len(data) % 4)))

    def load(
        self,
        key: bytes | None = None,
        key2: bytes | None = None,
        iv: bytes | None = None,
        y: bytes | None = None,
        count: int | None = None,
        count_aad: int | None = None,
    ) -> None:
        for reg, value in (("KEY", key), ("KEY2", key2), ("IV", iv), ("Y", y)):
            if value is not None:
                self.write_bytes(reg, value)
        for reg, number in (("COUNT", count), ("COUNT_AAD", count_aad)):
            if number is not None:
                self.write(reg, number & 0xFFFFFFFF, number >> 32)

    def command(
        self,
        alg: str,
        key_len: int,
        mode: str,
        data: bytes = b"",
        aad: bytes = b"",
        tag: bytes | None = None,
        stream: int = 0,
        skip: int = 0,
        skip_aad: int = 0,
        **fields: int,
    ) -> bytes:
        """Run one command; its output. skip: COUNT % 16 of a stream that goes on. tag: VERIFY."""
        if tag is not None:
            self.write_bytes("TAG_IN", tag.ljust(16, b"\x55"))
            fields |= {"VERIFY": 1, "TAGLEN": len(tag)}
        self.write("AADLEN", len(aad))
        self.write("LEN", len(data))
        aad_words, words = section(aad, skip_aad), section(data, skip)
        if stream:
            array = b"".join(w.to_bytes(4, "little") for w in aad_words + words)
            self.push(array)
        self.write("CTRL", self.ctrl(alg, key_len, mode, STREAM=stream, **fields))
        expect = 0 if mode in SILENT else len(words)
        if stream:
            self.wait_idle()
            out = self.pop()
            assert len(out) == 4 * expect, (len(out), 4 * expect)
        else:
            out = self._by_cpu(alg, mode, aad_words, words, expect, skip)
            self.wait_idle()
        return out[skip % 4 :][: len(data)] if expect else b""

    def _by_cpu(self, alg: str, mode: str, aad_words: list[int], words: list[int], expect: int, skip: int) -> bytes:
        """Write a block, then read the block before it or, where none is held back, the block itself."""
        for w in aad_words:
            self.write(self.offset("DATA_IN", self.rand.randrange(64)), w)
        size = 2 if alg in ("DES", "DES3") else 4
        lag = 1 if mode == "XTS" else self.rand.randrange(2)
        out, sent = [], 0
        sizes = []
        first = min(size - skip // 4, len(words))
        while sent < len(words):
            n = first if sent == 0 else min(size, len(words) - sent)
            for w in words[sent : sent + n]:
                self.write(self.offset("DATA_IN", self.rand.randrange(64)), w)
            sent += n
            sizes.append(n)
            if expect and len(sizes) > lag:
                out += [self.read("DATA_OUT", self.rand.randrange(64)) for _ in range(sizes[-1 - lag])]
        while len(out) < expect:
            out.append(self.read("DATA_OUT"))
        return b"".join(w.to_bytes(4, "little") for w in out)

    def done(self) -> int:
        """The events of the command that has ended, without DONE, which must be there; all are cleared."""
        event = self.read("EVENT")
        assert event & self.map.field("EVENT", DONE=1), "no DONE"
        self.write("EVENT", event)
        return event & ~self.map.field("EVENT", DONE=1)

    def result(self) -> dict[str, bytes | int]:
        raw = self.read_bytes("RESULT", 64)
        return {
            "tag": raw[:16],
            "iv": raw[16:32],
            "y": raw[32:48],
            "count_aad": int.from_bytes(raw[48:56], "little"),
            "count": int.from_bytes(raw[56:], "little"),
        }

    def refused(self, event: str, reg: str, value: int) -> bool:
        """Whether a write is refused with exactly this event."""
        code = self.poke(reg, value)
        events = self.read("EVENT")
        self.write("EVENT", events)
        return code == SLVERR and events == self.map.field("EVENT", **{event: 1})
