# SPDX-License-Identifier: Apache-2.0
"""The timing-leak check for RV32: runs functions of an image with differing secrets on Unicorn and compares the traces.
What is reported, with file and line: a branch or an address that depends on a secret, and a secret operand of a divide.
Multiplication takes the same time for all operands on the Ibex of hw/soc (RV32MSingleCycle). leaks.py FOLDER BUILD...:
planted leaks must be found, and none in the portable C of each build, FOLDER/soft_BUILD.elf."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from capstone import CS_ARCH_RISCV, CS_MODE_RISCV32, CS_MODE_RISCVC, Cs
from unicorn import UC_ARCH_RISCV, UC_HOOK_CODE, UC_HOOK_MEM_READ, UC_HOOK_MEM_WRITE, UC_MODE_RISCV32, Uc
from unicorn.riscv_const import (
    UC_RISCV_REG_A0,
    UC_RISCV_REG_PC,
    UC_RISCV_REG_RA,
    UC_RISCV_REG_SP,
    UC_RISCV_REG_X0,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cortexm"))

from soft_calls import SOFT

PLANTED = Path(__file__).resolve().parents[1] / "cortexm/planted.c"
WANTED = {
    "leak_branch": {"branch"},
    "leak_address": {"address"},
    "leak_store": {"address"},
    "leak_quotient": {"operand"},
    "leak_product": set(),
    "no_leak": set(),
}
RUNS = 5  # with secrets of zeros, of ones, and random ones
IMAGE, IMAGE_SIZE = 0x10000, 0x80000
BUFFERS, BUFFERS_SIZE = 0x200000, 0x10000
STACK, STACK_SIZE = 0x300000, 0x10000
NOWHERE = 0x400000
LIMIT = 8_000_000  # instructions of one call
FUNCT_DIVIDE = 4  # the least funct3 of the M extension that divides


class Fault(Exception):
    """The call did not end."""


@dataclass(frozen=True)
class Leak:
    kind: str
    address: int


def symbols(image: Path) -> dict[str, int]:
    run = subprocess.run(["riscv64-unknown-elf-nm", image], capture_output=True, text=True, check=True)
    return {line.split()[2]: int(line.split()[0], 16) for line in run.stdout.splitlines() if len(line.split()) == 3}


def content(image: Path) -> bytes:
    """The image from IMAGE on, as it lies in memory."""
    raw = image.with_suffix(".bin")
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", image, raw], check=True)
    return raw.read_bytes()


def arguments(words: list[str | int], secret: Callable[[int], bytes]) -> Iterator[tuple[int, bytes]]:
    """Register value and bytes to be there, for each argument: a number, "out:N", or "secret:N" or "secretio:N" with
    public bytes after a plus."""
    at = BUFFERS
    for word in words:
        if isinstance(word, int):
            yield word, b""
            continue
        kind, _, rest = word.partition(":")
        size, _, public = rest.partition("+")
        data = secret(int(size)) if kind.startswith("secret") else bytes(int(size))
        data += bytes.fromhex(public)
        yield at, data
        at += (len(data) + 31) & ~15


@dataclass
class Trace:
    pcs: list[int]
    accesses: list[tuple[int, int]]  # place in pcs, address
    operands: list[tuple[int, int, int]]  # place in pcs, both operands of a divide


def divides(code: bytes) -> bool:
    word = int.from_bytes(code, "little")
    return len(code) == 4 and word & 0x7F == 0x33 and word >> 25 == 1 and word >> 12 & 7 >= FUNCT_DIVIDE


def secrets(turn: int) -> Callable[[int], bytes]:
    if turn == 0:
        return bytes
    return (lambda size: b"\xff" * size) if turn == 1 else random.Random(turn).randbytes


def run(memory: bytes, entry: int, words: list[str | int], turn: int) -> Trace:
    uc = Uc(UC_ARCH_RISCV, UC_MODE_RISCV32)
    for base, size in ((IMAGE, IMAGE_SIZE), (BUFFERS, BUFFERS_SIZE), (STACK, STACK_SIZE), (NOWHERE, 0x1000)):
        uc.mem_map(base, size)
    uc.mem_write(IMAGE, memory)
    for number, (value, data) in enumerate(arguments(words, secrets(turn))):
        uc.reg_write(UC_RISCV_REG_A0 + number, value)
        if data:
            uc.mem_write(value, data)
    uc.reg_write(UC_RISCV_REG_SP, STACK + STACK_SIZE - 64)
    uc.reg_write(UC_RISCV_REG_RA, NOWHERE)
    trace = Trace([], [], [])
    divide: dict[int, tuple[int, int] | None] = {}

    def on_code(uc: Uc, address: int, size: int, _: object) -> None:
        if address not in divide:
            code = bytes(uc.mem_read(address, size))
            word = int.from_bytes(code, "little")
            divide[address] = (word >> 15 & 31, word >> 20 & 31) if divides(code) else None
        registers = divide[address]
        if registers:
            values = [uc.reg_read(UC_RISCV_REG_X0 + register) for register in registers]
            trace.operands.append((len(trace.pcs), values[0], values[1]))
        trace.pcs.append(address)

    def on_memory(_uc: Uc, _access: int, address: int, _size: int, _value: int, _: object) -> None:
        trace.accesses.append((len(trace.pcs) - 1, address))

    uc.hook_add(UC_HOOK_CODE, on_code)
    uc.hook_add(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, on_memory)
    uc.emu_start(entry, NOWHERE, count=LIMIT)
    if uc.reg_read(UC_RISCV_REG_PC) != NOWHERE:
        raise Fault("the call does not return")
    return trace


def compare(one: Trace, other: Trace) -> set[Leak]:
    same = next(
        (i for i, pair in enumerate(zip(one.pcs, other.pcs, strict=False)) if pair[0] != pair[1]),
        min(len(one.pcs), len(other.pcs)),
    )
    found = set()
    if same < max(len(one.pcs), len(other.pcs)):
        found.add(Leak("branch", one.pcs[same - 1]))
    for kind, mine, theirs in (
        ("address", one.accesses, other.accesses),
        ("operand", one.operands, other.operands),
    ):
        for a, b in zip(mine, theirs, strict=False):
            if a[0] >= same or b[0] >= same:
                break
            if a != b:
                found.add(Leak(kind, one.pcs[a[0]]))
    return found


def leaks(image: Path, memory: bytes, symbol: str, words: list[str | int]) -> set[Leak]:
    entry = symbols(image)[symbol]
    first = run(memory, entry, words, 0)
    found: set[Leak] = set()
    for turn in range(1, RUNS):
        found |= compare(first, run(memory, entry, words, turn))
    return found


def place(image: Path, address: int) -> tuple[str, int]:
    run = subprocess.run(
        ["riscv64-unknown-elf-addr2line", "-e", image, hex(address)], capture_output=True, text=True, check=True
    )
    file, _, line = run.stdout.strip().rpartition(":")
    number = line.split()[0]
    return Path(file).name, int(number) if number.isdigit() else 0


def show(image: Path, memory: bytes, found: set[Leak]) -> str:
    decoder = Cs(CS_ARCH_RISCV, CS_MODE_RISCV32 | CS_MODE_RISCVC)
    texts = []
    for leak in sorted(found, key=lambda each: each.address):
        code = memory[leak.address - IMAGE : leak.address - IMAGE + 4]
        insn = next(decoder.disasm(code, leak.address), None)
        file, line = place(image, leak.address)
        texts.append(f"{leak.kind} at {file}:{line} ({insn.mnemonic} {insn.op_str})" if insn else leak.kind)
    return "; ".join(texts) or "nothing"


def planted(folder: Path) -> int:
    """The number of planted leaks that are not found at their lines, and of what is found in their clean twin."""
    image = folder / "planted.elf"
    memory, lines, failures = content(image), PLANTED.read_text().splitlines(), 0
    for symbol, kinds in WANTED.items():
        found = leaks(image, memory, symbol, ["secret:8"])
        places = [place(image, leak.address) for leak in found]
        marked = all(file == PLANTED.name and "planted" in lines[line - 1] for file, line in places)
        if {leak.kind for leak in found} != kinds or not marked:
            print(f"rv32 {symbol}: found {show(image, memory, found)}, planted {kinds or 'nothing'}")
            failures += 1
    return failures


def main() -> int:
    folder, builds = Path(sys.argv[1]), sys.argv[2:]
    failures = planted(folder)
    for build in builds:
        image = folder / f"soft_{build}.elf"
        memory = content(image)
        for symbol, words in SOFT:
            found = leaks(image, memory, symbol, words)
            if found:
                print(f"rv32 {build} {symbol}: {show(image, memory, found)}")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
