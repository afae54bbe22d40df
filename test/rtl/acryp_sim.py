# SPDX-License-Identifier: Apache-2.0
"""Operations of acryp on its instruction-set simulator, with numbers as operands: what the tests of acryp share."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/acryp"))

import asm  # noqa: E402
import isa  # noqa: E402
import iss  # noqa: E402

OK, ARG, NO_INVERSE, CHECK = (isa.ERRORS[name] for name in ("OK", "ARG", "NO_INVERSE", "CHECK"))
RAM_BITS = 2048 * 72


def sources() -> list[Path]:
    return sorted((ROOT / "hw/acryp/ucode").glob("*.ucode"))


def program() -> asm.Program:
    return asm.assemble(*sources())


def to_words(value: int, bits: int) -> list[int]:
    """A number as 32-bit words, the least significant first."""
    return [value >> (32 * i) & 0xFFFFFFFF for i in range((bits + 31) // 32)]


def to_number(words: list[int]) -> int:
    return sum(word << (32 * i) for i, word in enumerate(words))


class Engine:
    """The simulator with the project's microcode: run("MUL", [bits], (n, bits), (a, bits), (b, bits))."""

    def __init__(self, built: asm.Program, word_bits: int = 72) -> None:
        self.entries = built.entries
        self.sim = iss.Sim(built.words, word_bits, RAM_BITS // word_bits)

    def words(self, operands: tuple[tuple[int, int], ...]) -> list[int]:
        return [word for value, bits in operands for word in to_words(value, bits)]

    def run(self, name: str, params: list[int], *operands: tuple[int, int]) -> tuple[int, int]:
        """The code of the end, and the result as one number."""
        data = self.words(operands)
        code, out = self.sim.run(self.entries[name], params, data)
        assert code != OK or self.sim.taken == len(data), f"{name} left {len(data) - self.sim.taken} words"
        return code, to_number(out)
