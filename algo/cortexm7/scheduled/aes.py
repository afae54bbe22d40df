# SPDX-License-Identifier: Apache-2.0
"""AES for the Cortex-M7 as blocks to schedule: one table a direction, or S-box and DSP instructions (FIPS 197)."""

from __future__ import annotations

import re

from scheduler import Block

LOW = [f"r{i}" for i in range(13)]
SAVED = [f"r{i}" for i in range(4, 12)]
ROTATIONS = (24, 16, 8, 0)  # of the look-up of byte 0 to 3: a word of the table is for byte 3
BY_COLUMN = [(j, b) for j in range(4) for b in range(4)]


def save(registers: list[str]) -> list[str]:
    """Stores at a new stack top, for which the block has the inputs of saved()."""
    first, *others = registers
    lines = [f"str %s{first}, [sp, #-{4 * len(registers)}]!"]
    return lines + [f"str.w %s{reg}, [sp, #{4 * i}]" for i, reg in enumerate(others, 1)]


def saved(registers: list[str]) -> dict[str, str]:
    return {f"%s{reg}": reg for reg in registers}


def restore(registers: list[str]) -> list[str]:
    first, *others = registers
    lines = [f"ldr.w %q{reg}, [sp, #{4 * i}]" for i, reg in enumerate(others, 1)]
    return lines + [f"ldr.w %q{first}, [sp], #{4 * len(registers)}"]


def without_lr(registers: list[str]) -> list[str]:
    return [reg for reg in registers if reg != "lr"]


def back(registers: list[str]) -> list[str]:
    """Restores what save() stored, and returns."""
    if registers[-1] != "lr":
        return [*restore(registers), "bx lr"]
    first, *others = registers[:-1]
    lines = [f"ldr.w %q{reg}, [sp, #{4 * i}]" for i, reg in enumerate(others, 1)]
    return [*lines, f"ldr.w %q{first}, [sp], #{4 * len(registers) - 4}", "ldr.w pc, [sp], #4"]


def restored(registers: list[str]) -> dict[str, str]:
    return {f"%q{reg}": reg for reg in registers}


def byte(to: str, word: str, number: int) -> str:
    if number == 3:
        return f"lsr.w {to}, {word}, #24"
    return f"uxtb.w {to}, {word}" + (f", ror #{8 * number}" if number else "")


def exclusive_or(to: str, a: str, b: str, shift: str) -> str:
    return f"eor.w {to}, {a}, {b}" + (f", {shift}" if not shift.endswith("#0") else "")


def look_up(to: str, table: str, scale: int, narrow: bool) -> str:
    return f"ldr{'b' if narrow else ''}.w {to}, [{table}, {to}" + (f", lsl #{scale}]" if scale else "]")


def load_first_key(key: str) -> list[str]:
    """Columns %a0 to %a3: the block at %in plus the round key at key, which is a pattern for the offset."""
    lines = []
    for j in range(4):
        lines += [f"ldr.w %k{j}, {key.format(4 * j)}", f"ldr.w %i{j}, [%in, #{4 * j}]", f"eor.w %a{j}, %i{j}, %k{j}"]
    return lines


def table_round(now: str, then: str, table: str, key: str, turn: int) -> list[str]:
    """Columns %now to %then; byte b of column j is that of column j + turn * b; turn is -1 to decrypt, else 1."""
    lines, begun = [], set()
    for j, b in BY_COLUMN:
        to, t = (j - turn * b) % 4, f"%t{j}{b}"
        lines += [byte(t, f"%{now}{j}", b), look_up(t, table, 2, False)]
        if to not in begun:
            begun.add(to)
            lines.append(f"ldr.w %{then}{to}, {key.format(4 * to)}")
        lines.append(exclusive_or(f"%{then}{to}", f"%{then}{to}", t, f"ror #{ROTATIONS[b]}"))
    return lines


def last_round(
    now: str, table: str, scale: int, key: str, turn: int, finish: list[str] | None = None, by_output: bool = False
) -> list[str]:
    """SubBytes, ShiftRows and the last key; finish says what becomes of column {0}, at byte {1} of the block. By output
    the columns end one after the other, the first of the block last."""
    lines: list[str] = []
    done = [0] * 4
    finish = finish or ["str.w %y{0}, [%out, #{1}]"]
    order = [((to + turn * b) % 4, b) for to in (3, 2, 1, 0) for b in range(4)] if by_output else BY_COLUMN
    for j, b in order:
        to, t = (j - turn * b) % 4, f"%t{j}{b}"
        lines += [byte(t, f"%{now}{j}", b), look_up(t, table, scale, True)]
        if not done[to]:
            lines.append(f"ldr.w %y{to}, {key.format(4 * to)}")
        lines.append(exclusive_or(f"%y{to}", f"%y{to}", t, f"lsl #{8 * b}"))
        done[to] += 1
        if done[to] == 4:
            lines += [line.format(to, 4 * to) for line in finish]
    return lines


def at(base: str, offset: int = 0) -> str:
    """A pattern for the address of a word of a round key."""
    return f"[{base}, #{{0}}{offset:+}]"


