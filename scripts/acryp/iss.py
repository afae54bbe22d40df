# SPDX-License-Identifier: Apache-2.0
"""Instruction-set simulator of acryp: what every instruction does, on Python integers, exact for any width of words.

It is the reference for the RTL, which runs the same microcode in lockstep (test/rtl/test_acryp_core.py), and fast
enough for thousands of test vectors, since an operand of any length is one integer. Times are the RTL's alone.
"""

from collections.abc import Callable

from isa import BY_CODE, ERRORS, FN, JUMP, KIND, MAX_SHIFT, PARAMS, REGS, SCALAR, STACK, Decoded, decode

FN_NAMES = {v: k for k, v in FN.items()}
KIND_NAMES = {v: k for k, v in KIND.items()}


class SimError(Exception):
    """The microcode did what it must not: the message says what."""


def divsteps(f: int, g: int, theta: int, k: int) -> tuple[int, tuple[int, int, int, int]]:
    """k division steps of Bernstein and Yang with delta from 1/2, theta = delta - 1/2: the new theta, and the matrix
    (u, v, q, r) with 2^k (f', g') = (u f + v g, q f + r g). Only the low k bits of f and g are used."""
    u, v, q, r = 1, 0, 0, 1
    for _ in range(k):
        if g & 1 and theta >= 0:
            theta, f, g = -theta, g, (g - f) >> 1
            u, v, q, r = 2 * q, 2 * r, q - u, r - v
        else:
            if g & 1:
                g += f
                q, r = q + u, r + v
            theta, g = theta + 1, g >> 1
            u, v = 2 * u, 2 * v
    return theta, (u, v, q, r)


