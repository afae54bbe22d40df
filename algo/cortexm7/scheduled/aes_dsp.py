# SPDX-License-Identifier: Apache-2.0
"""AES with a 256-byte S-box and DSP instructions for the Cortex-M7 as blocks to schedule (FIPS 197, 5.1 and 5.3)."""

from __future__ import annotations

from aes import (
    BY_COLUMN,
    SAVED,
    STATE,
    at,
    byte,
    columns,
    exclusive_or,
    inverse_mix,
    load_first_key,
    look_up,
    mix,
    restored,
    saved,
    textual,
)
from scheduler import Block

# r0 is the key, r3 at first the count, r12 the table, r11 is 0x1b1b1b1b; the output pointer waits on the stack.
FRAME = [*SAVED, "lr", "r1"]
POOL = ["r1", "r2", *SAVED[:-1], "lr"]
WIDE_POOL = [*POOL, "r3"]
STACK = 4 * len(FRAME)


def _substitute(now: str, then: str, turn: int) -> list[str]:
    """SubBytes and ShiftRows, from columns %now to columns %then. The first byte of a new column goes to
    its lowest byte: the column is rotated by _turned() bytes. That saves a shift; the key's addition undoes it."""
    code = []
    for j, b in BY_COLUMN:
        to = (j - turn * b) % 4
        t = f"%{then}{to}" if j == 0 else f"%t{b}"
        code += [byte(t, f"%{now}{j}", b), look_up(t, "r12", 0, True)]
        if j:
            place = (b - _turned(to, turn)) % 4
            code.append(exclusive_or(f"%{then}{to}", f"%{then}{to}", t, f"lsl #{8 * place}"))
    return code


def _turned(column: int, turn: int) -> int:
    return -turn * column % 4


def _add_key(name: str, key: str, turn: int) -> list[str]:
    code = []
    for j in range(4):
        back = f"ror #{(32 - 8 * _turned(j, turn)) % 32}"
        code += [f"ldr.w %k{j}, {key.format(4 * j)}", exclusive_or(f"%{name}{j}", f"%k{j}", f"%{name}{j}", back)]
    return code


def _round(now: str, then: str, key: str, decrypt: bool) -> list[str]:
    words, turn = [f"%{then}{j}" for j in range(4)], -1 if decrypt else 1
    code = _substitute(now, then, turn)
    if decrypt:
        return code + _add_key(then, key, turn) + inverse_mix(words)
    return code + mix(words) + _add_key(then, key, turn)


def ladder() -> dict[str, Block]:
    """Encryption: round 1; twelve rounds in four parts, of which 192 bits skip the first and 128 bits two; the last
    round. A loop would cost a mispredicted branch at its end."""
    step = 16
    code = [f"str %sr4, [sp, #-{STACK}]!", "str.w r11, [sp, #28]"]
    code += [f"str.w %s{reg}, [sp, #{4 * i}]" for i, reg in enumerate(FRAME) if reg not in ("r4", "r11")]
    code += ["ldr.w r12, =obi_aes_sbox"]
    code += ["movw r11, #0x1b1b", "orr.w r11, r11, r11, lsl #16"]
    code += load_first_key(at("r0")) + _round("a", "b", at("r0", step), False)
    # From here on the key of round i of 14 is at r0 + i * step.
    code += ["add.w r0, r0, r3, lsl #4", "sub.w r0, r0, #224", "cmp.w r3, #12", "beq.w 2f", "bmi.w 3f"]
    inputs = {"%in": "r2", **saved([reg for reg in FRAME if reg != "r11"])}
    found = {"first": Block(textual(code), inputs, columns("b", STATE))}
    number = 2
    for name, rounds in (("two", 2), ("four", 2), ("eight", 4), ("twelve", 4)):
        code = []
        for i in range(rounds):
            code += _round("abcde"[i], "abcde"[i + 1], at("r0", number * step), False)
            number += 1
        found[name] = Block(textual(code), columns("a", STATE), columns("abcde"[rounds], STATE))
    code = [*_substitute("a", "y", 1), *_add_key("y", at("r0", number * step), 1)]
    code.append(f"ldr.w %out, [sp, #{STACK - 4}]")
    code += [f"str.w %y{j}, [%out, #{4 * j}]" for j in range(4)]
    code += [f"ldr.w %q{reg}, [sp, #{4 * i}]" for i, reg in enumerate(SAVED) if i]
    code += ["ldr.w %qr4, [sp], #32", "ldr.w pc, [sp], #8"]
    found["end"] = Block(textual(code), columns("a", STATE), restored(SAVED))
    return found


