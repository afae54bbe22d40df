# SPDX-License-Identifier: Apache-2.0
"""Loops over blocks of AES for the Cortex-M7: counter mode with the first two rounds cached (SP 800-38A, 6.5)."""

from __future__ import annotations

from aes import ROTATIONS, SAVED, at, byte, columns, exclusive_or, last_round, look_up, table_round, textual
from scheduler import Block

# r0 is the input, r1 the output, r2 the count, lr the table. From its upper byte down, r2 holds minus the blocks left
# of the group, an overflow, the lowest byte of the next counter, and the key byte that is added to it.
CTR_POOL = ["r3", *SAVED, "r12"]
CTR_STATE = ("r4", "r5", "r6", "r7")


class Frame:
    """Offsets from sp while the loop runs: the keys from round 3 on, then what the groups need."""

    def __init__(self, rounds: int) -> None:
        self.fixed = 16 * (rounds - 2)  # columns of round 2 without the share of column 0 of round 1
        self.column = self.fixed + 16  # column 0 of round 1 without the share of the counter byte
        self.left, self.counter, self.keys = self.column + 4, self.column + 8, self.column + 12
        self.size = self.column + 16


def _second_round(frame: Frame) -> list[str]:
    """From the counter byte in r2 to the columns %x0 to %x3 after round 2."""
    code = ["eor.w %n, r2, r2, lsl #8", "uxtb.w %n, %n, ror #8", look_up("%n", "lr", 2, False)]
    code += [f"ldr.w %c, [sp, #{frame.column}]", "eor.w %c, %c, %n"]
    for b in range(4):
        to = (-b) % 4
        code += [byte(f"%t{b}", "%c", b), look_up(f"%t{b}", "lr", 2, False)]
        code.append(f"ldr.w %f{to}, [sp, #{frame.fixed + 4 * to}]")
        code.append(exclusive_or(f"%x{to}", f"%f{to}", f"%t{b}", f"ror #{ROTATIONS[b]}"))
    return code


def _share(to: str, source: str, b: int) -> list[str]:
    """to ^= the look-up of byte b of source, in its row."""
    return [byte("%t", source, b), look_up("%t", "lr", 2, False), exclusive_or(to, to, "%t", f"ror #{ROTATIONS[b]}")]


def ctr(rounds: int) -> dict[str, Block]:
    """group: what 256 blocks have in common, from r4-r7, the counter block, and r3, the key; then its first block as
    far as round 2. loop: a block from round 3 on, and the next one as far as round 2."""
    frame = Frame(rounds)
    code = []
    for j in range(4):
        code += [f"ldr.w %k{j}, [r3, #{4 * j}]", f"eor.w %s{j}, %i{j}, %k{j}"]
    code += ["lsr.w %last, %k3, #24", "orr.w r2, r2, %last"]
    for j in range(4):
        code.append(f"ldr.w %c{j}, [r3, #{16 + 4 * j}]")
        for b in range(4):
            if (j, b) != (0, 3):
                code += _share(f"%c{j}", f"%s{(j + b) % 4}", b)
        if j == 0:
            code.append(f"str.w %c0, [sp, #{frame.column}]")
    for j in range(4):
        code.append(f"ldr.w %f{j}, [r3, #{32 + 4 * j}]")
        for b in range(4):
            if (j + b) % 4:
                code += _share(f"%f{j}", f"%c{(j + b) % 4}", b)
        code.append(f"str.w %f{j}, [sp, #{frame.fixed + 4 * j}]")
    code += [*_second_round(frame), "add.w r2, r2, #0x100"]
    inputs = {f"%i{i}": reg for i, reg in enumerate(CTR_STATE)}
    group = Block(textual(code), inputs, columns("x", CTR_STATE))
    code, now = [], "x"
    for i in range(3, rounds):
        then = "ab"[i % 2]
        code += table_round(now, then, "lr", at("sp", 16 * (i - 3)), 1)
        now = then
    finish = ["ldr.w %d{0}, [r0, #{1}]", "eor.w %y{0}, %y{0}, %d{0}", "str.w %y{0}, [r1, #{1}]"]
    code += last_round(now, "lr", 2, at("sp", 16 * (rounds - 3)), 1, finish, True)
    code = _moving(code, "ldr.w %d", "r0")
    code = _moving(code, "str.w %y", "r1")
    early, late = _second_round(frame)[:5], _second_round(frame)[5:]
    code = [*code[:-20], *early, "adds.w r2, r2, #0x01000100", *code[-20:], *late, "bcc.w 2b"]
    loop = Block(textual(code), columns("x", CTR_STATE), columns("x", CTR_STATE))
    return {"group": group, "loop": loop}