class Sim:
    """One engine: word bits, words of RAM, microcode. run() executes an operation."""

    def __init__(self, rom: list[int], word_bits: int = 72, ram_words: int = 2048) -> None:
        self.code: list[Decoded] = [decode(w) for w in rom]
        self.w = word_bits
        self.ram_words = ram_words
        self.trace: Callable[[int], None] | None = None
        self.strict = True  # a result that does not fit is an error; otherwise its upper part is lost, as in the RTL
        self.on_write: Callable[[int, int, int], None] | None = None  # first word, words, value
        self.wipe()

    def wipe(self) -> None:
        self.ram = [0] * self.ram_words
        self.values: dict[int, int] = {}  # slots that are held as integers, in the present geometry
        self.reg = [0] * REGS
        self.n = self.stride = 1
        self.x = 0
        self.digit = 0
        self.c = self.z = self.b = self.s = 0
        self.mod, self.bias = [(0, 0, 0)] * 2, [(0, 0, 0)] * 2  # slot, and the geometry that it was named in
        self.folds = [False, False]
        self.theta = 0
        self.matrix = (0, 0, 0, 0)
        self.stack: list[int] = []
        self.pc = 0

    # Memory. Slots of the present geometry are held as integers, the words behind them are written at a change.

    def flush(self) -> None:
        mask = (1 << self.w) - 1
        for slot, value in self.values.items():
            base = slot * self.stride
            for i in range(self.n):
                self.ram[base + i] = value >> (self.w * i) & mask
        self.values.clear()

    def load(self, slot: int) -> int:
        value = self.values.get(slot)
        if value is None:
            base = slot * self.stride
            if base + self.n > self.ram_words:
                raise SimError(f"slot {slot} is past the end of the RAM")
            value = sum(self.ram[base + i] << (self.w * i) for i in range(self.n))
            self.values[slot] = value
        return value

    def store(self, slot: int, value: int) -> None:
        base = slot * self.stride
        if base + self.n > self.ram_words:
            raise SimError(f"slot {slot} is past the end of the RAM")
        self.values[slot] = value
        if self.on_write:
            self.on_write(base, self.n, value)

    def constant(self, where: tuple[int, int, int]) -> int:
        """The modulus or bound of a field."""
        if where[1:] != (self.n, self.stride):
            raise SimError("a field is older than the geometry")
        return self.load(where[0])

    def field(self, f: int) -> int:
        return self.constant(self.mod[f])

    def montgomery(self, a: int, b: int, f: int) -> int:
        """(a b + q N) / 2^(wn) with 0 <= q < 2^(wn): below 2N if a b < 2^(wn) N. In a field that folds: the upper half
        of a b times the constant, added to its lower half, of which (s + q N) / 2^w with 0 <= q < 2^w."""
        bits = self.w * self.n
        mask = (1 << bits) - 1
        t = a * b
        n = self.field(f)
        key = (n, bits)
        if self.inverse_of[f][0] != key:
            self.inverse_of[f] = (key, -pow(n, -1, 1 << bits) & mask if n & 1 else 0)
        if self.folds[f]:
            if self.n != self.stride:
                raise SimError("a constant for folding without its slot")
            word = (1 << self.w) - 1
            t = (t & mask) + (t >> bits) * (self.load(self.mod[f][0] + 1) & word)
            bits, mask = self.w, word
        r = (t + ((t & mask) * self.inverse_of[f][1] & mask) * n) >> bits
        mask = (1 << self.w * self.n) - 1
        if self.strict and r > mask:
            raise SimError("a product does not fit")
        if self.strict and max(a, b) < 2 * n <= r:
            raise SimError("a product is not below 2N")
        return r & mask

    def bit(self, slot: int, cursor: int) -> int:
        """The operand may be longer than a slot: then it goes on in the next one."""
        word, bit = cursor >> 7, cursor & 127
        at = slot * self.stride + word
        if at >= self.ram_words or bit >= self.w:
            raise SimError("a cursor points beyond the RAM")
        slot, word = divmod(at, self.stride)
        digit = self.load(slot) >> (self.w * word) if word < self.n else self.ram[at]
        return digit >> bit & 1

    def put(self, slot: int, bits: int, value: int) -> None:
        """The value of an operand of so many bits: its words, at least n of them."""
        words = max(self.n, -(-bits // self.w))
        base = slot * self.stride
        if base + words > self.ram_words:
            raise SimError("an operand is longer than the RAM")
        self.flush()
        mask = (1 << self.w) - 1
        self.ram[base : base + words] = [value >> (self.w * i) & mask for i in range(words)]
        if self.on_write:
            self.on_write(base, words, value)

    def run(self, entry: int, params: list[int], data: list[int], limit: int = 100_000_000) -> tuple[int, list[int]]:
        """Run operation entry on params and 32-bit words of input: the code of END, and the words of output."""
        self.wipe()
        self.inverse_of = [((0, 0), 0), ((0, 0), 0)]
        assert len(params) <= PARAMS
        self.reg[: len(params)] = params
        self.data, self.taken, self.out = data, 0, []
        self.pc = entry
        for _ in range(limit):
            at = self.pc
            if self.trace:
                self.trace(at)
            self.pc = at + 1
            done = self.step(self.code[at])
            if done is not None:
                out = self.out if done == ERRORS["OK"] else []
                return done, out
        raise SimError("no end")

    def condition(self, cond: int) -> bool:
        return bool((0, 1, self.c, 1 - self.c, self.b, 1 - self.b, self.s, self.z)[cond])

    def step(self, i: Decoded) -> int | None:
        if i.op == SCALAR:
            self.scalar(i)
            return None
        if i.op == JUMP:
            self.jump(i)
            return None
        name = BY_CODE.get(i.op)
        if name is None:
            raise SimError(f"no instruction {i.op}")
        if name == "end":
            return i.imm
        x = self.x
        d = (i.d + x * i.xd) & 255
        a = (i.a + x * i.xa) & 255
        b = (i.b + x * i.xb) & 255
        mask = (1 << (self.w * self.n)) - 1
        if name in ("mul", "sqr"):
            va = self.load(a)
            if self.strict and name == "sqr" and va > mask >> 1:
                raise SimError("the square of an operand whose highest bit is set")
            vb = va if name == "sqr" else self.load(b)
            if self.folds[i.f] and self.on_write:  # the upper half is there before the result
                self.on_write(d * self.stride, self.n, va * vb >> (self.w * self.n))
            self.store(d, self.montgomery(va, vb, i.f))
        elif name in ("add", "sub"):
            va, vb = self.load(a), self.load(b) if self.condition(i.cond) else 0
            t = va + vb if name == "add" else va - vb
            self.c = int(t != t & mask)
            self.z = int(t & mask == 0)
            self.store(d, t & mask)
        elif name == "madd":
            t = self.load(a) + self.load(b)
            k = self.constant(self.bias[i.f])
            self.store(d, (t - k if t >= k else t) & mask)
        elif name == "msub":
            t = self.load(a) - self.load(b)
            self.store(d, (t + self.constant(self.bias[i.f]) if t < 0 else t) & mask)
        elif name == "subk":
            self.store(d, (self.load(a) - self.load(b) + self.constant(self.bias[i.f])) & mask)
        elif name == "sel":
            self.store(d, self.load(b if self.condition(i.cond) else a))
        elif name == "set":
            self.store(d, i.imm & mask)
        elif name == "bit":
            cursor = self.reg[i.b & 15]
            if cursor >> 7 >= self.n:
                raise SimError("a cursor points beyond its operand")
            self.store(d, 1 << (self.w * (cursor >> 7) + (cursor & 127)))
        elif name == "mulw":
            self.store(d, (self.load(a) & ((1 << self.w) - 1)) * self.load(b) & mask)
        elif name == "div":
            low = (1 << self.w) - 1
            self.theta, self.matrix = divsteps(self.load(a) & low, self.load(b) & low, self.theta, self.w - 2)
        elif name == "lin":
            self.store(d, self.linear(a, b, i))
        elif name == "scan":
            count = self.reg[i.b & 15]
            result = 0
            for e in range(count):
                if e == self.digit:
                    result = self.load((a + e) & 255)
            self.store(d, result)
        elif name == "getb":
            self.digit = (self.digit << 1 | self.bit(a, self.reg[i.b & 15])) & 255
        elif name == "in":
            words = (self.reg[i.b & 15] + 31) // 32
            part = self.data[self.taken : self.taken + words]
            if len(part) < words:
                raise SimError("the input ends too early")
            self.taken += words
            value = sum(v << (32 * k) for k, v in enumerate(part))
            self.put(d, self.reg[i.b & 15], value & ((1 << self.reg[i.b & 15]) - 1))
        elif name == "out":
            words = (self.reg[i.b & 15] + 31) // 32
            value = self.load(a)
            self.out += [value >> (32 * k) & 0xFFFFFFFF for k in range(words)]
        elif name == "setf":
            self.mod[i.f] = self.bias[i.f] = (a, self.n, self.stride)
            self.folds[i.f] = bool(i.cond & 2)
        elif name == "setk":
            self.bias[i.f] = (a, self.n, self.stride)
        return None

    def linear(self, a: int, b: int, i: Decoded) -> int:
        """A row of the matrix times (a, b), signed, divided by 2^k with k = w - 2; mod: after adding a multiple of the
        modulus, 0 <= q < 2^k, that makes it divisible."""
        bits, k = self.w * self.n, self.w - 2
        half, full = 1 << (bits - 1), 1 << bits
        row = self.matrix[2:] if i.cond & 1 else self.matrix[:2]
        va, vb = ((v - full if v & half else v) for v in (self.load(a), self.load(b)))
        t = row[0] * va + row[1] * vb
        if i.cond & 2:
            n = self.field(i.f)
            low = (1 << k) - 1
            t += (-pow(n, -1, 1 << k) * t & low) * n
        if t & ((1 << k) - 1):
            raise SimError("a division by the step's power of two has a remainder")
        t >>= k
        if self.strict and not -half <= t < half:
            raise SimError("an inversion's operand overflows")
        return t & (full - 1)

    def scalar(self, i: Decoded) -> None:
        name = FN_NAMES[i.sub]
        r = self.reg
        rs, rt = r[i.rs], r[i.imm & 15]
        if name == "geo":
            if not rs or not r[i.rd]:
                raise SimError("an empty geometry")
            self.flush()
            self.n, self.stride = rs, r[i.rd]
        elif name == "setx":
            self.x = (rs + i.imm) & 255
        elif name == "dclr":
            self.digit = 0
        elif name == "dabs":
            half = 1 << (i.imm - 1)
            self.s = int(self.digit < half)
            self.digit = half - 1 - self.digit if self.s else self.digit - half
        elif name == "divi":
            self.theta = 0
        elif name == "flag":
            c, z, b = self.c, self.z, self.b
            self.b = (c, z, b & z, b | c, b & c, b | z, 1 - b, 0)[i.imm & 7]
        else:
            value = {
                "li": i.imm,
                "addi": rs + i.imm,
                "addr": rs + rt,
                "subr": rs - rt,
                "shl": rs << (i.imm & MAX_SHIFT["shl"]),
                "shr": rs >> (i.imm & MAX_SHIFT["shr"]),
                "pos": (rs // self.w) << 7 | rs % self.w,
                "dec": rs - 1 if rs & 127 else (rs - 128) | (self.w - 1),
                "mulb": rs * self.w,
            }[name]
            r[i.rd] = value & 0xFFFF

    def jump(self, i: Decoded) -> None:
        name = KIND_NAMES[i.sub]
        rs = self.reg[i.rs]
        if name == "djnz":
            rs = self.reg[i.rs] = (rs - 1) & 0xFFFF
        if name == "call":
            if len(self.stack) == STACK:
                raise SimError("calls deeper than the stack")
            self.stack.append(self.pc)
        elif name == "ret":
            self.pc = self.stack.pop()
            return
        taken = {
            "jmp": True,
            "call": True,
            "jz": rs == 0,
            "jnz": rs != 0,
            "djnz": rs != 0,
            "jc": self.c,
            "jnc": not self.c,
            "jeq": self.z,
            "jne": not self.z,
            "jd": self.digit & 1,
            "jnd": not self.digit & 1,
            "jb": self.b,
            "jnb": not self.b,
            "jlt": rs < self.reg[i.rd],
            "jn": rs >> 15,
        }[name]
        if taken:
            self.pc = i.imm
