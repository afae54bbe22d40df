# SPDX-License-Identifier: Apache-2.0
"""Assembler of acryp, and its check that no branch, address or length depends on a secret."""

import tempfile
import unittest
from pathlib import Path

from acryp_sim import isa, iss, program

import asm  # isort: skip
import taint  # isort: skip

HEAD = """
.slot A 0
.slot B 1
.slot C 2
.slot T 4 4
.slot LONG 8 2
.entry START 1
"""


def build(text: str) -> asm.Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ucode"
        path.write_text(HEAD + text)
        return asm.assemble(path)


class AsmTest(unittest.TestCase):
    """Encoding and refusals."""

    def test_fields(self) -> None:
        built = build("START:\n add A, T[X], B, nc\n djnz r3, START\n li r9, -2\n end NO_INVERSE\n")
        first = isa.decode(built.words[asm.ENTRIES])
        self.assertEqual((first.op, first.d, first.a, first.b, first.xd, first.xa, first.cond), (5, 0, 4, 1, 0, 1, 3))
        jump = isa.decode(built.words[asm.ENTRIES + 1])
        self.assertEqual((jump.op, jump.rs, jump.imm, jump.sub), (isa.JUMP, 3, asm.ENTRIES, isa.KIND["djnz"]))
        load = isa.decode(built.words[asm.ENTRIES + 2])
        self.assertEqual((load.rd, load.imm), (9, 0xFFFE))
        self.assertEqual(isa.decode(built.words[asm.ENTRIES + 3]).imm, isa.ERRORS["NO_INVERSE"])
        self.assertTrue(all(0 <= w < 1 << isa.WORD_BITS for w in built.words))

    def test_macro(self) -> None:
        built = build(".macro TWICE x n\n li r9, {n}\nagain{@}:\n add {x}, {x}, {x}\n djnz r9, again{@}\n.endm\n"
                      "START:\n TWICE! A, 3\n TWICE! B, 4\n end OK\n")  # fmt: skip
        self.assertEqual(len(built.words), asm.ENTRIES + 7)
        self.assertEqual({"again1", "again2"} & set(built.labels), {"again1", "again2"})

    def test_errors(self) -> None:
        for text, message in (
            ("START:\n foo A\n", "unknown instruction"),
            ("START:\n add A, B\n", "takes"),
            ("START:\n add A, B, D\n", "no slot"),
            ("START:\n add A, B, C, perhaps\n", "no condition"),
            ("START:\n add T, A, B\n", "array"),
            ("START:\n add A[X], A, B\n", "array"),
            ("START:\n mul A, B, C, f2\n", "no field"),
            ("START:\n jmp nowhere\n", "no label"),
            ("START:\nSTART:\n end OK\n", "there already"),
            ("START:\n in A, r0\n", "secret or public"),
            ("START:\n li r16, 0\n", "no register"),
            ("START:\n li r1, 65536\n", "does not fit"),
            ("START:\n end PERHAPS\n", "no number"),
            (".slot A 7\n", "there already"),
            (".entry OTHER 1\n", "taken"),
            (".wide W 3\nSTART:\n add A, W, W\n", "both geometries"),
            ("START:\n LOST! A\n", "no macro"),
            ("START:\n jc START, close\n", "open"),
            ("START:\n li r1\n", "too few"),
        ):
            with self.subTest(text), self.assertRaisesRegex(asm.AsmError, message):
                build(text)


