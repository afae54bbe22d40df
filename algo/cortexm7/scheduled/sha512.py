# SPDX-License-Identifier: Apache-2.0
"""SHA-512 for the Cortex-M7 as blocks to schedule (FIPS 180-4, 6.4): as armv7m/sha512.S, in another order."""

from __future__ import annotations

from scheduler import Block

WORDS = 64  # where they are on the stack, above the state
A, E, X = ("r4", "r5"), ("r6", "r7"), ("r10", "r11")
POOL = ["r0", "r1", "r2", "r3", "r8", "r9", *A, *E, *X]
OLD, EVEN, ODD = ("r4", "r5"), ("r6", "r7"), ("r8", "r9")


def _turned(to: str, word: str, *counts: int) -> list[str]:
    """to = the exclusive-or of word rotated right by each count."""
    code = []
    for i, count in enumerate(counts):
        low, high = ("l", "h") if count < 32 else ("h", "l")
        count %= 32
        for half, near in (("l", low), ("h", high)):
            first = f"lsr.w {to}{half}, {word}{near}, #{count}"
            code.append(first if i == 0 else f"eor.w {to}{half}, {to}{half}, {word}{near}, lsr #{count}")
        for half, far in (("l", high), ("h", low)):
            code.append(f"eor.w {to}{half}, {to}{half}, {word}{far}, lsl #{32 - count}")
    return code


def _add(to: str, a: str, b: str) -> list[str]:
    return [f"adds.w {to}l, {a}l, {b}l", f"adc.w {to}h, {a}h, {b}h"]


def _both(name: str, to: str, a: str, b: str) -> list[str]:
    return [f"{name}.w {to}{half}, {a}{half}, {b}{half}" for half in "lh"]


def _load(to: str, base: str, offset: int) -> list[str]:
    return [f"ldr.w {to}l, [{base}, #{offset}]", f"ldr.w {to}h, [{base}, #{offset + 4}]"]


def _store(word: str, base: str, offset: int) -> list[str]:
    return [f"str.w {word}l, [{base}, #{offset}]", f"str.w {word}h, [{base}, #{offset + 4}]"]


def _pinned(name: str, registers: tuple[str, str]) -> dict[str, str]:
    return {f"{name}l": registers[0], f"{name}h": registers[1]}


def _round(i: int) -> list[str]:
    """Maj(a, b, c) is b ^ ((a ^ b) & (b ^ c)), and one of %x and %y is the b ^ c of this round, the other of the next.
    The words of the state stay where they are on the stack; the new a goes where h was."""
    now, then = ("%x", "%y") if i % 2 == 0 else ("%y", "%x")

    def place(number: int) -> int:
        return 8 * ((number - i) % 8)

    code = [*_load("%t", "sp", place(7)), *_load("%w", "r12", 8 * i), *_add("%t", "%t", "%w")]
    code += [*_load("%k", "lr", 8 * i), *_add("%t", "%t", "%k")]
    code += [*_turned("%s", "%e", 14, 18, 41), *_add("%t", "%t", "%s")]
    code += [*_load("%f", "sp", place(5)), *_load("%g", "sp", place(6)), *_both("eor", "%f", "%f", "%g")]
    code += [*_both("and", "%f", "%f", "%e"), *_both("eor", "%f", "%f", "%g"), *_add("%t", "%t", "%f")]
    code += [*_load("%e", "sp", place(3)), *_add("%e", "%e", "%t"), *_store("%e", "sp", place(3))]
    code += [*_load("%b", "sp", place(1)), *_both("eor", then, "%a", "%b"), *_both("and", now, now, then)]
    code += [*_both("eor", now, now, "%b"), *_add("%t", "%t", now), *_turned("%s", "%a", 28, 34, 39)]
    return [*code, *_add("%a", "%t", "%s"), *_store("%a", "sp", place(7))]


def rounds() -> Block:
    """Eight rounds; the state on the stack, a, e and b ^ c in registers too, words at r12, constants at lr."""
    code = [line for i in range(8) for line in _round(i)]
    code += ["add.w r12, r12, #64", "add.w lr, lr, #64", f"add.w %z, sp, #{WORDS + 640}", "cmp.w r12, %z", "bne.w 3b"]
    places = {**_pinned("%a", A), **_pinned("%e", E), **_pinned("%x", X)}
    return Block("\n".join(code), places, places)


def schedule() -> Block:
    """Four words after the sixteen at r12. %p is the word of 16 ago, %m and %n are those of 2 ago and 1 ago. The end is
    in lr."""
    code = []
    for i in range(4):
        old, following = ("%p0", "%p1") if i % 2 == 0 else ("%p1", "%p0")
        recent = "%m" if i % 2 == 0 else "%n"
        code += [*_load(following, "r12", 8 * i + 8), *_load("%w", "r12", 8 * i + 72), *_add("%w", old, "%w")]
        code += _turned("%s", recent, 19, 61)
        code += [f"eor.w %sl, %sl, {recent}l, lsr #6", f"eor.w %sh, %sh, {recent}h, lsr #6"]
        code += [f"eor.w %sl, %sl, {recent}h, lsl #26", *_add("%w", "%w", "%s"), *_turned("%s", following, 1, 8)]
        code += [f"eor.w %sl, %sl, {following}l, lsr #7", f"eor.w %sh, %sh, {following}h, lsr #7"]
        code += [f"eor.w %sl, %sl, {following}h, lsl #25", *_add(recent, "%w", "%s")]
        code += _store(recent, "r12", 8 * i + 128)
    code += ["add.w r12, r12, #32", "cmp.w r12, lr", "bne.w 2b"]
    places = {**_pinned("%p0", OLD), **_pinned("%m", EVEN), **_pinned("%n", ODD)}
    return Block("\n".join(code), places, places)
