# SPDX-License-Identifier: Apache-2.0
"""SHA-1 for the Cortex-M7 as a block to schedule (FIPS 180-4, 6.1)."""

from __future__ import annotations

from scheduler import Block

STATE = [f"r{i}" for i in range(4, 9)]
POOL = ["r0", "r1", "r3", *[f"r{i}" for i in range(4, 13)], "lr"]
CONSTANTS = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)


def _function(t: int, b: str, c: str, d: str) -> list[str]:
    """%f = Ch, Parity, Maj or Parity, 4.1.1."""
    if t < 20:
        return [f"eor.w %f, {c}, {d}", f"and.w %f, %f, {b}", f"eor.w %f, %f, {d}"]
    if 40 <= t < 60:
        return [f"eor.w %f, {c}, {d}", f"eor.w %g, {b}, {d}", "and.w %f, %f, %g", f"eor.w %f, %f, {d}"]
    return [f"eor.w %f, {c}, {d}", f"eor.w %f, %f, {b}"]


def _word(t: int) -> list[str]:
    """%w{t % 4}: loaded from r2, or made of the words 3, 8, 14 and 16 before, of which the first is still there."""
    w = f"%w{t % 4}"
    if t < 16:
        return [f"ldr.w {w}, [r2, #{4 * t}]", f"rev.w {w}, {w}", f"str.w {w}, [sp, #{4 * t}]"]
    code = [f"ldr.w %l, [sp, #{4 * (t % 16)}]", f"ldr.w %m, [sp, #{4 * ((t + 2) % 16)}]", "eor.w %l, %l, %m"]
    code += [f"ldr.w %m, [sp, #{4 * ((t + 8) % 16)}]", f"eor.w %l, %l, %w{(t - 3) % 4}", "eor.w %l, %l, %m"]
    return [*code, f"ror.w {w}, %l, #31", f"str.w {w}, [sp, #{4 * (t % 16)}]"]


def steps() -> Block:
    """Eighty steps; the input pointer moves on and is put away after the sixteenth."""
    code: list[str] = []
    a, b, c, d, e = (f"%{name}" for name in "abcde")
    for t in range(80):
        if t % 20 == 0:
            value = CONSTANTS[t // 20]
            code += [f"movw %k, #{value & 0xFFFF:#x}", f"movt %k, #{value >> 16:#x}"]
        code += [*_word(t), f"add.w {e}, {e}, %k", f"add.w {e}, {e}, %w{t % 4}", *_function(t, b, c, d)]
        code += [f"add.w {e}, {e}, %f", f"add.w {e}, {e}, {a}, ror #27", f"ror.w {b}, {b}, #2"]
        a, b, c, d, e = e, a, b, c, d
        if t == 15:
            code += ["add.w %n, r2, #64", "str.w %n, [sp, #68]"]
    places = {f"%{name}": reg for name, reg in zip("abcde", STATE, strict=True)}
    return Block("\n".join(code), places, places, in_place=True)
