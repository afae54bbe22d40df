# SPDX-License-Identifier: Apache-2.0
"""The instructions of acryp: their encoding in 36 bits, and what each reads and writes. See hw/acryp/architecture.md.

    vector  op[35:31] d[30:23] a[22:15] b[14:7] f[6] xd[5] xa[4] xb[3] cond[2:0]
    scalar  op[35:31] rs[30:27] rd[26:23] imm[22:7] fn[6:3]
    jump    op[35:31] rs[30:27] rd[26:23] imm[22:7] kind[6:3]
"""

from dataclasses import dataclass

WORD_BITS = 36
ROM_WORDS = 2048
STACK = 8  # return addresses
REGS = 16  # scalar registers of 16 bits
PARAMS = 8  # of them are set by the host


@dataclass(frozen=True)
class Op:
    """A vector instruction. form: operands in the order of the source. reads and writes: operands that are slots."""

    code: int
    form: str  # d a b: slots; f: field; c: condition; r: register in b[3:0]; i: immediate; w: row of the matrix; m: mod
    reads: str
    writes: str


VECTOR = {
    "end": Op(0, "i", "", ""),
    "setf": Op(3, "fa", "a", ""),
    "setk": Op(4, "fa", "", ""),
    "add": Op(5, "dabc", "ab", "d"),
    "sub": Op(6, "dabc", "ab", "d"),
    "madd": Op(7, "dabf", "ab", "d"),
    "msub": Op(8, "dabf", "ab", "d"),
    "subk": Op(9, "dabf", "ab", "d"),
    "sel": Op(10, "dabc", "ab", "d"),
    "set": Op(11, "di", "", "d"),
    "bit": Op(12, "dr", "", "d"),
    "mul": Op(13, "dabf", "ab", "d"),
    "sqr": Op(14, "daf", "a", "d"),
    "mulw": Op(15, "dab", "ab", "d"),
    "div": Op(16, "ab", "ab", ""),
    "lin": Op(17, "dabfwm", "ab", "d"),
    "scan": Op(18, "dar", "a", "d"),
    "getb": Op(19, "ar", "a", ""),
    "in": Op(20, "dr", "", "d"),
    "out": Op(21, "ar", "a", ""),
}
BY_CODE = {op.code: name for name, op in VECTOR.items()}
SCALAR, JUMP = 1, 2

# rd = f(rs, imm) unless said otherwise; rt is the register imm[3:0].
FN = {
    "li": 0,  # rd = imm
    "addi": 1,  # rd = rs + imm
    "addr": 2,  # rd = rs + rt
    "subr": 3,  # rd = rs - rt
    "shl": 4,  # rd = rs << imm, at most MAX_SHIFT
    "shr": 5,
    "pos": 6,  # rd = bit position rs as a cursor: word[15:7], bit[6:0]
    "dec": 7,  # rd = cursor one bit below rs
    "setx": 8,  # X = rs + imm
    "mulb": 9,  # rd = rs * bits of a word
    "geo": 10,  # words n = rs, stride = rd
    "dclr": 11,  # D = 0
    "dabs": 12,  # S = D < h with h = 2^(imm-1); D = S ? h - 1 - D : D - h, so that 2 D + 1 is |2 D + 1 - 2 h|
    "divi": 13,  # begin a new inversion: theta = 0
    "flag": 14,  # B = function imm of the flags
}
MAX_SHIFT = {"shl": 3, "shr": 7}
FLAG = {"b=c": 0, "b=z": 1, "b&z": 2, "b|c": 3, "b&c": 4, "b|z": 5, "!b": 6, "b=0": 7}
KIND = {
    "jmp": 0,
    "jz": 1,  # rs == 0
    "jnz": 2,
    "djnz": 3,  # rs = rs - 1, jump unless 0
    "jc": 4,
    "jnc": 5,
    "jeq": 6,  # flag Z
    "jne": 7,
    "jd": 8,  # lowest bit of the digit
    "jnd": 9,
    "jb": 10,
    "jnb": 11,
    "jlt": 12,  # rs < rd
    "jn": 13,  # bit 15 of rs
    "call": 14,
    "ret": 15,
}
FLAG_OF_KIND = {"jc": "C", "jnc": "C", "jeq": "Z", "jne": "Z", "jd": "D", "jnd": "D", "jb": "B", "jnb": "B"}
COND = {"never": 0, "always": 1, "c": 2, "nc": 3, "b": 4, "nb": 5, "s": 6, "z": 7}
FLAG_OF_COND = {2: "C", 3: "C", 4: "B", 5: "B", 6: "S", 7: "Z"}

# Codes of END: 0 ends well, all others are errors without any output.
ERRORS = {"OK": 0, "ARG": 1, "NO_INVERSE": 2, "CHECK": 3}


def vector(op: str, d: int = 0, a: int = 0, b: int = 0, f: int = 0, x: str = "", cond: int = 0) -> int:
    word = VECTOR[op].code << 31 | d << 23 | a << 15 | b << 7 | f << 6 | cond
    for name, bit in (("d", 5), ("a", 4), ("b", 3)):
        word |= (name in x) << bit
    return word


def scalar(op: int, sub: int, rs: int = 0, rd: int = 0, imm: int = 0) -> int:
    return op << 31 | rs << 27 | rd << 23 | (imm & 0xFFFF) << 7 | sub << 3


@dataclass(frozen=True)
class Decoded:
    """All fields of an instruction word; which of them mean something depends on op."""

    op: int
    d: int
    a: int
    b: int
    f: int
    xd: int
    xa: int
    xb: int
    cond: int
    rs: int
    rd: int
    imm: int
    sub: int


def decode(word: int) -> Decoded:
    def bits(lsb: int, width: int) -> int:
        return word >> lsb & ((1 << width) - 1)

    return Decoded(
        bits(31, 5), bits(23, 8), bits(15, 8), bits(7, 8), bits(6, 1), bits(5, 1), bits(4, 1), bits(3, 1), bits(0, 3),
        bits(27, 4), bits(23, 4), bits(7, 16), bits(3, 4),
    )  # fmt: skip
