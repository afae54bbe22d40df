# SPDX-License-Identifier: Apache-2.0
"""The files that algo/cortexm7/generate.py writes: the parts of each function, and its banner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import aes
import aes_dsp
import aes_modes
import chacha20
import sha1
import sha256
import sha512
from aes import SAVED
from scheduler import Block


@dataclass(frozen=True)
class Part:
    """A block to schedule; with from_before, its pipeline state begins with the end of the part before it."""

    name: str
    make: Callable[[], Block]
    pool: list[str]
    from_before: bool = False


@dataclass(frozen=True)
class Function:
    symbol: str
    about: str
    prototype: str
    buffers: str
    body: list[Part | str]
    local: bool = False


@dataclass(frozen=True)
class File:
    name: str
    about: str
    functions: list[Function]
    head: str = ""
    equates: list[str] = field(default_factory=list)


BLOCK = "out and in 16 bytes, all aligned to 4"
SRAM = "Tables, keys, blocks and stack belong in DTCM."
T1 = "One-table AES for Cortex-M7"
WORDS = {128: 44, 192: 52, 256: 60}
# The end of a hash or of ChaCha20: 16 words of the message or of the key stream are at the stack pointer.
WIPE_AND_RETURN = """\
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    mov.w \\r, #0
    .endr
    stm.w sp!, {r4-r11}
    stm.w sp!, {r4-r11}
    add.w sp, sp, #(o_end - 64)
    pop.w {r4-r11, pc}"""


def _unrolled(bits: int, decrypt: bool) -> File:
    name, verb = ("dec", "Decrypts") if decrypt else ("enc", "Encrypts")
    key = " that obi_aes_t1_key_dec has transformed" if decrypt else ""
    words = WORDS[bits]
    symbol = f"obi_aes_t1_{name}{bits}"
    return File(
        f"aes_t1_{name}{bits}.S",
        f"{T1} without a loop, {verb.lower()} with {bits} bits (FIPS 197, {'5.3.5' if decrypt else '5.1'}). {SRAM}",
        [
            Function(
                symbol,
                f"{verb} one block with a key of {bits} bits{key}; out may be in.",
                f"void {symbol}(const uint32_t rk[{words}], uint32_t out[4], const uint32_t in[4])",
                f"rk {4 * words} bytes, {BLOCK}",
                [Part("all", lambda: aes.unrolled(bits // 32 + 6, decrypt), aes.LOW)],
            )
        ],
    )


def _t1_block(decrypt: bool, body: list[Part | str]) -> Function:
    name, verb = ("dec", "Decrypts") if decrypt else ("enc", "Encrypts")
    key = "the keys of obi_aes_t1_key_dec" if decrypt else "the keys of obi_aes_t1_key128 and its kin"
    return Function(
        f"obi_aes_t1_{name}",
        f"{verb} one block with {key}; out may be in.",
        f"void obi_aes_t1_{name}(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)",
        f"rk 16 * (rounds + 1) bytes, {BLOCK}",
        body,
    )


def _looped() -> File:
    functions = []
    for decrypt in (False, True):

        def part(name: str, decrypt: bool = decrypt) -> Part:
            return Part(name, lambda: aes.looped(decrypt)[name], aes.LOOP_POOL, name != "begin")

        body = [part("begin"), "1:", part("first"), "3:", part("second"), part("end")]
        body += ["2:", f"    {'add' if decrypt else 'sub'}.w r0, r0, #32", "    b.w 3b"]
        functions.append(_t1_block(decrypt, body))
    about = f"{T1}, four rounds to a turn, entered in the middle for 12 rounds (FIPS 197, 5.1 and 5.3.5). {SRAM}"
    return File("aes_t1.S", about, functions)


def _t1_small() -> File:
    functions = []
    for decrypt in (False, True):

        def part(name: str, decrypt: bool = decrypt) -> Part:
            return Part(name, lambda: aes.small(decrypt)[name], aes.LOOP_POOL, name != "small begin")

        functions.append(_t1_block(decrypt, [part("small begin"), "1:", part("small loop"), part("small end")]))
    return File("aes_t1_small.S", f"{T1}, a round to a turn (FIPS 197, 5.1 and 5.3.5). {SRAM}", functions)


def _key(bits: int, family: str, table: str, scale: int) -> Function:
    words = WORDS[bits]
    return Function(
        f"obi_aes_{family}_key{bits}",
        f"Expands a key of {bits} bits.",
        f"void obi_aes_{family}_key{bits}(uint32_t rk[{words}], const uint32_t key[{bits // 32}])",
        f"rk {4 * words} bytes, key {bits // 8} bytes, both aligned to 4",
        [Part("all", lambda: aes.key_schedule(bits, table, scale), aes.KEY_POOL[bits])],
    )


def _t1_key() -> File:
    return File(
        "aes_t1_key.S",
        "AES key expansion for Cortex-M7, unrolled (FIPS 197, 5.2). S is the low byte of obi_aes_te, which belongs in "
        "DTCM.",
        [_key(bits, "t1", "obi_aes_te", 2) for bits in WORDS],
    )


def _key_dec() -> File:
    parts = {name: (lambda name=name: aes.key_inverse()[name]) for name in ("begin", "loop")}
    return File(
        "aes_key_dec.S",
        "Keys of the equivalent inverse cipher for Cortex-M7 (FIPS 197, 5.3.5), by arithmetic on four bytes at once.",
        [
            Function(
                "obi_aes_t1_key_dec",
                "Turns an expanded key into that of the equivalent inverse cipher, in place. Constant time, no table.",
                "void obi_aes_t1_key_dec(uint32_t *rk, uint32_t rounds)",
                "rk 16 * (rounds + 1) bytes, aligned to 4",
                [
                    Part("begin", parts["begin"], aes.KEY_DEC_POOL),
                    "1:",
                    Part("loop", parts["loop"], aes.KEY_DEC_POOL, True),
                    "    pop.w {r4-r11, pc}",
                ],
            )
        ],
    )


def _ctr(bits: int) -> File:
    rounds, frame = bits // 32 + 6, aes_modes.Frame(bits // 32 + 6)
    symbol, words = f"obi_aes_t1_ctr{bits}", WORDS[bits]
    parts = {name: (lambda name=name: aes_modes.ctr(rounds)[name]) for name in ("group", "loop")}
    begin = f"""\
    push.w {{r4-r11, lr}}
    ldr.w r12, [sp, #36]
    cmp.w r12, #0
    beq.w 9f
    sub.w sp, sp, #{frame.size}
    str.w r12, [sp, #{frame.left}]
    str.w r1, [sp, #{frame.counter}]
    str.w r0, [sp, #{frame.keys}]
    add.w r0, r0, #48
    mov.w r1, sp
    .rept {(rounds - 2) // 2}
    ldm.w r0!, {{r4-r11}}
    stm.w r1!, {{r4-r11}}
    .endr
    mov.w r0, r3
    mov.w r1, r2
    ldr.w lr, =obi_aes_te
1: /* a group of blocks with the same upper 120 bits of the counter */
    ldr.w r3, [sp, #{frame.counter}]
    ldr.w r12, [sp, #{frame.left}]
    ldm.w r3, {{r4-r7}}
    rev.w r8, r7
    uxtb.w r2, r8
    rsb.w r9, r2, #256
    cmp.w r9, r12
    it hi
    movhi.w r9, r12
    sub.w r12, r12, r9
    str.w r12, [sp, #{frame.left}]
    add.w r8, r8, r9
    rev.w r8, r8
    str.w r8, [r3, #12]
    rsb.w r9, r9, #0
    lsl.w r2, r2, #8
    orr.w r2, r2, r9, lsl #24
    ldr.w r3, [sp, #{frame.keys}]"""
    end = f"""\
    ldr.w r12, [sp, #{frame.left}]
    cmp.w r12, #0
    bne.w 1b
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    mov.w \\r, #0
    .endr
    .rept {frame.size // 32}
    stm.w sp!, {{r4-r11}}
    .endr
9:
    pop.w {{r4-r11, pc}}"""
    return File(
        f"aes_t1_ctr{bits}.S",
        f"Counter mode on one-table AES for Cortex-M7, {bits} bits (SP 800-38A, 6.5), with a 32-bit big-endian counter "
        "that wraps within its word. While only its lowest byte moves, round 1 and most of round 2 stay as they are: "
        "they are computed once for up to 256 blocks. The time depends on the counter, which must be public. The first "
        f"rounds of a block overlap the last of the one before; the later round keys are on the stack. {SRAM}",
        [
            Function(
                symbol,
                "Encrypts or decrypts n blocks and advances the counter by n; out may be in.",
                f"void {symbol}(const uint32_t rk[{words}], uint32_t counter[4], uint32_t *out, const uint32_t *in, "
                "size_t n)",
                f"rk {4 * words} bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4",
                [
                    begin,
                    Part("group", parts["group"], [*SAVED, "r12"]),
                    "2: /* a block from round 3 on, and the next one as far as round 2 */",
                    Part("loop", parts["loop"], aes_modes.CTR_POOL),
                    end,
                ],
            )
        ],
    )


def _sha256() -> File:
    lines = Path(__file__).with_name("sha256_head.inc").read_text().splitlines()
    head = "\n".join(["", *lines[1:]])
    begin = """\
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_blocks]
    mov.w r2, r1
    ldm.w r0, {r4-r11}
1:
    ldr.w lr, =constants
    eor.w r12, r5, r6"""
    end = (
        """\
    ldr.w r0, [sp, #o_state]
    ldm.w r0, {r1, r2, r3, r12}
    add.w r4, r4, r1
    add.w r5, r5, r2
    add.w r6, r6, r3
    add.w r7, r7, r12
    add.w r0, r0, #16
    ldm.w r0, {r1, r2, r3, r12}
    add.w r8, r8, r1
    add.w r9, r9, r2
    add.w r10, r10, r3
    add.w r11, r11, r12
    ldr.w r2, [sp, #o_in]
    ldr.w r3, [sp, #o_blocks]
    sub.w r0, r0, #16
    stm.w r0, {r4-r11}
    subs.w r3, r3, #1
    str.w r3, [sp, #o_blocks]
    bne.w 1b
"""
        + WIPE_AND_RETURN
    )
    return File(
        "sha256.S",
        "SHA-256 compression for Cortex-M7 (FIPS 180-4, 6.2). Sixteen rounds unrolled, once with the message and three "
        "times with the schedule; the message words live on the stack. Constant time.",
        [
            Function(
                "obi_sha256_blocks",
                "Takes n blocks into the state.",
                "void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)",
                "h 32 bytes aligned to 4, in 64 * n_blocks bytes of any alignment",
                [
                    begin,
                    Part("message", lambda: sha256.rounds(True), sha256.MESSAGE_POOL),
                    "    add.w r2, r2, #64\n    str.w r2, [sp, #o_in]\n2:",
                    Part("schedule", lambda: sha256.rounds(False), sha256.SCHEDULE_POOL),
                    end,
                ],
            )
        ],
        head,
        ["", "    .equ o_state, 64", "    .equ o_in, 68", "    .equ o_blocks, 72", "    .equ o_end, 76"],
    )


def _sha512() -> File:
    begin = """\
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_blocks]
1: /* a block at r1 */
    add.w r12, sp, #o_words
    add.w lr, r12, #128
4:
    .irp i, 0, 1
    ldr.w r3, [r1, #(16 * \\i)]
    ldr.w r2, [r1, #(16 * \\i + 4)]
    ldr.w r5, [r1, #(16 * \\i + 8)]
    ldr.w r4, [r1, #(16 * \\i + 12)]
    rev.w r3, r3
    rev.w r2, r2
    rev.w r5, r5
    rev.w r4, r4
    stm.w r12!, {r2-r5}
    .endr
    add.w r1, r1, #32
    cmp.w r12, lr
    bne.w 4b
    str.w r1, [sp, #o_in]
    sub.w r12, r12, #128
    add.w lr, lr, #384
    ldr.w r4, [r12]
    ldr.w r5, [r12, #4]
    ldr.w r6, [r12, #112]
    ldr.w r7, [r12, #116]
    ldr.w r8, [r12, #120]
    ldr.w r9, [r12, #124]
2:"""
    middle = """\
    ldr.w r0, [sp, #o_state]
    mov.w r1, sp
    .rept 2
    ldr.w r3, [r0], #32
    ldr r2, [r0, #-28]
    ldr r5, [r0, #-24]
    ldr r4, [r0, #-20]
    ldr r7, [r0, #-16]
    ldr r6, [r0, #-12]
    ldr r9, [r0, #-8]
    ldr r8, [r0, #-4]
    stm.w r1!, {r2-r9}
    .endr
    ldr.w lr, =constants
    sub.w r12, r12, #512
    mov.w r6, r2
    mov.w r7, r3
    ldm.w sp, {r4, r5, r8, r9, r10, r11}
    ldr.w r0, [sp, #16]
    ldr.w r1, [sp, #20]
    eor.w r10, r8, r0
    eor.w r11, r9, r1
3:"""
    end = """\
    ldr.w r0, [sp, #o_state]
    mov.w r1, sp
    add.w r12, r0, #64
5:
    ldr.w r2, [r1], #16
    ldr r3, [r1, #-12]
    ldr r4, [r1, #-8]
    ldr r5, [r1, #-4]
    ldr.w r7, [r0]
    ldr.w r6, [r0, #4]
    ldr.w r9, [r0, #8]
    ldr.w r8, [r0, #12]
    adds.w r2, r2, r6
    adc.w r3, r3, r7
    adds.w r4, r4, r8
    adc.w r5, r5, r9
    str.w r3, [r0], #16
    str r2, [r0, #-12]
    str r5, [r0, #-8]
    str r4, [r0, #-4]
    cmp.w r0, r12
    bne.w 5b
    ldr.w r3, [sp, #o_blocks]
    ldr.w r1, [sp, #o_in]
    subs.w r3, r3, #1
    str.w r3, [sp, #o_blocks]
    bne.w 1b
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    mov.w \\r, #0
    .endr
    add.w r0, sp, #o_state
6:
    stm.w sp!, {r4-r11}
    cmp.w sp, r0
    bne.w 6b
    add.w sp, sp, #(o_end - o_state)
    pop.w {r4-r11, pc}"""
    return File(
        "sha512.S",
        "SHA-512 compression for Cortex-M7 (FIPS 180-4, 6.4). The schedule is expanded first, four words to a turn; "
        "then eight rounds to a turn, with the state on the stack and a, e and b ^ c in registers. Words are pairs "
        "with the low half first. Constant time.",
        [
            Function(
                "obi_sha512_blocks",
                "Takes n blocks into the state.",
                "void obi_sha512_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)",
                "h 64 bytes aligned to 4, in 128 * n_blocks bytes of any alignment",
                [
                    begin,
                    Part("schedule", sha512.schedule, sha512.POOL),
                    middle,
                    Part("rounds", sha512.rounds, sha512.POOL),
                    end,
                ],
            )
        ],
        '\n    .include "algo/armv7m/sha512_constants.inc"\n',
        [
            "",
            "    .equ o_words, 64",
            "    .equ o_state, 704",
            "    .equ o_in, 708",
            "    .equ o_blocks, 712",
            "    .equ o_end, 716",
        ],
    )


def _dsp(name: str, verb: str, form: str, body: list[Part | str]) -> File:
    return File(
        f"aes_dsp_{name}.S",
        f"AES with a 256-byte S-box and DSP instructions for Cortex-M7, {form} (FIPS 197, 5.1 and 5.3). {SRAM}",
        [
            Function(
                f"obi_aes_dsp_{name}",
                f"{verb} one block with the keys of obi_aes_dsp_key128 and its kin; out may be in.",
                f"void obi_aes_dsp_{name}(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)",
                f"rk 16 * (rounds + 1) bytes, {BLOCK}",
                body,
            )
        ],
    )


def _dsp_enc() -> File:
    def part(name: str, pool: list[str] = aes_dsp.WIDE_POOL) -> Part:
        return Part(name, lambda: aes_dsp.ladder()[name], pool, name != "first")

    literals = "    b.w 1f\n    .ltorg\n    .balign 8\n1:"  # within reach of the load of the table's address
    body = [part("first", aes_dsp.POOL), literals, part("two"), "2:", part("four"), "3:", part("eight")]
    body += [part("twelve"), part("end", [*aes_dsp.WIDE_POOL, "r11"])]
    return _dsp("enc", "Encrypts", "unrolled and entered later for fewer rounds", body)


def _dsp_dec() -> File:
    def part(name: str, pool: list[str] = aes_dsp.POOL) -> Part:
        return Part(name, lambda: aes_dsp.looped()[name], pool, name != "first")

    body = [part("first"), "1:", part("second"), "3:", part("third"), part("end", [*aes_dsp.POOL, "r11"])]
    body += ["2:", "    add.w r0, r0, #32", "    b.w 3b"]
    return _dsp("dec", "Decrypts", "four rounds to a turn, entered in the middle for 12 rounds", body)


def _dsp_small(decrypt: bool) -> File:
    name, verb = ("dec", "Decrypts") if decrypt else ("enc", "Encrypts")

    def part(name: str, pool: list[str] = aes_dsp.POOL) -> Part:
        return Part(name, lambda: aes_dsp.small(decrypt)[name], pool, name != "small begin")

    body = [part("small begin"), "1:", part("small loop"), part("small end", [*aes_dsp.POOL, "r11"])]
    file = _dsp(name, verb, "a round to a turn", body)
    return replace(file, name=f"aes_dsp_{name}_small.S")


def _dsp_key() -> File:
    return File(
        "aes_dsp_key.S",
        f"AES key expansion with a 256-byte S-box for Cortex-M7, unrolled (FIPS 197, 5.2). {SRAM}",
        [_key(bits, "dsp", "obi_aes_sbox", 0) for bits in WORDS],
    )


def _loop(bits: int, kind: str) -> File:
    rounds, frame = bits // 32 + 6, aes_modes.LoopFrame(bits // 32 + 6)
    make = {"cbc_enc": aes_modes.cbc_encrypt, "cbc_dec": aes_modes.cbc_decrypt, "ctr_uncached": aes_modes.ctr_uncached}
    symbol, words = f"obi_aes_t1_{kind}{bits}", WORDS[bits]
    counts = kind == "ctr_uncached"
    begin = f"""\
    push.w {{r4-r11, lr}}
    ldr.w r12, [sp, #36]
    cmp.w r12, #0
    beq.w 9f
    sub.w sp, sp, #{frame.size}
    str.w r1, [sp, #{frame.iv}]
    add.w r12, r3, r12, lsl #4
    str.w r12, [sp, #{frame.end}]
    mov.w lr, sp
    .rept {rounds + 1}
    ldm.w r0!, {{r4-r7}}
    stm.w lr!, {{r4-r7}}
    .endr
    ldm.w r1, {{r4-r7}}
"""
    if counts:
        begin += f"""\
    rev.w r12, r7
    ldm.w sp, {{r8-r10}}
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    add.w r8, sp, #{frame.block}
    stm.w r8, {{r4-r6}}
"""
    elif kind == "cbc_dec":
        begin += f"    add.w r8, sp, #{frame.block}\n    stm.w r8, {{r4-r7}}\n"
    begin += f"""\
    mov.w r0, r3
    mov.w r1, r2
{"    mov.w r2, r12" + chr(10) if counts else ""}    ldr.w lr, ={"obi_aes_td" if kind == "cbc_dec" else "obi_aes_te"}
1:"""
    end = f"    ldr.w r3, [sp, #{frame.iv}]\n"
    if counts:
        end += "    rev.w r2, r2\n    str.w r2, [r3, #12]\n"
    else:
        end += f"    add.w r8, sp, #{frame.block}\n    ldm.w r8, {{r4-r7}}\n" if kind == "cbc_dec" else ""
        end += "    stm.w r3, {r4-r7}\n"
    end += f"""\
    .irp r, r4, r5, r6, r7
    mov.w \\r, #0
    .endr
    .rept {frame.size // 16}
    stm.w sp!, {{r4-r7}}
    .endr
9:
    pop.w {{r4-r11, pc}}"""
    what = {
        "cbc_enc": "CBC encryption on one-table AES for Cortex-M7, {} bits (SP 800-38A, 6.2).",
        "cbc_dec": "CBC decryption on one-table AES for Cortex-M7, {} bits (SP 800-38A, 6.2).",
        "ctr_uncached": "Counter mode on one-table AES for Cortex-M7, {} bits (SP 800-38A, 6.5), with a 32-bit "
        "big-endian counter that wraps within its word; the time does not depend on the counter.",
    }[kind].format(bits)
    doing = {
        "cbc_enc": "Encrypts n blocks and leaves the last in iv; out may be in.",
        "cbc_dec": "Decrypts n blocks with the keys of obi_aes_t1_key_dec and leaves the last of the input in iv; "
        "out may be in.",
        "ctr_uncached": "Encrypts or decrypts n blocks and advances the counter by n; out may be in.",
    }[kind]
    name = "counter" if counts else "iv"
    return File(
        f"aes_t1_{kind}{bits}.S",
        f"{what} All keys are on the stack. {SRAM}",
        [
            Function(
                symbol,
                doing,
                f"void {symbol}(const uint32_t rk[{words}], uint32_t {name}[4], uint32_t *out, const uint32_t *in, "
                "size_t n)",
                f"rk {4 * words} bytes, {name} 16 bytes, out and in 16 * n bytes, all aligned to 4",
                [begin, Part("loop", lambda: make[kind](rounds), aes_modes.LOOP_POOL), end],
            )
        ],
    )


def _chacha20(small: bool) -> File:
    """small: a double round to a turn of a loop."""
    load = [i for i in chacha20.REGISTERS if i] + [0]
    lines = [f"    ldr.w {chacha20.REGISTERS[i]}, [r0, #{4 * i}]" for i in load if i]
    turn = [f"    ror.w {chacha20.REGISTERS[i]}, {chacha20.REGISTERS[i]}, #8" for i in range(12, 16)]
    begin = """\
    cmp.w r3, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r1, [sp, #o_out]
    str.w r2, [sp, #o_in]
    str.w r3, [sp, #o_blocks]
1:
    ldrd r8, r9, [r0, #40]
    strd r8, r9, [sp, #40]
"""
    if small:
        begin += "    mov.w r4, #10\n    str.w r4, [sp, #o_turns]\n"
    begin += "\n".join([*lines, *turn, "    ldr.w r0, [r0]"])
    rounds: list[Part | str] = [Part("rounds", lambda: chacha20.double_rounds(10), chacha20.POOL)]
    if small:
        count = """\
    str.w r8, [sp, #32]
    ldr.w r8, [sp, #o_turns]
    subs.w r8, r8, #1
    str.w r8, [sp, #o_turns]
    ldr.w r8, [sp, #32]
    bne.w 2b"""
        rounds = ["2:", Part("two rounds", lambda: chacha20.double_rounds(1), chacha20.POOL), count]
    middle = """\
    stm.w sp, {r0-r9}
    add.w r0, sp, #48
    stm.w r0, {r10-r12, lr}
    ldr.w r0, [sp, #o_state]
    ldr.w r1, [sp, #o_out]
    ldr.w r2, [sp, #o_in]"""
    end = (
        """\
    ldr.w r3, [sp, #o_blocks]
    str.w r1, [sp, #o_out]
    str.w r2, [sp, #o_in]
    subs.w r3, r3, #1
    str.w r3, [sp, #o_blocks]
    bne.w 1b
"""
        + WIPE_AND_RETURN
    )
    frame = ("state", "out", "in", "blocks", *(("turns",) if small else ()), "end")
    form = ", two rounds to a turn" if small else ""
    return File(
        "chacha20_small.S" if small else "chacha20.S",
        f"ChaCha20 for Cortex-M7 (RFC 8439, 2.1 to 2.4){form}. Fourteen words of the state are in registers, and the "
        "third row comes and goes by halves. Row four waits for its rotations until the next addition or exclusive-or "
        "takes it as a shifted operand. Constant time.",
        [
            Function(
                "obi_chacha20_xor",
                "Adds the key stream to n blocks and advances the counter in s by n; out may be in.",
                "void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks)",
                "s 64 bytes aligned to 4, out and in 64 * n_blocks bytes of any alignment",
                [
                    begin,
                    *rounds,
                    middle,
                    Part("put", chacha20.put, chacha20.PUT_POOL),
                    end,
                ],
            )
        ],
        "",
        ["", *[f"    .equ o_{name}, {64 + 4 * i}" for i, name in enumerate(frame)]],
    )


def _sha1() -> File:
    begin = """\
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_blocks]
    mov.w r2, r1
    ldm.w r0, {r4-r8}
1:"""
    end = (
        """\
    ldr.w r0, [sp, #o_state]
    ldm.w r0, {r1, r3, r9, r10, r12}
    add.w r4, r4, r1
    add.w r5, r5, r3
    add.w r6, r6, r9
    add.w r7, r7, r10
    add.w r8, r8, r12
    ldr.w r2, [sp, #o_in]
    ldr.w r3, [sp, #o_blocks]
    stm.w r0, {r4-r8}
    subs.w r3, r3, #1
    str.w r3, [sp, #o_blocks]
    bne.w 1b
"""
        + WIPE_AND_RETURN
    )
    return File(
        "sha1.S",
        "SHA-1 compression for Cortex-M7 (FIPS 180-4, 6.1), unrolled; the last sixteen words live on the stack, the "
        "last three in registers too. Constant time.",
        [
            Function(
                "obi_sha1_blocks",
                "Takes n blocks into the state.",
                "void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)",
                "h 20 bytes aligned to 4, in 64 * n_blocks bytes of any alignment",
                [begin, Part("steps", sha1.steps, sha1.POOL), end],
            )
        ],
        "",
        ["", *[f"    .equ o_{name}, {64 + 4 * i}" for i, name in enumerate(("state", "in", "blocks", "end"))]],
    )


FILES = [
    _chacha20(False),
    _chacha20(True),
    _sha1(),
    *[_loop(bits, kind) for kind in ("cbc_enc", "cbc_dec", "ctr_uncached") for bits in WORDS],
    _dsp_key(),
    _dsp_enc(),
    _dsp_dec(),
    _dsp_small(False),
    _dsp_small(True),
    _sha256(),
    _sha512(),
    *[_ctr(bits) for bits in WORDS],
    _t1_key(),
    _key_dec(),
    _looped(),
    _t1_small(),
    *[_unrolled(bits, decrypt) for decrypt in (False, True) for bits in WORDS],
]