class TaintTest(unittest.TestCase):
    """What the check lets pass and what it refuses."""

    PASSES = (
        "in A, p0, public\n setf f0, A, public\n mul B, A, A, f0\n out B, p0\n",
        "in A, p0, secret\n mul B, A, A, f0\n add B, B, A\n out B, p0, release\n",
        "in A, p0, public\n getb A, r1\n jd START\n out A, p0\n",
        "in A, p0, secret\n sub A, A, A\n out A, p0\n",
        "in A, p0, secret\n sub B, A, A\n in A, p0, public\n getb A, r1\n jd START\n",
        'in A, p0, secret\n sub B, A, C\n jc START, open "by agreement"\n',
        "in A, p0, secret\n getb A, r1\n scan B, T, r2\n dclr\n in C, p0, public\n getb C, r1\n jd START\n",
        "in A, p0, secret\n sub B, A, C\n sel A, B, C, c\n sub C, C, C\n jeq START\n",
    )
    FAILS = (
        ("in A, p0, secret\n sub B, A, C\n jc START\n", "C"),
        ("in A, p0, secret\n sub B, A, C\n jne START\n", "Z"),
        ("in A, p0, secret\n getb A, r1\n jnd START\n", "D"),
        ("in A, p0, secret\n getb A, r1\n in B, p0, public\n getb B, r1\n jd START\n", "D"),  # a bit of A stays in D
        ("in A, p0, secret\n mul B, A, C, f0\n sub B, B, C\n jc START\n", "C"),
        ("in A, p0, secret\n out A, p0\n", "release"),
        ("in A, p0, secret\n sub B, A, C\n add C, C, C, c\n out C, p0\n", "release"),
        ("in A, p0, secret\n sub B, A, C\n sel C, C, C, nc\n out C, p0\n", "release"),
        ("in A, p0, secret\n getb A, r1\n scan C, T, r2\n out C, p0\n", "release"),
        ("in A, p0, secret\n setf f0, A\n mul C, C, C, f0\n out C, p0\n", "release"),
        ("in A, p0, secret\n setk f1, A\n madd C, C, C, f1\n out C, p0\n", "release"),
        ("in A, p0, secret\n div A, A\n lin C, B, B, f0, 0, int\n out C, p0\n", "release"),
        ("in A, p0, secret\n sub B, A, C\n flag b=z\n jb START\n", "B"),
        ("in A, p0, secret\n sub B, A, C\n flag b|c\n flag !b\n jnb START\n", "B"),
        ("in A, p0, secret\n getb A, r1\n dabs 5\n sel C, B, B, s\n out C, p0\n", "release"),
        ("in A, p0, secret\n add T[X], A, A\n add C, T[X], C\n out C, p0\n", "release"),
        ("in LONG, p0, secret\n getb LONG, r1\n jd START\n", "D"),
        ("in A, p0, secret\n call sub1\n jc START\n end OK\nsub1:\n sub B, A, C\n ret\n", "C"),
        ("in A, p0, secret\n jz r1, skip\n sub A, A, A\nskip:\n out A, p0\n", "release"),  # one of the ways
        ("in A, p0, secret\n setf f0, A, public\n", "secret modulus"),
        ("ret\n", "without call"),
        ("call START\n", "deeper"),
    )

    def test_passes(self) -> None:
        for body in self.PASSES:
            with self.subTest(body):
                taint.check(build(f"START:\n {body} end OK\n"))

    def test_fails(self) -> None:
        for body, message in self.FAILS:
            with self.subTest(body), self.assertRaisesRegex(taint.TaintError, message):
                taint.check(build(f"START:\n {body} end OK\n"))

    def test_end(self) -> None:
        with self.assertRaisesRegex(taint.TaintError, "past the end"):
            taint.check(build("START:\n li r9, 1\n"))

    def test_wide(self) -> None:
        with self.assertRaisesRegex(taint.TaintError, "release"):
            taint.check(build(".wide W 1\nSTART:\n in C, p0, secret\n out W, p0\n end OK\n"))

    def test_microcode(self) -> None:
        """The project's own passes, and does not without its openings."""
        built = program()
        taint.check(built)
        for line in built.lines:
            if line and line.mark in ("open", "release"):
                line.mark = ""
        with self.assertRaises(taint.TaintError):
            taint.check(built)


class SimTest(unittest.TestCase):
    """Single instructions where the operations do not reach."""

    def test_geometry(self) -> None:
        """Slots of double stride cover two narrow ones."""
        built = build(".wide W 1\nSTART:\n li r8, 1\n geo r8, r8\n set B, 7\n set C, 9\n set T[X], 5\n"
                      " li r9, 2\n geo r9, r9\n add W, W, W\n geo r8, r8\n li r0, 32\n"
                      " out C, r0\n end OK\n")  # fmt: skip
        engine = iss.Sim(built.words, 16, 64)
        self.assertEqual(engine.run(1, [], []), (0, [18]))

    def test_faults_of_microcode(self) -> None:
        for body, message in (
            ("li r8, 70\n geo r8, r8\n add A, A, A\n", "past the end"),
            ("geo r8, r8\n", "empty geometry"),
            ("li r8, 1\n geo r8, r8\n in A, p0, public\n", "too early"),
            ("call START\n", "deeper"),
            ("li r8, 1\n geo r8, r8\n set A, 3\n set C, 5\n div A, A\n lin B, A, C, f0, 1, int\n", "remainder"),
        ):
            with self.subTest(body), self.assertRaisesRegex(iss.SimError, message):
                iss.Sim(build(f"START:\n {body} end OK\n").words, 16, 64).run(1, [32], [])


if __name__ == "__main__":
    unittest.main()