def looped() -> dict[str, Block]:
    """Decryption as the one-table form has it: round 1; rounds by four, for 12 from the middle; the last round."""
    step = -16
    code = [f"str %sr4, [sp, #-{STACK}]!", "str.w r11, [sp, #28]"]
    code += [f"str.w %s{reg}, [sp, #{4 * i}]" for i, reg in enumerate(FRAME) if reg not in ("r4", "r11")]
    code += ["ldr.w r12, =obi_aes_inv_sbox"]
    code += ["movw r11, #0x1b1b", "orr.w r11, r11, r11, lsl #16"]
    code += ["add.w r0, r0, r3, lsl #4"]
    code += load_first_key(at("r0")) + _round("a", "b", at("r0", step), True)
    code += ["cmp.w r3, #12", "beq.w 2f"]
    inputs = {"%in": "r2", **saved([reg for reg in FRAME if reg != "r11"])}
    first = Block(textual(code), inputs, columns("b", STATE))
    code = _round("a", "b", at("r0", 2 * step), True) + _round("b", "c", at("r0", 3 * step), True)
    second = Block(textual(code), columns("a", STATE), columns("c", STATE))
    code = ["subs.w r3, r3, #5", *_round("a", "b", at("r0", 4 * step), True)]
    code += [*_round("b", "c", at("r0", 5 * step), True), f"add.w r0, r0, #{4 * step}", "bgt.w 1b"]
    third = Block(textual(code), columns("a", STATE), columns("c", STATE))
    code = [*_substitute("a", "y", -1), *_add_key("y", at("r0", 2 * step), -1)]
    code.append(f"ldr.w %out, [sp, #{STACK - 4}]")
    code += [f"str.w %y{j}, [%out, #{4 * j}]" for j in range(4)]
    code += [f"ldr.w %q{reg}, [sp, #{4 * i}]" for i, reg in enumerate(SAVED) if i]
    code += ["ldr.w %qr4, [sp], #32", "ldr.w pc, [sp], #8"]
    end = Block(textual(code), columns("a", STATE), restored(SAVED))
    return {"first": first, "second": second, "third": third, "end": end}


def small(decrypt: bool) -> dict[str, Block]:
    """A round to a turn of the loop, in the least code."""
    turn, step, table = (-1, -16, "obi_aes_inv_sbox") if decrypt else (1, 16, "obi_aes_sbox")
    code = [f"str %sr4, [sp, #-{STACK}]!", "str.w r11, [sp, #28]"]
    code += [f"str.w %s{reg}, [sp, #{4 * i}]" for i, reg in enumerate(FRAME) if reg not in ("r4", "r11")]
    code += [f"ldr.w r12, ={table}", "movw r11, #0x1b1b", "orr.w r11, r11, r11, lsl #16"]
    if decrypt:
        code.append("add.w r0, r0, r3, lsl #4")
    code.append("sub.w r3, r3, #1")
    code += load_first_key(at("r0"))
    inputs = {"%in": "r2", **saved([reg for reg in FRAME if reg != "r11"])}
    begin = Block(textual(code), inputs, columns("a", STATE))
    code = [*_round("a", "b", at("r0", step), decrypt), f"add.w r0, r0, #{step}", "subs.w r3, r3, #1", "bne.w 1b"]
    loop = Block(textual(code), columns("a", STATE), columns("b", STATE))
    code = [*_substitute("a", "y", turn), *_add_key("y", at("r0", step), turn)]
    code.append(f"ldr.w %out, [sp, #{STACK - 4}]")
    code += [f"str.w %y{j}, [%out, #{4 * j}]" for j in range(4)]
    code += [f"ldr.w %q{reg}, [sp, #{4 * i}]" for i, reg in enumerate(SAVED) if i]
    code += ["ldr.w %qr4, [sp], #32", "ldr.w pc, [sp], #8"]
    end = Block(textual(code), columns("a", STATE), restored(SAVED))
    return {"small begin": begin, "small loop": loop, "small end": end}
