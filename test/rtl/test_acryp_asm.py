# SPDX-License-Identifier: Apache-2.0
"""Assembler of acryp, and its check that no branch, address or length depends on a secret."""

import random
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


def build(text: str, orders: str = "") -> asm.Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ucode"
        path.write_text(HEAD + text)
        (Path(folder) / asm.ORDERS).write_text(orders)
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
            ("START:\n shl r1, r1, 4\n", "more than 3 bits"),
            ("START:\n shr r1, r1, 8\n", "more than 7 bits"),
            ("START:\n shl r1, r1, -1\n", "more than 3 bits"),
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


class ScheduleTest(unittest.TestCase):
    """Blocks of which the assembler finds the order."""

    SLOTS = "".join(f".slot T{i} {20 + i}\n" for i in range(24))
    KEPT = [f"S{i}" for i in range(5)]
    HEAD = (
        SLOTS + "".join(f".slot S{i} {10 + i}\n" for i in range(5)) + ".slot TAB 10 4\n"
        "START:\n li r10, 96\n li r8, 4\n geo r8, r8\n in A, r10, public\n setf f0, A, public\n"
        + "".join(f" in S{i}, r10, secret\n" for i in range(5))
    )  # fmt: skip
    TAIL = "".join(f" out S{i}, r10, release\n" for i in range(5)) + " end OK\n"

    def block(self, rng: random.Random) -> str:
        """Instructions on S0 to S4, which TAB covers, and the temporaries T0 to T3."""
        values: list[str] = []
        body = ["li r9, 140"]
        for _ in range(rng.randrange(2, 16)):
            x, y = (rng.choice([*self.KEPT, *values]) for _ in range(2))
            d = rng.choice([*self.KEPT, "T0", "T1", "T2", "T3"])
            cond = rng.choice(list(isa.COND))
            body.append(rng.choice([
                f"mul {d}, {x}, {y}, f0", f"sqr {d}, {x}, f0", f"madd {d}, {x}, {y}, f0", f"msub {d}, {x}, {y}, f0",
                f"subk {d}, {x}, {y}, f0", f"sel {d}, {x}, {y}, {cond}", f"add {d}, {x}, {y}, {cond}",
                f"sub {d}, {x}, {y}", f"set {d}, 7", f"mulw {d}, {x}, {y}", f"bit {d}, r9", f"scan {d}, TAB, r8",
            ]))  # fmt: skip
            if d[0] == "T" and d not in values:
                values.append(d)
            body.append(rng.choice([
                "dec r9, r9", f"getb {x}, r9", f"getb {y}, r9", "dabs 2", "dclr", "li r9, 20", "addi r9, r9, 1",
                f"flag {rng.choice(list(isa.FLAG))}", "", "", "",
            ]))  # fmt: skip
        return "\n".join(body) + "\n"

    def scheduled(self, body: str) -> asm.Program:
        """With as few temporaries as it can do with."""
        for n in range(4, 24):
            pool = " ".join(f"T{i}" for i in range(n))
            try:
                return build(f"{self.HEAD}.schedule {pool}\n{body}.ends\n{self.TAIL}")
            except asm.AsmError as e:
                self.assertIn("too few temporaries", str(e))
        raise AssertionError("24 temporaries are too few")

    def test_results(self) -> None:
        """Random blocks leave what they leave in the order in which they are written, and most orders change."""
        rng = random.Random(self.id())
        changed = 0
        for _ in range(100):
            body = self.block(rng)
            written, ordered = build(self.HEAD + body + self.TAIL), self.scheduled(body)
            taint.check(ordered)
            data = [rng.getrandbits(32) | (i == 0) for i in range(18)]
            results = []
            for built in (written, ordered):
                engine = iss.Sim(built.words, 36, 256)
                engine.strict = False
                flags: list[int] = []

                def keep(pc: int, engine: iss.Sim = engine, flags: list[int] = flags) -> None:
                    flags[:] = (engine.c, engine.z, engine.b, engine.s, engine.digit, *engine.reg)

                engine.trace = keep
                results.append((engine.run(1, [], data), flags))
            self.assertEqual(results[0], results[1], body)
            self.assertEqual(len(written.words), len(ordered.words))
            changed += written.words != ordered.words
        self.assertGreater(changed, 50)

    def test_orders(self) -> None:
        """So they do in any order that keeps the dependencies; the others are refused."""
        rng = random.Random(self.id())
        refused = 0
        for _ in range(60):
            body = self.block(rng)
            written = build(self.HEAD + body + self.TAIL)
            pool = " ".join(f"T{i}" for i in range(24))
            text = f"{self.HEAD}block:\n.schedule {pool}\n{body}.ends\n{self.TAIL}"
            length = len(written.words) - len(build(self.HEAD + self.TAIL).words)
            data = [rng.getrandbits(32) | (i == 0) for i in range(18)]
            want = self.end(written, data)
            for _ in range(20):
                order = list(range(length))
                for _ in range(rng.randrange(1, 4)):
                    order.insert(rng.randrange(length), order.pop(rng.randrange(length)))
                try:
                    ordered = build(text, f"; found\nblock {' '.join(map(str, order))}\n")
                except asm.AsmError as e:
                    self.assertRegex(str(e), "before an instruction that it needs")
                    refused += 1
                    continue
                self.assertEqual(self.end(ordered, data), want, f"{body}{order}")
        self.assertTrue(200 < refused < 1000, refused)
        for order in ("0 1", "0 1 1", "0 1 2 3", ""):
            with self.assertRaisesRegex(asm.AsmError, "not one of this block's"):
                build("START:\n.schedule C\n set C, 1\n set A, 1\n set B, 2\n.ends\n end OK\n", f"START {order}\n")

    def end(self, built: asm.Program, data: list[int]) -> tuple[tuple[int, list[int]], list[int]]:
        engine = iss.Sim(built.words, 36, 256)
        engine.strict = False
        result = engine.run(1, [], data)
        return result, [engine.c, engine.z, engine.b, engine.s, engine.digit, *engine.reg]

    def test_secret(self) -> None:
        """The check for secrets sees the scheduled instructions, with their new slots."""
        body = (
            "START:\n in A, p0, secret\n set B, 1\n.schedule T0 T1\n sub T1, A, B\n sub T0, T1, B\n.ends\n jc START\n"
        )
        with self.assertRaisesRegex(taint.TaintError, "jc branches on C"):
            taint.check(build(self.SLOTS + body + " end OK\n"))

    def test_errors(self) -> None:
        for text, message in (
            (".schedule T0\n mul B, T0, A, f0\n.ends\n", "T0 is a temporary"),
            (".schedule T0\n mul T0, A, A, f0\n mul T0, T0, A, f0\n mul B, T0, A, f0\n.ends\n", "too few"),
            (".schedule T0\nagain:\n.ends\n", "a label"),
            (".schedule T0\n djnz r8, START\n.ends\n", "djnz does not belong"),
            (".schedule T0\n in A, r8, public\n.ends\n", "in does not belong"),
            (".schedule T\n.ends\n", "no single slot"),
            (".schedule T0\n mul U, A, B, f0\n.ends\n", "U covers a temporary"),
            (".schedule T0\n.schedule T1\n", ".schedule in a"),
            (" setf f0, A\n.schedule T0\n add A, B, B\n.ends\n", "leaves moduli"),
            (".schedule T0\n add A, B, B\n end OK\n", "without .ends"),
            (".ends\n", "without .schedule"),
        ):
            with self.subTest(text), self.assertRaisesRegex(asm.AsmError, message):
                build(f"{self.SLOTS}.slot U 20\nSTART:\n{text}")


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
            ("li r8, 1\n geo r8, r8\n set A, 32768\n set B, 3\n setf f0, B\n sqr C, A, f0\n", "highest bit"),
            ("li r8, 1\n geo r8, r8\n set A, 3\n set C, 5\n div A, A\n lin B, A, C, f0, 1, int\n", "remainder"),
        ):
            with self.subTest(body), self.assertRaisesRegex(iss.SimError, message):
                iss.Sim(build(f"START:\n {body} end OK\n").words, 16, 64).run(1, [32], [])


if __name__ == "__main__":
    unittest.main()
