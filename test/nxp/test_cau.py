# SPDX-License-Identifier: Apache-2.0
"""The simulator's mmCAU, command by command, against the restatement in cau_reference.py: test_cau.py SIMULATOR.

Every command with every register and function on random registers and operands, through both windows, packed by one,
two and three; then what the unit refuses, its two versions, the bases of both cores, and the cycles that accesses wait.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import cau_reference
from bus import BusFault, accesses
from cau_reference import NAMES, OPERAND, Unit

BASES = {"k64f": 0xE0081000, "kl28z": 0xF0005000}
LDR, STR = 0x10, 0x20
KEEP = ("--device=lenient",)
ROUNDS = 3


def indirect(base: int, command: int) -> int:
    return base + 0x800 + (command << 2)


def packed(*commands: int) -> int:
    word = 0x80000000 | commands[0] << 22
    if len(commands) > 1:
        word |= 0x100000 | commands[1] << 11
    if len(commands) > 2:
        word |= 0x200 | commands[2]
    return word


class Script:
    """Accesses, and what the restatement says each must read."""

    def __init__(self, base: int, version: int) -> None:
        self.base, self.lines, self.wanted, self.unit = base, [], [], Unit(version)

    def write(self, address: int, value: int) -> None:
        self.lines.append(f"w {address:x} {value:x}")
        self.wanted.append(0)

    def command(self, command: int, operand: int) -> None:
        self.write(indirect(self.base, command), operand)
        self.unit.execute(command, operand)

    def direct(self, alias: int, *commands: int) -> None:
        self.write(self.base + 4 * alias, packed(*commands))
        for command in commands:
            self.unit.execute(command, None)

    def look(self) -> None:
        for number in range(self.unit.registers):
            self.lines.append(f"r {indirect(self.base, STR | number):x}")
            self.wanted.append(self.unit.get(number))

    def fill(self, source: random.Random) -> None:
        for number in range(self.unit.registers):
            self.command(LDR | number, 0 if number == 0 else source.getrandbits(32))


def every_command(source: random.Random, base: int, version: int) -> Script:
    script = Script(base, version)
    commands = [c for c in range(512) if c >> 4 != 2]
    for _ in range(ROUNDS):
        source.shuffle(commands)
        for command in commands:
            script.fill(source)
            name = NAMES[command >> 4] if command >> 4 < len(NAMES) else ""
            if name in OPERAND:
                script.command(command, source.getrandbits(32))
            else:
                script.direct(source.randrange(16), command)
            script.look()
        legal = [c for c in commands if c >> 4 < len(NAMES) and NAMES[c >> 4] not in OPERAND]
        for length in (2, 3):
            for _ in range(200):
                script.fill(source)
                script.direct(source.randrange(16), *source.choices(legal, k=length))
                script.look()
    return script


def compare(simulator: Path, part: str, script: Script, *options: str) -> int:
    answers = accesses(simulator, part, script.lines, *options)
    last = ""
    for line, answer, wanted in zip(script.lines, answers, script.wanted, strict=True):
        last = line if line.startswith("w") else last
        if isinstance(answer, BusFault) or answer[0] != wanted:
            print(f"{part}: {line} after {last}: {answer}, not {wanted:x}")
            return 1
    return 0


def refusals(simulator: Path) -> int:
    """A strict unit faults, and what is no access of the unit does in any case."""
    base, wrong = BASES["k64f"], 0
    lines = [
        f"w {base:x} {packed(0x1F0):x}",  # ILL
        f"w {base:x} 0",  # no command
        f"w {base:x} {packed(0x0A2) | 1:x}",  # bits behind the last command
        f"w {indirect(base, 0x0A2):x} 0",  # AESS has no operand
        f"w {base:x} {packed(LDR | 2):x}",  # LDR has one
        f"w {base + 0x40:x} {packed(0):x}",  # between the windows
        f"r {base:x}",  # the direct window is not readable
        f"r {indirect(base, LDR | 2):x}",  # only STR reads
        f"w {indirect(base, STR | 2):x} 0",  # and does not write
        f"w {base:x} {packed(0x120 | 12):x}",  # HASH with an unknown function
    ]
    for line, answer in zip(lines, accesses(simulator, "k64f", lines), strict=True):
        if not isinstance(answer, BusFault):
            print(f"not refused: {line}: {answer}")
            wrong += 1
    return wrong


def waits(simulator: Path) -> int:
    """An access waits a cycle on the M4's bridge, and until the commands of the one before are done."""
    wrong = 0
    for part, expected in (("k64f", (1, 2, 1, 1, 1)), ("kl28z", (0, 2, 1, 0, 0))):
        base = BASES[part]
        nop3, nop2, nop = packed(0, 0, 0), packed(0, 0), packed(0)
        values = [f"w {base:x} {v:x}" for v in (nop3, nop2, nop, nop)]
        answers = accesses(simulator, part, [*values, f"r {indirect(base, STR | 2):x}"])
        got = tuple(a[1] if not isinstance(a, BusFault) else -1 for a in answers)
        if got != expected:
            print(f"{part}: accesses are held for {got} cycles, not {expected}")
            wrong += 1
    return wrong


def check_reference() -> int:
    """The restatement itself: anchors of FIPS 197, section 5.1 and appendix B, and of FIPS 46-3."""
    good = cau_reference.SBOX[0x53] == 0xED and cau_reference.mix(0xD4BF5D30, (2, 1, 1, 3)) == 0x046681E5
    good = good and sorted(cau_reference.IP) == sorted(cau_reference.FP) == [*range(1, 65)]
    good = good and all(sorted(row) == [*range(16)] for box in cau_reference.BOXES for row in box)
    if not good:
        print("the restatement is wrong")
    return 0 if good else 1


def main() -> int:
    simulator = Path(sys.argv[1])
    source = random.Random(18)
    failures = check_reference()
    failures += compare(simulator, "k64f", every_command(source, BASES["k64f"], 2), *KEEP)
    failures += compare(simulator, "kl28z", every_command(source, BASES["kl28z"], 2), *KEEP)
    failures += compare(simulator, "k64f", every_command(source, BASES["k64f"], 1), *KEEP, "--device=version1")
    failures += refusals(simulator) + waits(simulator)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
