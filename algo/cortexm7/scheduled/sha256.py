# SPDX-License-Identifier: Apache-2.0
"""SHA-256 for the Cortex-M7 as blocks to schedule (FIPS 180-4, 6.2)."""

from __future__ import annotations

from scheduler import Block

NAMES = "abcdefgh"
STATE = [f"r{i}" for i in range(4, 12)]
MESSAGE_POOL = ["r0", "r1", "r3", "r12", *STATE]
SCHEDULE_POOL = ["r0", "r1", "r2", "r3", "r12", *STATE]


def _round(i: int, names: list[str]) -> list[str]:
    """h, which has its word and constant, becomes the new a. A sum of rotations is two exclusive-ors and a rotation in
    the addition; Maj(a, b, c) is b ^ ((a ^ b) & (b ^ c)), and %x is the b ^ c of the next round."""
    a, b, _, d, e, f, g, h = (f"%{name}" for name in names)
    now, then = ("%x", "%y") if i % 2 == 0 else ("%y", "%x")
    return [
        f"eor.w %u, {f}, {g}",
        f"eor.w %t, {e}, {e}, ror #5",
        f"and.w %u, %u, {e}",
        f"eor.w %t, %t, {e}, ror #19",
        f"eor.w %u, %u, {g}",
        f"add.w {h}, {h}, %u",
        f"add.w {h}, {h}, %t, ror #6",
        f"add.w {d}, {d}, {h}",
        f"eor.w {then}, {a}, {b}",
        f"eor.w %v, {a}, {a}, ror #11",
        f"and.w {now}, {now}, {then}",
        f"eor.w %v, %v, {a}, ror #20",
        f"eor.w {now}, {now}, {b}",
        f"add.w {h}, {h}, {now}",
        f"add.w {h}, {h}, %v, ror #2",
    ]


def _places() -> dict[str, str]:
    return {f"%{name}": reg for name, reg in zip(NAMES, STATE, strict=True)} | {"%x": "r12"}


def rounds(message: bool) -> Block:
    """Sixteen rounds; words at sp, constants at lr. message: the words come from r2, in the byte order of the standard.
    Else each is made of those before it, lr moves on by 64, and the block ends in a branch to 2 unless lr is at its
    end."""
    code = [] if message else ["add.w lr, lr, #64", "ldr.w %p0, [sp, #0]"]
    names = list(NAMES)
    for i in range(16):
        h = f"%{names[7]}"
        if message:
            code += [f"ldr.w %w, [r2, #{4 * i}]", "rev.w %w, %w", f"str.w %w, [sp, #{4 * i}]"]
        else:
            old, following = ("%p0", "%p1") if i % 2 == 0 else ("%p1", "%p0")  # words of 16 and 15 rounds ago
            code += [f"ldr.w {following}, [sp, #{4 * ((i + 1) % 16)}]", f"ldr.w %s, [sp, #{4 * ((i + 9) % 16)}]"]
            code += [f"add.w {old}, {old}, %s", f"ldr.w %s, [sp, #{4 * ((i + 14) % 16)}]", f"ror.w %r, {following}, #7"]
            code += [f"eor.w %r, %r, {following}, ror #18", f"eor.w %r, %r, {following}, lsr #3"]
            code += [f"add.w {old}, {old}, %r", "ror.w %r, %s, #17", "eor.w %r, %r, %s, ror #19"]
            code += ["eor.w %r, %r, %s, lsr #10", f"add.w %w, {old}, %r", f"str.w %w, [sp, #{4 * i}]"]
        code += [f"add.w {h}, {h}, %w", f"ldr.w %k, [lr, #{4 * i}]", f"add.w {h}, {h}, %k", *_round(i, names)]
        names = [names[7], *names[:7]]
    if not message:
        code += ["and.w %z, lr, #0xc0", "cmp.w %z, #0xc0", "bne.w 2b"]
    return Block("\n".join(code), _places(), _places(), in_place=True)
