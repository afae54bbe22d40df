# SPDX-License-Identifier: Apache-2.0
"""The cipher block with its DMA in simulation: descriptors and direct commands, for the tests."""

from cryp_block import to_words
from model import SLVERR
from udma_block import UdmaBlock


class CrypUdma(UdmaBlock):
    """Requests as a driver makes them: one image of registers from the first that is needed up to CTRL."""

    def image(
        self,
        start: str,
        alg: str,
        mode: str,
        key: bytes,
        length: int,
        aad_len: int = 0,
        iv: bytes = b"",
        y: bytes = b"",
        tag: bytes = b"",
        counts: tuple[int, int] = (0, 0),
        **fields: int,
    ) -> tuple[int, list[int]]:
        """Registers from start to CTRL."""
        keylen = f"K{8 * len(key)}" if alg == "AES" else "K128"
        ctrl = self.map.field("CTRL", ALG=alg, MODE=mode, KEYLEN=keylen, STREAM=1, **fields)
        image = {
            "COUNT_AAD": [counts[0], 0],
            "COUNT": [counts[1], 0],
            "TAG_IN": to_words(tag.ljust(16, b"\x55")),
            "Y": to_words(y.ljust(16, b"\0")),
            "KEY": to_words(key.ljust(32, b"\0")),
            "IV": to_words(iv.ljust(16, b"\0")),
            "AADLEN": [aad_len],
            "LEN": [length],
            "CTRL": [ctrl],
        }
        names = list(image)
        return self.map[start], [w for name in names[names.index(start) :] for w in image[name]]

    def direct(
        self, image: tuple[int, list[int]], key: bytes, data: bytes, length: int | None = None, closed: bool = False
    ) -> int:
        """Run a command by udma's direct registers: the key, if there is one, loaded from memory, what follows it
        written meanwhile, with pauses anywhere; with closed, try what is refused after DIRECT_LOAD and DIRECT_LEN. The
        place of its output; u_outcome waits for it."""
        first, words = image
        rand = self.rand

        def pause() -> None:
            self.run(rand.choice([0, 0, 0, 1, 2, 5, 40]))

        at, out = self.alloc(len(data)), self.alloc(len(data) if length is None else length)
        self.store(at, data)
        ctrl = self.map["CTRL"]
        self.u_write("DIRECT_SETUP", self.map["KEY"] // 4 | len(key) // 4 << 10 | ctrl // 4 << 24)
        if key:
            place = self.alloc(len(key), 4)
            self.store(place, key)
            pause()
            self.u_write("DIRECT_LOAD", place)
            for reg in ("SETUP", "LOAD") if closed else ():
                assert self.u_poke(f"DIRECT_{reg}", 0) == SLVERR, reg
        todo = [lambda r=first + 4 * i, w=w: self.write(r, w) for i, w in enumerate(words[:-1])]
        todo.append(lambda: self.u_write("DIRECT_IN", at))
        todo.append(lambda: self.u_write("DIRECT_OUT", out))
        if rand.random() < 0.5:
            rand.shuffle(todo)
        for one in todo:
            pause()
            one()
        pause()
        self.u_write("DIRECT_LEN", len(data) if length is None else length)
        pause()
        for reg in ("SETUP", "LOAD", "IN", "OUT", "LEN") if closed else ():
            assert self.u_poke(f"DIRECT_{reg}", 0) == SLVERR, reg
        assert self.u_read("STATUS") == 1 and self.u_read("DIRECT_STATUS") == 0
        self.u_write("DIRECT_GO", words[-1])
        return out
