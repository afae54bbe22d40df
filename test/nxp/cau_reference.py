# SPDX-License-Identifier: Apache-2.0
"""The commands of the mmCAU restated from the standards, for comparison with the simulator's model.

AES from the field and the affine map (FIPS 197, sections 4.2 and 5.1), SHA and MD5 from their functions (FIPS 180-4,
section 4.1; RFC 1321, section 3.4), DES from its permutations (FIPS 46-3).
"""

from __future__ import annotations

MASK = 0xFFFFFFFF
NAMES = [
    "NOP",
    "LDR",
    "STR",
    "ADR",
    "RADR",
    "ADRA",
    "XOR",
    "ROTL",
    "MVRA",
    "MVAR",
    "AESS",
    "AESIS",
    "AESC",
    "AESIC",
    "AESR",
    "AESIR",
    "DESR",
    "DESK",
    "HASH",
    "SHS",
    "MDS",
    "SHS2",
]
OPERAND = {"LDR", "ADR", "RADR", "XOR", "ROTL", "AESC", "AESIC"}
REGISTER = OPERAND | {"ADRA", "MVRA", "MVAR", "AESS", "AESIS"}
FUNCTIONS, DESK_FLAGS, DESR_FLAGS = 12, 4, 16


def initial_row(i: int) -> int:
    """IP (FIPS 46-3, page 10): rows of even bits, then of odd ones."""
    row, column = divmod(i, 8)
    return (58, 60, 62, 64, 57, 59, 61, 63)[row] - 8 * column


