# SPDX-License-Identifier: Apache-2.0
"""ChaCha20 for the Cortex-M7 as blocks to schedule (RFC 8439, 2.1 to 2.4)."""

from __future__ import annotations

from scheduler import Block

# Words 8 and 9 are in registers at both ends of a double round, 10 and 11 on the stack.
REGISTERS = dict(zip([*range(10), *range(12, 16)], [f"r{i}" for i in range(13)] + ["lr"], strict=True))
POOL = list(REGISTERS.values())
PUT_POOL = [f"r{i}" for i in range(3, 13)] + ["lr"]


def _quarter(a: int, b: int, c: int, d: int) -> list[str]:
    """Two instructions with a shifter cannot share a cycle: row two is rotated at once; row four still lacks a
    rotation left by 8, before and after this quarter."""
    code = []
    for turn_d, now_d, turn_b in ((24, 16, 20), (16, 24, 25)):
        code += [f"add.w %x{a}, %x{a}, %x{b}", f"eor.w %x{d}, %x{a}, %x{d}, ror #{turn_d}"]
        code += [
            f"add.w %x{c}, %x{c}, %x{d}, ror #{now_d}",
            f"eor.w %x{b}, %x{b}, %x{c}",
            f"ror.w %x{b}, %x{b}, #{turn_b}",
        ]
    return code


def _side_by_side(*quarters: list[str]) -> list[str]:
    return [line for lines in zip(*quarters, strict=True) for line in lines]


def _exchange(out: tuple[int, int], back: tuple[int, int]) -> list[str]:
    return [f"str.w %x{i}, [sp, #{4 * i}]" for i in out] + [f"ldr.w %x{i}, [sp, #{4 * i}]" for i in back]


def double_rounds(count: int) -> Block:
    code = []
    for _ in range(count):
        code += _side_by_side(_quarter(0, 4, 8, 12), _quarter(1, 5, 9, 13))
        code += _exchange((8, 9), (10, 11))
        code += _side_by_side(_quarter(2, 6, 10, 14), _quarter(3, 7, 11, 15))
        code += _side_by_side(_quarter(0, 5, 10, 15), _quarter(1, 6, 11, 12))
        code += _exchange((10, 11), (8, 9))
        code += _side_by_side(_quarter(2, 7, 8, 13), _quarter(3, 4, 9, 14))
    places = {f"%x{i}": reg for i, reg in REGISTERS.items()}
    return Block("\n".join(code), places, places, in_place=True)


def put() -> Block:
    """The words on the stack plus the state at r0, with the input at r2, to r1; then all three move on."""
    code = []
    for i in range(16):
        turn = ", ror #24" if i >= 12 else ""
        code += [f"ldr.w %x, [sp, #{4 * i}]", f"ldr.w %s, [r0, #{4 * i}]", f"add.w %x, %s, %x{turn}"]
        code += [f"ldr.w %i, [r2, #{4 * i}]", "eor.w %x, %x, %i", f"str.w %x, [r1, #{4 * i}]"]
        if i == 12:
            code += ["add.w %s, %s, #1", "str.w %s, [r0, #48]"]
    code += ["add.w r1, r1, #64", "add.w r2, r2, #64"]
    return Block("\n".join(code), {}, {})