def textual(code: list[str]) -> str:
    """The lines with their offsets added up; without .w below the base, where no 16-bit form exists and clang takes
    none."""
    text = re.sub(r"#(-?\d+)([+-]\d+)\]", lambda match: f"#{int(match[1]) + int(match[2])}]", "\n".join(code))
    return re.sub(r"\b(ldr|str)\.w (.*\[\w+, #-\d+\])", r"\1 \2", text)


def unrolled(rounds: int, decrypt: bool) -> Block:
    turn, table = (-1, "obi_aes_td") if decrypt else (1, "obi_aes_te")

    def key(i: int) -> str:
        return at("%rk", 16 * (rounds - i if decrypt else i))

    code = save(SAVED) + [f"ldr.w %table, ={table}"] + load_first_key(key(0))
    for i in range(1, rounds):
        code += table_round("ab"[(i - 1) % 2], "ab"[i % 2], "%table", key(i), turn)
    last, scale = "%table", 2
    if decrypt:
        last, scale = "%bytes", 0
        code.append("ldr.w %bytes, =obi_aes_inv_sbox")
    code += last_round("ab"[(rounds - 1) % 2], last, scale, key(rounds), turn)
    code += restore(SAVED) + ["bx lr"]
    inputs = {"%rk": "r0", "%out": "r1", "%in": "r2", **saved(SAVED)}
    return Block(textual(code), inputs, restored(SAVED))


# The looped form: r0 is the key, r1 the output, r3 the count, r12 the table.
LOOP_POOL = ["r2", *SAVED, "lr"]
STATE = ("r4", "r5", "r6", "r7")
FRAME = [*SAVED, "lr"]


def columns(name: str, registers: tuple[str, ...]) -> dict[str, str]:
    return {f"%{name}{i}": reg for i, reg in enumerate(registers)}


def looped(decrypt: bool) -> dict[str, Block]:
    """Round 1; then rounds by four, for 12 rounds from the middle; the last round. In rounds 1, 5, 9 and 13 the
    last load of the round key advances r0; the loads that follow use offsets from there."""
    turn, step = (-1, -16) if decrypt else (1, 16)
    table, moving = ("obi_aes_td", 12) if decrypt else ("obi_aes_te", 4)

    def round_here(now: str, then: str, base: int, moves: bool) -> list[str]:
        lines = table_round(now, then, "r12", at("r0", base), turn)
        return [_moved(line, f"[r0, #{moving}{base:+}]") for line in lines] if moves else lines

    here = step - moving
    code = save(FRAME) + [f"ldr.w r12, ={table}"]
    if decrypt:
        code.append("add.w r0, r0, r3, lsl #4")
    code += load_first_key(at("r0")) + round_here("a", "b", step, True) + ["cmp.w r3, #12", "beq.w 2f"]
    begin = Block(textual(code), {"%in": "r2", **saved(FRAME)}, columns("b", STATE))
    code = round_here("a", "b", here, False) + round_here("b", "c", here + step, False)
    first = Block(textual(code), columns("a", STATE), columns("c", STATE))
    code = ["subs.w r3, r3, #5", *round_here("a", "b", here + 2 * step, False)]
    code += [*round_here("b", "c", here + 3 * step, True), "bgt.w 1b"]
    second = Block(textual(code), columns("a", STATE), columns("c", STATE))
    code = ["ldr.w r12, =obi_aes_inv_sbox"] if decrypt else []
    code += last_round("a", "r12", 0 if decrypt else 2, at("r0", here), turn, ["str.w %y{0}, [r1, #{1}]"])
    code += back(FRAME)
    end = Block(textual(code), columns("a", STATE), restored(SAVED))
    return {"begin": begin, "first": first, "second": second, "end": end}


def small(decrypt: bool) -> dict[str, Block]:
    """A round to a turn of the loop, in the least code."""
    turn, step = (-1, -16) if decrypt else (1, 16)
    code = [*save(FRAME), f"ldr.w r12, ={'obi_aes_td' if decrypt else 'obi_aes_te'}"]
    if decrypt:
        code.append("add.w r0, r0, r3, lsl #4")
    code += ["sub.w r3, r3, #1", *load_first_key(at("r0"))]
    begin = Block(textual(code), {"%in": "r2", **saved(FRAME)}, columns("a", STATE))
    code = [*table_round("a", "b", "r12", at("r0", step), turn), f"add.w r0, r0, #{step}"]
    code += ["subs.w r3, r3, #1", "bne.w 1b"]
    loop = Block(textual(code), columns("a", STATE), columns("b", STATE))
    code = ["ldr.w r12, =obi_aes_inv_sbox"] if decrypt else []
    code += last_round("a", "r12", 0 if decrypt else 2, at("r0", step), turn, ["str.w %y{0}, [r1, #{1}]"])
    code += back(FRAME)
    end = Block(textual(code), columns("a", STATE), restored(SAVED))
    return {"small begin": begin, "small loop": loop, "small end": end}


def _moved(line: str, address: str) -> str:
    return line.replace(address, address + "!")


