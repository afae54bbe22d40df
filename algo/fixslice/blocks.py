# SPDX-License-Identifier: Apache-2.0
"""The blocks of fixsliced AES: each a program with the registers in which it finds and leaves its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import program
from program import SP, Program

ALL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14)
SLOT_COUNT = 16
# Words at the stack pointer: where the keys of four rounds begin, the output; then masks, if any, and spilled values.
KEYS, OUT, FIRST = 0, 8, 16
CONSTANT = 0x63  # which the S-box circuit leaves to the round keys


@dataclass
class Block:
    name: str
    what: str
    code: Program
    inputs: list[tuple[int, int]] = field(default_factory=list)  # value, register
    outputs: list[tuple[int, int]] = field(default_factory=list)


class Blocks:
    """The blocks for a core; `state` says in which registers the state is between them."""

    def __init__(self, program: type[Program], state: range, masks: int) -> None:
        self.program, self.state = program, state
        self.slots = FIRST + 4 * masks
        # Counter mode: the slices that all counters share, the input.
        self.base = self.slots + 4 * SLOT_COUNT
        self.data = self.base + 32
        # Where counters are cached: the first round of all, the S-box of 32 last bytes, two masks.
        self.round = self.data + 28
        self.bytes = self.round + 32
        self.places = self.bytes + 32

    def _block(self, name: str, what: str, body: Callable[[Program, list[int]], list[int]]) -> Block:
        """A block from state to state."""
        code = self.program()
        state = [code.input() for _ in self.state]
        found = body(code, state)
        code.call("s", state)
        return Block(name, what, code, list(zip(state, self.state)), list(zip(found, self.state)))

    def encrypt_round(self, k: int) -> Block:
        def body(p: Program, x: list[int]) -> list[int]:
            keys = p.load(SP, KEYS)
            return program.add_round_key(p, program.mix_columns(p, program.sub_bytes(p, x), k), keys, 32 * k)

        return self._block(f"enc_round_{k}", f"A round after which {k} times ShiftRows is due", body)

    def decrypt_round(self, k: int) -> Block:
        def body(p: Program, x: list[int]) -> list[int]:
            keys = p.load(SP, KEYS)
            x = program.add_round_key(p, x, keys, 32 * k)
            x = program.mix_columns(p, program.inverse_factor(p, x, k), k)
            return program.sub_bytes(p, x, True)

        return self._block(f"dec_round_{k}", f"The inverse of the round after which {k} times ShiftRows is due", body)

    def _enter(self, name: str, what: str) -> Block:
        """Two blocks at r2 with the key at r0 added, as words in the order of a slice's bits."""
        code = self.program()
        keys, text = code.input(), code.input()
        key = [code.load(keys, 4 * i) for i in range(4)]
        words = [code.eor(code.load(text, 4 * i), key[i % 4]) for i in range(8)]
        return Block(name, what, code, [(keys, 0), (text, 2)], list(zip(program.interleaved(words), self.state)))

    def _leave(self, name: str, what: str, with_data: bool) -> Block:
        """The key at the key pointer is added to words, then data for counter mode, and the output stored."""
        code = self.program()
        state = [code.input() for _ in self.state]
        keys, out = code.load(SP, KEYS), code.load(SP, OUT)
        data = code.load(SP, self.data) if with_data else None
        key = [code.load(keys, 4 * i) for i in range(4)]
        for i, word in enumerate(program.apart(state)):
            word = code.eor(word, key[i % 4])
            if data is not None:
                word = code.eor(word, code.load(data, 4 * i))
            code.store(word, out, 4 * i)
        return Block(name, what, code, list(zip(state, self.state)))

    def _count(self, k: int) -> Block:
        """The state of two counters: what all share from memory, and their last words with the key added."""
        code = self.program()
        first, second = code.input(), code.input()
        even = code.add("and", first, immediate=0x55555555)
        even = code.add("orr", even, code.add("and", second, immediate=0x55555555), "lsl #1")
        odd = code.add("and", second, immediate=0xAAAAAAAA)
        odd = code.add("orr", odd, code.add("and", first, immediate=0xAAAAAAAA), "lsr #1")
        state = []
        for i in range(8):
            x = code.load(SP, self.base + 4 * i)
            for value, places in code.counted((even, odd)[i % 2], i & 6, k):
                shift = f"lsl #{places}" if places > 0 else f"lsr #{-places}" if places < 0 else ""
                x = code.add("eor", x, value, shift)
            state.append(x)
        inputs, outputs = [(first, 0), (second, 1)], list(zip(state, self.state))
        return Block(f"count_{k}", f"Two counters as slices, {k} times ShiftRows being due", code, inputs, outputs)

    def _sub_word(self) -> Block:
        """The S-box on the four bytes of r0."""
        code = self.program()
        word = code.input()
        planes = [code.add("ror", word, immediate=i) if i else word for i in range(8)]
        result = None
        for i, plane in enumerate(program.sub_bytes(code, planes)):
            bit = code.add("and", plane, immediate=0x01010101)
            result = bit if result is None else code.add("orr", result, bit, f"lsl #{i}")
        assert result is not None
        result = code.add("eor", result, immediate=0x63636363)
        return Block("sub_word", "S-box on the bytes of r0", code, [(word, 0)], [(result, 0)])

    def _slice_key(self, k: int) -> Block:
        """The round key at r0 for both blocks, with the S-box's constant, as slices at r1."""
        code = self.program()
        source, target = code.input(), code.input()
        words = program.shift_rows(code, [code.load(source, 4 * i) for i in range(4)], k)
        twice = []
        for word in words:
            low, high = code.add("and", word, immediate=0x55555555), code.add("and", word, immediate=0xAAAAAAAA)
            twice += [code.add("orr", low, low, "lsl #1"), code.add("orr", high, high, "lsr #1")]
        for i, x in enumerate(program.transpose(code, twice, (2, 4))):
            code.store(code.add("mvn", x) if CONSTANT >> i & 1 else x, target, 4 * i)
        return Block(f"slice_key_{k}", f"A key for {k} times ShiftRows due", code, [(source, 0), (target, 1)])

    def ends(self) -> list[Block]:
        """The code before and after the rounds."""
        return [
            self._enter("enter", "Two blocks at r2 and the key at r0 as words"),
            self._block("swap", "Two times ShiftRows on words", program.swap_columns),
            self._block("slice", "Words to slices", program.transpose),
            self._leave("leave", "The key added, the output stored", False),
            self._leave("count_leave", "The key and the data added, the output stored", True),
            self._count(0),
            self._count(2),
        ]

    def last(self) -> list[Block]:
        def to_words(p: Program, x: list[int]) -> list[int]:
            return program.transpose(p, program.sub_bytes(p, x))

        def to_slices(p: Program, x: list[int]) -> list[int]:
            return program.sub_bytes(p, program.transpose(p, x), True)

        return [
            self._block("enc_last", "The last round, and words", to_words),
            self._block("dec_first", "Slices of words, and the inverse of the last round", to_slices),
        ]

    def _mix(self, k: int) -> Block:
        def body(p: Program, x: list[int]) -> list[int]:
            keys = p.load(SP, KEYS)
            return program.add_round_key(p, program.mix_columns(p, x, k), keys, 32 * k)

        return self._block(f"mix_{k}", f"The rest of a round after which {k} times ShiftRows is due", body)

    def _count_cached(self) -> Block:
        """The state after the first round: what all counters share, and of S, the S-box of the last byte, itself in
        rows 0 and 1, 3 * S in row 2, 2 * S in row 3 of a column. In r0, how far the two bytes are shifted."""
        code = self.program()
        shift = code.input()
        whole, double = code.load(SP, self.places), code.load(SP, self.places + 4)
        s = [code.add("lsr", code.load(SP, self.bytes + 4 * i), shift) for i in range(8)]
        s = [code.add("and", x, immediate=3) for x in s]
        state = []
        for i in range(8):
            twice = code.eor(s[i - 1], s[7]) if i in (1, 3, 4) else s[(i - 1) % 8]
            x = code.eor(code.load(SP, self.round + 4 * i), code.add("mul", s[i], whole))
            state.append(code.eor(x, code.add("mul", twice, double)))
        what = "Two counters after the first round"
        return Block("count_cached", what, code, [(shift, 0)], list(zip(state, self.state)))

    def cache(self) -> list[Block]:
        sub = self._block("sub", "The S-box", lambda p, x: program.sub_bytes(p, x))
        return [sub, self._mix(1), self._mix(3), self._count_cached()]

    def _unmix(self) -> Block:
        def body(p: Program, x: list[int]) -> list[int]:
            x = program.add_round_key(p, x, p.load(SP, KEYS), 0)
            return program.mix_columns(p, program.inverse_factor(p, x, 0), 0)

        return self._block("unmix", "The round key added, and the inverse of MixColumns", body)

    def small(self) -> list[Block]:
        """For rounds that do ShiftRows each time and share one S-box."""
        return [self._mix(0), self._unmix()]

    def keys(self) -> list[Block]:
        return [self._sub_word(), *(self._slice_key(k) for k in range(4))]


V7M = Blocks(Program, range(4, 12), 0)
V6M = Blocks(program.ThumbProgram, range(8), len(program.ThumbProgram.MASKS))