def _moving(code: list[str], start: str, pointer: str) -> list[str]:
    """The last of the accesses of this kind, which is at offset 0, moves its pointer on by a block."""
    places = [i for i, line in enumerate(code) if line.startswith(start) and f"[{pointer}, " in line]
    last = places[-1]
    if f"[{pointer}, #0]" not in code[last]:
        raise ValueError(code[last])
    code[last] = code[last].replace(f"[{pointer}, #0]", f"[{pointer}], #16")
    return code


# Plain loops: r0 is the input, r1 the output, r2 the counter, lr the table; all keys are on the stack.
class LoopFrame:
    def __init__(self, rounds: int) -> None:
        self.block = 16 * (rounds + 1)  # the previous block, or the counter block with the first key added
        self.iv, self.end = self.block + 16, self.block + 20
        self.size = self.block + 32


LOOP_POOL = ["r3", *SAVED, "r12"]


def _rounds(rounds: int, decrypt: bool, finish: list[str]) -> list[str]:
    """From columns %a0 to %a3, which have the first key, to the end of the block."""
    code, turn = [], -1 if decrypt else 1
    for i in range(1, rounds):
        place = 16 * (rounds - i if decrypt else i)
        code += table_round("ba"[i % 2], "ab"[i % 2], "lr", at("sp", place), turn)
    last, scale = "lr", 2
    if decrypt:
        last, scale = "%bytes", 0
        code.append("ldr.w %bytes, =obi_aes_inv_sbox")
    now = "ba"[rounds % 2]
    code += last_round(now, last, scale, at("sp", 0 if decrypt else 16 * rounds), turn, finish, True)
    return _moving(code, "str.w %y", "r1")


def _again(frame: LoopFrame) -> list[str]:
    return [f"ldr.w %e, [sp, #{frame.end}]", "cmp.w r0, %e"]


def _load_input(moves: bool) -> list[str]:
    places = [f"[r0, #{4 * j}]" for j in range(4)]
    if moves:
        places[0] = "[r0], #16"
    return [f"ldr.w %i{j}, {places[j]}" for j in (3, 2, 1, 0)]


def cbc_encrypt(rounds: int) -> Block:
    """The block before is in %p0 to %p3, for a start the initialization vector."""
    frame = LoopFrame(rounds)
    code = [*_load_input(True), *_again(frame)]
    for j in range(4):
        code += [f"ldr.w %k, [sp, #{4 * j}]", f"eor.w %i{j}, %i{j}, %k", f"eor.w %a{j}, %i{j}, %p{j}"]
    code += [*_rounds(rounds, False, ["str.w %y{0}, [r1, #{1}]"]), "bne.w 1b"]
    return Block(textual(code), columns("p", CTR_STATE), columns("y", CTR_STATE))


def cbc_decrypt(rounds: int) -> Block:
    """The block before is on the stack; the input is read again before the output, which may be in its place."""
    frame = LoopFrame(rounds)
    code = _load_input(False)
    for j in range(4):
        code += [f"ldr.w %k, [sp, #{16 * rounds + 4 * j}]", f"eor.w %a{j}, %i{j}, %k"]
    finish = ["ldr.w %p, [sp, #{1}+" + str(frame.block) + "]", "eor.w %y{0}, %y{0}, %p", "ldr.w %d{0}, [r0, #{1}]"]
    finish += ["str.w %d{0}, [sp, #{1}+" + str(frame.block) + "]", "str.w %y{0}, [r1, #{1}]"]
    code += _moving(_rounds(rounds, True, finish), "ldr.w %d", "r0")
    return Block(textual([*code, *_again(frame), "bne.w 1b"]), {}, {})


def ctr_uncached(rounds: int) -> Block:
    """Each block from the start, so that nothing depends on the counter."""
    frame = LoopFrame(rounds)
    code = [f"ldr.w %a{j}, [sp, #{frame.block + 4 * j}]" for j in range(3)]
    code += ["ldr.w %k, [sp, #12]", "rev.w %c, r2", "eor.w %a3, %k, %c", "add.w r2, r2, #1"]
    finish = ["ldr.w %d{0}, [r0, #{1}]", "eor.w %y{0}, %y{0}, %d{0}", "str.w %y{0}, [r1, #{1}]"]
    code += _moving(_rounds(rounds, False, finish), "ldr.w %d", "r0")
    return Block(textual([*code, *_again(frame), "bne.w 1b"]), {}, {})