KEY_SAVED = {128: SAVED[:6], 192: SAVED, 256: [*SAVED, "lr"]}
KEY_POOL = {bits: ["r0", "r1", "r2", "r3", "r12", *KEY_SAVED[bits]] for bits in KEY_SAVED}


def key_schedule(bits: int, table: str, scale: int) -> Block:
    """The fourth word of a step is computed directly, not from the other three, as the next step waits for it."""
    n, rounds = bits // 32, bits // 32 + 6
    frame = KEY_SAVED[bits]
    code = [*save(frame), f"ldr.w %table, ={table}"]
    code += [f"ldr.w %w{i}, [%key, #{4 * i}]" for i in range(n)]
    code += [f"str.w %w{i}, [%rk, #{4 * i}]" for i in range(n)]
    constant, at_word = 1, n
    while at_word < 4 * (rounds + 1):
        half = n == 8 and at_word % 8 == 4
        base = 4 if half else 0
        previous = f"%w{3 if half else n - 1}"
        last = base + 3
        code += [f"eor.w %p, %w{base + 1}, %w{base + 2}", f"eor.w %p, %p, %w{last}"]
        if not half:
            code.append(f"eor.w %w{base}, %w{base}, #{constant}")
            constant = constant << 1 ^ (0x11B if constant & 0x80 else 0)
        places = {3: 24, 2: 16, 1: 8, 0: 0} if half else {0: 24, 3: 16, 2: 8, 1: 0}
        for b, place in places.items():
            code += [byte(f"%t{b}", previous, b), look_up(f"%t{b}", "%table", scale, True)]
            code.append(exclusive_or(f"%w{base}", f"%w{base}", f"%t{b}", f"lsl #{place}"))
        code.append(f"eor.w %w{last}, %w{base}, %p")
        code += [f"eor.w %w{i}, %w{i}, %w{i - 1}" for i in (base + 1, base + 2)]
        words = list(range(base, base + 4))
        if n == 6 and at_word + 4 < 4 * (rounds + 1):
            code += ["eor.w %w4, %w4, %w3", "eor.w %w5, %w5, %w4"]
            words += [4, 5]
        code += [f"str.w %w{i}, [%rk, #{4 * (at_word + i - base)}]" for i in words]
        at_word += len(words)
    code += back(frame)
    return Block(textual(code), {"%rk": "r0", "%key": "r1", **saved(frame)}, restored(without_lr(frame)))


def doubled(to: str, word: str, zero: str) -> list[str]:
    """to = word doubled in each byte; r11 is 0x1b1b1b1b. With a zero register, SEL need not wait for the
    sum, and the lanes are free sooner."""
    if zero:
        return [f"uadd8 {to}, {word}, {word}", f"sel %m, r11, {zero}", f"eor.w {to}, {to}, %m"]
    return [f"uadd8 {to}, {word}, {word}", f"eor.w %m, {to}, r11", f"sel {to}, %m, {to}"]


def mix(words: list[str], zero: str = "") -> list[str]:
    """MixColumns: 2(a + b) + b + the sum of the other two, b being the byte above."""
    code = []
    for i, word in enumerate(words):
        code.append(f"eor.w %u{i}, {word}, {word}, ror #8")
        code += [*doubled("%v", f"%u{i}", zero), f"eor.w {word}, %v, {word}, ror #8"]
        code.append(f"eor.w {word}, {word}, %u{i}, ror #16")
    return code


def inverse_mix(words: list[str], zero: str = "") -> list[str]:
    """InvMixColumns: 4(a + c) added to each byte, c being the byte two above, then MixColumns. The columns side by
    side, since the carries of UADD8 must not be overwritten before SEL has read them."""
    code = []
    for i, word in enumerate(words):
        code += [f"eor.w %u{i}, {word}, {word}, ror #16", *doubled(f"%u{i}", f"%u{i}", zero)]
    for i, word in enumerate(words):
        code += [*doubled(f"%u{i}", f"%u{i}", zero), f"eor.w {word}, {word}, %u{i}"]
    return code + mix(words, zero)


KEY_DEC_SAVED = [*SAVED, "lr"]
KEY_DEC_POOL = ["r2", "r3", *SAVED[:-1], "r12"]


def key_inverse() -> dict[str, Block]:
    """InvMixColumns of all round keys but the ends, by arithmetic: no table, and constant time."""
    code = [
        *save(KEY_DEC_SAVED),
        "sub.w r1, r1, #1",
        "movw %k, #0x1b1b",
        "orr.w %k1b, %k, %k, lsl #16",
        "mov.w %zero, #0",
    ]
    begin = Block("\n".join(code), saved(KEY_DEC_SAVED), {"%k1b": "r11", "%zero": "lr"})
    code = ["subs.w r1, r1, #1"]
    for i in range(4):
        move = "!" if i == 0 else ""
        code.append(f"ldr.w %w{i}, [r0, #{16 if i == 0 else 4 * i}]{move}")
    code += inverse_mix([f"%w{i}" for i in range(4)], "lr")
    code += [f"str.w %w{i}, [r0, #{4 * i}]" for i in range(4)]
    code += ["bne.w 1b"]
    loop = Block("\n".join(code), {}, {})
    return {"begin": begin, "loop": loop}