IP = [initial_row(i) for i in range(64)]
FP = [IP.index(i) + 1 for i in range(1, 65)]
EXPANSION = [(4 * (i // 6) + i % 6 - 1) % 32 + 1 for i in range(48)]
P = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10]
P += [2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25]
PC1 = [57 - 8 * (i % 8) + i // 8 for i in range(28)] + [63 - 8 * (i % 8) - i // 8 for i in range(24)] + [28, 20, 12, 4]
PC2 = [14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2]
PC2 += [41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32]


def choose(value: int, bits: int, table: list[int]) -> int:
    text = f"{value:0{bits}b}"
    return int("".join(text[bit - 1] for bit in table), 2)


def rotl(x: int, n: int, bits: int = 32) -> int:
    n %= bits
    return (x << n | x >> (bits - n)) & (1 << bits) - 1


def rotr(x: int, n: int) -> int:
    return rotl(x, 32 - n)


def multiply(a: int, b: int) -> int:
    product = 0
    for i in range(8):
        product ^= (a << i) * (b >> i & 1)
    for i in range(14, 7, -1):
        product ^= (0x11B << (i - 8)) * (product >> i & 1)
    return product


def affine(a: int) -> int:
    return a ^ rotl(a, 1, 8) ^ rotl(a, 2, 8) ^ rotl(a, 3, 8) ^ rotl(a, 4, 8) ^ 0x63


def inverse(a: int) -> int:
    return next((b for b in range(256) if multiply(a, b) == 1), 0)


SBOX = [affine(inverse(a)) for a in range(256)]


def in_bytes(word: int) -> list[int]:
    return list(word.to_bytes(4, "big"))


def substitute(word: int, inverted: bool) -> int:
    return int.from_bytes([SBOX.index(b) if inverted else SBOX[b] for b in in_bytes(word)], "big")


def mix(word: int, polynomial: tuple[int, int, int, int]) -> int:
    """The column as a polynomial, times a fixed one, modulo x^4 + 1 (section 4.3); coefficients from x^0 on."""
    column, out = in_bytes(word), [0] * 4
    for i in range(4):
        for j in range(4):
            out[(i + j) % 4] ^= multiply(column[i], polynomial[j])
    return int.from_bytes(out, "big")


def des_boxes() -> list[list[list[int]]]:
    """S1 to S8 (FIPS 46-3, appendix 1), a row of 16 digits each."""
    text = [
        "E4D12FB83A6C5907", "0F74E2D1A6CB9538", "41E8D62BFC973A50", "FC8249175B3EA06D",
        "F18E6B34972DC05A", "3D47F28EC01A69B5", "0E7BA4D158C6932F", "D8A13F42B67C05E9",
        "A09E63F51DC7B428", "D709346A285ECBF1", "D6498F30B12C5AE7", "1AD069874FE3B52C",
        "7DE3069A1285BC4F", "D8B56F03472C1AE9", "A690CB7DF13E5284", "3F06A1D8945BC72E",
        "2C417AB6853FD0E9", "EB2C47D150FA3986", "421BAD78F9C5630E", "B8C71E2D6F09A453",
        "C1AF92680D34E75B", "AF427C9561DE0B38", "9EF528C3704A1DB6", "432C95FABE17608D",
        "4B2EF08D3C975A61", "D0B7491AE35C2F86", "14BDC37EAF680592", "6BD814A7950FE23C",
        "D2846FB1A93E50C7", "1FD8A374C56B0E92", "7B419CE206ADF358", "21E74A8DFC90356B",
    ]
    return [[[int(digit, 16) for digit in text[4 * box + row]] for row in range(4)] for box in range(8)]


BOXES = des_boxes()


def f(right: int, c: int, d: int) -> int:
    x = choose(right, 32, EXPANSION) ^ choose(c << 28 | d, 56, PC2)
    out = 0
    for i in range(8):
        six = f"{x >> (42 - 6 * i) & 63:06b}"
        out = out << 4 | BOXES[i][int(six[0] + six[5], 2)][int(six[1:5], 2)]
    return choose(out, 32, P)


class Unit:
    """CAA and CA0 to CA8, and the flags of CASR; illegal commands set IC and do nothing else."""

    def __init__(self, version: int = 2) -> None:
        self.version, self.ca, self.caa, self.illegal, self.parity = version, [0] * 9, 0, False, False

    @property
    def registers(self) -> int:
        return 11 if self.version == 2 else 8

    def get(self, number: int) -> int:
        if number == 0:
            return self.version << 28 | self.parity << 1 | self.illegal
        return self.caa if number == 1 else self.ca[number - 2]

    def put(self, number: int, value: int) -> None:
        if number == 1:
            self.caa = value & MASK
        else:
            self.ca[number - 2] = value & MASK

    def legal(self, name: str, low: int) -> bool:
        if name in REGISTER:
            return low < self.registers and (low != 0 or name == "LDR")
        if name == "HASH":
            return low < (FUNCTIONS if self.version == 2 else 6)
        if name == "DESK":
            return low < DESK_FLAGS
        if name == "SHS2" and self.version == 1:
            return False
        return name == "DESR" or (name != "STR" and low == 0)

    def execute(self, command: int, operand: int | None) -> None:
        name = NAMES[command >> 4] if command >> 4 < len(NAMES) else ""
        low = command & 15
        if not name or (name in OPERAND) != (operand is not None) or not self.legal(name, low):
            self.illegal = True
            return
        getattr(self, "do_" + name.lower())(low, operand or 0)

    def do_nop(self, _low: int, _op: int) -> None:
        pass

    def do_ldr(self, low: int, op: int) -> None:
        if low == 0:
            self.illegal, self.parity = bool(op & 1), bool(op & 2)
        else:
            self.put(low, op)

    def do_adr(self, low: int, op: int) -> None:
        self.put(low, self.get(low) + op)

    def do_radr(self, low: int, op: int) -> None:
        self.put(low, self.get(low) + int.from_bytes(op.to_bytes(4, "little"), "big"))

    def do_adra(self, low: int, _op: int) -> None:
        self.put(1, self.caa + self.get(low))

    def do_xor(self, low: int, op: int) -> None:
        self.put(low, self.get(low) ^ op)

    def do_rotl(self, low: int, op: int) -> None:
        self.put(low, rotl(self.get(low), op % 32))

    def do_mvra(self, low: int, _op: int) -> None:
        self.caa = self.get(low)

    def do_mvar(self, low: int, _op: int) -> None:
        self.put(low, self.caa)

    def do_aess(self, low: int, _op: int) -> None:
        self.put(low, substitute(self.get(low), False))

    def do_aesis(self, low: int, _op: int) -> None:
        self.put(low, substitute(self.get(low), True))

    def do_aesc(self, low: int, op: int) -> None:
        self.put(low, mix(self.get(low), (2, 1, 1, 3)) ^ op)

    def do_aesic(self, low: int, op: int) -> None:
        self.put(low, mix(self.get(low) ^ op, (14, 9, 13, 11)))

    def rows(self, step: int) -> None:
        columns = [in_bytes(word) for word in self.ca[:4]]
        for c in range(4):
            self.ca[c] = int.from_bytes([columns[(c + step * row) % 4][row] for row in range(4)], "big")

    def do_aesr(self, _low: int, _op: int) -> None:
        self.rows(1)

    def do_aesir(self, _low: int, _op: int) -> None:
        self.rows(-1)

    def do_desk(self, low: int, _op: int) -> None:
        key = self.ca[0] << 32 | self.ca[1]
        if low & 2:
            self.parity = any(byte.bit_count() % 2 == 0 for byte in key.to_bytes(8, "big"))
        chosen, turn = choose(key, 64, PC1), 0 if low & 1 else 1
        self.ca[0], self.ca[1] = rotl(chosen >> 28, turn, 28), rotl(chosen & 0xFFFFFFF, turn, 28)

    def do_desr(self, low: int, _op: int) -> None:
        left, right = self.ca[2], self.ca[3]
        if low & 8:
            block = choose(left << 32 | right, 64, IP)
            left, right = block >> 32, block & MASK
        c, d = self.ca[0] & 0xFFFFFFF, self.ca[1] & 0xFFFFFFF
        left, right = right, left ^ f(right, c, d)
        if low & 4:
            block = choose(right << 32 | left, 64, FP)
            left, right = block >> 32, block & MASK
        self.ca[2], self.ca[3] = left, right
        turn = (1, 2, -1, -2)[low & 3]
        self.ca[0], self.ca[1] = rotl(c, turn, 28), rotl(d, turn, 28)

    def do_hash(self, low: int, _op: int) -> None:
        a, b, c, d, e, f_, g, _h, t = self.ca
        not_b, not_d = b ^ MASK, d ^ MASK
        value = (
            b & c | not_b & d,
            b & d | c & not_d,
            b ^ c ^ d,
            c ^ (b | not_d),
            b & c ^ not_b & d,
            b & c ^ b & d ^ c & d,
            e & f_ ^ (e ^ MASK) & g,
            a & b ^ a & c ^ b & c,
            rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22),
            rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25),
            rotr(t, 7) ^ rotr(t, 18) ^ t >> 3,
            rotr(t, 17) ^ rotr(t, 19) ^ t >> 10,
        )[low]
        self.put(1, self.caa + value)

    def do_shs(self, _low: int, _op: int) -> None:
        a, b, c, d, _e = self.ca[:5]
        self.ca[:5] = [self.caa, a, rotl(b, 30), c, d]
        self.caa = rotl(self.caa, 5)

    def do_mds(self, _low: int, _op: int) -> None:
        _a, b, c, d = self.ca[:4]
        self.ca[1:4] = [self.caa, b, c]
        self.caa = d

    def do_shs2(self, _low: int, _op: int) -> None:
        a, b, c, d, e, f_, g, _h, t = self.ca
        self.ca[:8] = [self.caa, a, b, c, d + t & MASK, e, f_, g]
