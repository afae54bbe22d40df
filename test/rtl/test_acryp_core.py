# SPDX-License-Identifier: Apache-2.0
"""acryp's engine in lockstep with the instruction-set simulator: the project's microcode, and random programs."""

import os
import random
import sys
import unittest

from acryp_curve import B256, ED448, ED25519, K256, LIBRARY, N256, P256, P384, P521, Edwards, comb, small
from acryp_rsa import Key
from acryp_rtl import Mismatch, Rtl
from acryp_sim import ARG, CHECK, NO_INVERSE, OK, ROOT, asm, isa, iss, program

sys.path.insert(0, str(ROOT / "bench"))

import acryp  # noqa: E402
import tables  # noqa: E402

VARIANT = os.environ.get("OB_RTL_VARIANT", "")
WIDTH = {"": 72, "-w18": 18, "-small": 36}[VARIANT]
SIZES = {
    72: (2, 71, 73, 256, 284, 521, 1024),
    36: (3, 34, 35, 70, 107, 140, 256, 384),
    18: (2, 16, 17, 34, 35, 52, 70, 88, 106, 124, 256),
}[WIDTH]
BUILT = program()
# SEC 2, 2.4.1; RFC 8032, 5.1
NK256 = 2**256 - 0x14551231950B75FC4402DA1732FC9BEBF
N25519 = 2**252 + 27742317777372353535851937790883648493


def modulus(rng: random.Random, bits: int) -> int:
    return rng.getrandbits(bits) | 1 | 1 << (bits - 1)


class MicrocodeTest(unittest.TestCase):
    """Every operation, with random and extreme operands; each write is compared."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())
        self.rtl = Rtl(BUILT, VARIANT, WIDTH, self.rng.getrandbits(32), self.rng.choice([0, 20]))

    def moduli(self) -> list[tuple[int, int]]:
        """Random moduli, and those whose words are all ones or all zeros but for the ends."""
        return [(b, n) for b in SIZES for n in (modulus(self.rng, b), (1 << b) - 1, 1 << (b - 1) | 1) if n > 1]

    def test_products(self) -> None:
        for bits, n in self.moduli():
            x, y = self.rng.randrange(n), self.rng.randrange(n)
            for a, b in ((x, y), (n - 1, n - 1), (0, n - 1), (1, n >> 1)):
                for name, want in (("ADD", a + b), ("SUB", a - b), ("MUL", a * b)):
                    got = self.rtl.check_op(name, [bits], (n, bits), (a, bits), (b, bits))
                    self.assertEqual(got, (OK, want % n))

    def test_powers(self) -> None:
        for bits, n in self.moduli():
            x, length = self.rng.randrange(n), min(bits, 12)
            for a, e in ((x, self.rng.getrandbits(length)), (n - 1, (1 << length) - 1), (0, 0)):
                for name in ("POWER", "POWER_PUBLIC"):
                    got = self.rtl.check_op(name, [bits, length, 0], (n, bits), (a, bits), (e, length))
                    self.assertEqual(got, (OK, pow(a, e, n)))

    def test_inverse(self) -> None:
        for bits, n in self.moduli():
            for a in (self.rng.randrange(n), 1, n - 1, 0):
                code, got = self.rtl.check_op("INVERT", [bits], (n, bits), (a, bits))
                if code == OK:
                    self.assertEqual(got * a % n, 1)
                self.assertIn(code, (OK, NO_INVERSE))

    def test_reduce(self) -> None:
        for bits, n in self.moduli():
            pieces = [self.rng.getrandbits(bits), (1 << bits) - 1]
            got = self.rtl.check_op("REDUCE", [bits, 2], (n, bits), *[(p, bits) for p in pieces])
            self.assertEqual(got, (OK, ((pieces[0] << bits) + pieces[1]) % n))

    def test_rsa(self) -> None:
        for bits in (32, 70, 128):
            key = Key.make(self.rng, bits, bits - 3, 17)
            c = self.rng.randrange(key.n)
            got = self.rtl.check_op("RSA_PRIVATE", key.params(), *key.operands(self.rng, c, WIDTH))
            self.assertEqual(got, (OK, pow(c, key.d, key.n)))
        got = self.rtl.check_op("RSA_PRIVATE", key.params(), *key.operands(self.rng, c, WIDTH, dp=5))
        self.assertEqual(got, (CHECK, 0))

    def test_curves(self) -> None:
        for bits in (16, 64, 128):
            curve = small(self.rng, bits)
            values = (curve.p, curve.a, curve.b, self.rng.randrange(1, curve.p), *curve.g)
            self.rtl.check_op("POINT", [bits, 20], *[(v, bits) for v in values], (self.rng.getrandbits(20), 20))
            at = Edwards.small(self.rng, bits)
            k, values = self.rng.getrandbits(20), (at.p, at.a, at.d, self.rng.randrange(1, at.p), *at.g)
            code, out = self.rtl.check_op("EDWARDS", [bits, 20], *[(v, bits) for v in values], (k, 20))
            step = 32 * ((bits + 31) // 32)
            self.assertEqual((code, (out & ((1 << step) - 1), out >> step)), (OK, at.times(k, at.g)))
            twice, k, m = at.add(at.g, at.g), self.rng.getrandbits(10), self.rng.getrandbits(10)
            operands = [*[(v, bits) for v in values], (k, 10), *[(v, bits) for v in twice], (m, 10)]
            code, out = self.rtl.check_op("EDWARDS_SUM", [bits, 10], *operands)
            self.assertEqual((code, (out & ((1 << step) - 1), out >> step)), (OK, at.times(k + 2 * m, at.g)))
            values = (curve.p, 5, 3, curve.g[0])
            got = self.rtl.check_op("LADDER", [bits, 20], *[(v, bits) for v in values], (self.rng.getrandbits(20), 20))
            self.assertEqual(got[0], OK)

    def test_bases(self) -> None:
        """Combs of three columns, beside windows of another scalar, with each kind of curve."""
        other = next(c for c in LIBRARY if c.p == K256)
        for curve, order in ((next(c for c in LIBRARY if c.p == P256), N256), (other, NK256), (ED25519, N25519)):
            bits, edwards = curve.bits, isinstance(curve, Edwards)
            points = comb(curve, order, 3)
            k, m, at = self.rng.getrandbits(18), self.rng.getrandbits(10), curve.times(99, curve.g)
            values = [curve.p, curve.a % curve.p, curve.d if edwards else curve.b, self.rng.randrange(1, curve.p)]
            values += [v for point in points for v in point]
            operands = [*[(v, bits) for v in values], (k, 18)]
            want, name = curve.times(k, curve.g), "EDWARDS_BASE" if edwards else "BASE"
            code, out = self.rtl.check_op(name, [bits, 3], *operands)
            self.assertEqual((code, (out & ((1 << 256) - 1), out >> 256)), (OK, want))
            operands += [*[(v, bits) for v in at], (m | 1 << 10, 11)]
            code, out = self.rtl.check_op(name + "_SUM", [bits, 3, 2], *operands)
            want = curve.add(want, curve.times(m, at))
            self.assertEqual((code, (out & ((1 << 256) - 1), out >> 256)), (OK, want))

    def test_refusals(self) -> None:
        n = modulus(self.rng, 64)
        for name, params, operands in (
            ("MUL", [64], ((n + 1, 64),)),
            ("MUL", [64], ((n >> 1, 64),)),
            ("MUL", [64], ((n, 64), (n, 64))),
            ("ADD", [0], ()),
            ("ADD", [8193], ()),
            ("REDUCE", [64, 0], ()),
            ("POWER", [64, 0, 0], ()),
        ):
            self.assertEqual(self.rtl.check_op(name, params, *operands), (ARG, 0))
        self.assertEqual(self.rtl.check(31, [], []), (ARG, []))

    def test_abort(self) -> None:
        """After an abort at any cycle nothing is left: the next operation is like the first."""
        n = modulus(self.rng, 64)
        entry = self.rtl.engine.entries["POWER"]
        data = self.rtl.engine.words(((n, 64), (n - 2, 64), (0xABC, 12)))
        for _ in range(12):
            code = self.rtl.raw(entry, [64, 12, 0], data, abort=self.rng.randrange(1, 2500))
            if code == OK:
                continue
            self.assertEqual(code, -2)
            self.assertEqual(self.rtl.check_op("ADD", [64], (n, 64), (n - 1, 64), (2, 64)), (OK, 1))

    def test_time(self) -> None:
        """The time of a private operation depends on lengths alone; of a public one, on its exponent."""
        n = modulus(self.rng, 100)
        m = modulus(self.rng, 100)
        self.rtl.pause = 0
        times = set()
        for mod, a, e in ((n, 0, 0), (n, n - 1, (1 << 40) - 1), (m, 5, 1), (m, m >> 1, self.rng.getrandbits(40))):
            self.rtl.run("POWER", [100, 40, 0], (mod, 100), (a, 100), (e, 40))
            times.add(self.rtl.cycles)
        self.assertEqual(len(times), 1, times)
        times.clear()
        for a in (1, n - 1, 2, 4):
            self.rtl.run("INVERT", [100], (n, 100), (a, 100))
            times.add(self.rtl.cycles)
        self.assertEqual(len(times), 1, times)


class TraceTest(unittest.TestCase):
    """What the RTL does, and when, is the same for all secrets: every executed instruction, the address of every write
    to the RAM, and the cycles."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())
        self.rtl = Rtl(BUILT, VARIANT, WIDTH)

    def same(self, name: str, params: list[int], public: list[tuple[int, int]], secrets: list[list[int]]) -> None:
        """Random secrets and extreme ones; `secrets` has the values of the operands after the public ones."""
        traces, (bits, last) = set(), (public[0][1], params[1])
        for values in secrets:
            operands = [*public, *[(v, bits) for v in values[:-1]], (values[-1], last)]
            data = self.rtl.engine.words(tuple(operands))
            self.assertEqual(self.rtl.raw(self.rtl.engine.entries[name], params, data, record=True), OK, values)
            pcs, writes = self.rtl.words("tb_pcs"), self.rtl.words("tb_writes", 5)
            self.assertTrue(pcs and writes)
            traces.add((tuple(pcs), tuple(writes[::5]), self.rtl.cycles))
        self.assertEqual(len(traces), 1, name)

    def scalars(self, bits: int) -> list[int]:
        return [1, 2, (1 << bits) - 1, 1 << (bits - 1), *[self.rng.getrandbits(bits) | 1 for _ in range(2)]]

    def test_power(self) -> None:
        n = modulus(self.rng, 100)
        secrets = [[a, e] for a in (0, 1, n - 1, self.rng.randrange(n)) for e in (0, *self.scalars(30))]
        self.same("POWER", [100, 30, 0], [(n, 100)], secrets)

    def test_points(self) -> None:
        curve = small(self.rng, 64)
        public, blind = [(v, 64) for v in (curve.p, curve.a, curve.b)], (1, curve.p - 1, curve.p >> 1)
        self.same("POINT", [64, 20], public, [[r, *curve.g, k] for r in blind for k in self.scalars(20)])
        at = Edwards.small(self.rng, 64)
        public, blind = [(v, 64) for v in (at.p, at.a, at.d)], (1, at.p - 1, at.p >> 1)
        self.same("EDWARDS", [64, 20], public, [[r, *at.g, k] for r in blind for k in (0, *self.scalars(20))])

    def test_ladder(self) -> None:
        p = ED25519.p
        secrets = [[r, x, k] for r in (1, p - 1) for x in (0, 9, p - 1) for k in (0, *self.scalars(20))]
        self.same("LADDER", [255, 20], [(p, 255), (121665, 255)], secrets)


@unittest.skipIf(WIDTH != 72, "figures of the default width")
class CyclesTest(unittest.TestCase):
    """The figures of hw/acryp/README.md."""

    def test_table(self) -> None:
        rtl = Rtl(BUILT, VARIANT, WIDTH)
        rng = random.Random(1)
        found = []
        for bits in (256, 1024, 2048, 4096):
            n = modulus(rng, bits)
            while True:
                a = rng.randrange(n)
                if rtl.run("INVERT", [bits], (n, bits), (a, bits))[0] == OK:
                    break
            row = [bits]
            inverse = rtl.cycles
            square = rtl.run("CONSTANT", [bits], (n, bits))[1]
            row.append(rtl.cycles)
            rtl.run("MUL", [bits], (n, bits), (a, bits), (a, bits))
            row += [rtl.cycles, inverse]
            for given in (1, 0):
                constant = [(square, bits)] * given
                got = rtl.run("POWER_PUBLIC", [bits, 17, given], (n, bits), *constant, (a, bits), (65537, 17))
                self.assertEqual(got, (OK, pow(a, 65537, n)))
                row.append(rtl.cycles)
            found.append("| " + " | ".join(f"{v:,}" if i else str(v) for i, v in enumerate(row)) + " |")
        for bits in (1024, 2048):
            # Not primes, so that the check fails; the time is that of any key of these lengths.
            key = Key((1 << bits // 2) - 1, (1 << bits // 2) - 3, 65537)
            c = rng.randrange(key.n)
            operands = key.operands(rng, c, WIDTH, dp=0, dq=0)
            self.assertEqual(rtl.run("RSA_PRIVATE", key.params(), *operands), (CHECK, 0))
            found.append(f"| RSA-{bits} private | {rtl.cycles:,} |")
        for name, p in (("P-256", P256), ("P-384", P384), ("P-521", P521), ("brainpoolP256r1", B256)):
            curve = next(c for c in LIBRARY if c.p == p)
            bits = curve.bits
            values = (curve.p, curve.a, curve.b, 5, *curve.g, rng.getrandbits(bits))
            self.assertEqual(rtl.run("POINT", [bits, bits], *[(v, bits) for v in values])[0], OK)
            found.append(f"| POINT, {name} | {rtl.cycles:,} |")
            operands = [*[(v, bits) for v in values], *[(v, bits) for v in (*curve.g, 9)]]
            self.assertEqual(rtl.run("POINT_SUM", [bits, bits], *operands)[0], OK)
            found.append(f"| POINT_SUM, {name} | {rtl.cycles:,} |")
        for at in (ED25519, ED448):
            values = (at.p, at.a, at.d, 5, *at.g, rng.getrandbits(at.bits))
            self.assertEqual(rtl.run("EDWARDS", [at.bits, at.bits], *[(v, at.bits) for v in values])[0], OK)
            found.append(f"| EDWARDS, {at.bits} bits | {rtl.cycles:,} |")
            operands = [(v, at.bits) for v in (*values, *at.g, 9)]
            self.assertEqual(rtl.run("EDWARDS_SUM", [at.bits, at.bits], *operands)[0], OK)
            found.append(f"| EDWARDS_SUM, {at.bits} bits | {rtl.cycles:,} |")
        for name, c in ((c.name, c) for c in tables.curves() if c.name in ("secp256r1", "secp384r1", "ed25519")):
            for both in (False, True):
                op, params, operands = acryp.base(c, both)
                self.assertEqual(rtl.run(op, params, *operands)[0], OK)
                found.append(f"| {op}, {name} | {rtl.cycles:,} |")
        for bits, p, a24 in ((255, 2**255 - 19, 121665), (448, 2**448 - 2**224 - 1, 39081)):
            values = (p, a24, 5, 9, rng.getrandbits(bits))
            self.assertEqual(rtl.run("LADDER", [bits, bits], *[(v, bits) for v in values])[0], OK)
            found.append(f"| LADDER, {bits} bits | {rtl.cycles:,} |")
        page = (ROOT / "hw/acryp/README.md").read_text()
        for row in found:
            self.assertIn(row, page, "\n".join(found))


class RandomTest(unittest.TestCase):
    """Random programs: hazards between the units, geometries, all operands alike."""

    def source(self, rng: random.Random, n: int) -> asm.Program:
        """Straight-line code on slots 0 to 11; 1 and 2 are odd and stay, and are the moduli."""
        a = asm.Assembler({})
        a.where = "random"
        for i in range(12):
            a.line(f".slot S{i} {i}")
        a.line(".slot TAB 4 8")
        a.line(".entry START 1")
        a.line("START:")
        stride = n + rng.choice([0, 0, 1, 3])
        for line in (f"li r8, {n}", f"li r9, {stride}", "geo r8, r9", f"li r10, {n * WIDTH}"):
            a.line(line)
        for i in range(12):
            a.line(f"in S{i}, r10, secret")
        public = rng.choice(["", ", public"])
        # The constant for folding is in S2, which stays.
        first = rng.choice([public, ", fold"]) if stride == n else public
        for line in ("setf f0, S1" + first, "setf f1, S2" + public, "setk f0, S3", "divi"):
            a.line(line)
        for _ in range(60):
            d, x, y = (rng.randrange(3, 12) for _ in range(3))
            f, c = rng.randrange(2), rng.choice(list(isa.COND))
            r = rng.randrange(11)
            if r < 4:
                # What is squared must have 0 as its highest bit: the inputs that nothing overwrites have.
                a.line(f"mul S{d}, S{x}, S{y}, f{f}" if rng.randrange(3) else f"sqr S{d}, S{rng.randrange(3)}, f{f}")
            elif r == 4:
                a.line(f"mulw S{d}, S{x}, S{y}")
            elif r == 5:
                a.line(f"{rng.choice(['add', 'sub', 'sel'])} S{d}, S{x}, S{y}, {c}")
            elif r == 6:
                a.line(f"{rng.choice(['madd', 'msub', 'subk'])} S{d}, S{x}, S{y}, f{f}")
            elif r == 7:
                a.line(f"flag {rng.choice(list(isa.FLAG))}")
                a.line(f"li r12, {rng.randrange(n) << 7 | rng.randrange(WIDTH)}")
                a.line(rng.choice([f"bit S{d}, r12", f"set S{d}, {rng.randrange(1 << 16)}"]))
            elif r == 8:
                a.line(f"li r12, {rng.randrange(n) << 7 | rng.randrange(3, WIDTH)}")
                a.line("dclr")
                for _ in range(3):
                    a.line(f"getb S{x}, r12")
                    if rng.randrange(2):
                        a.line("dec r12, r12")
                if rng.randrange(2):
                    a.line("dabs 3")
                a.line(f"li r13, {rng.randrange(1, 9)}")
                a.line(f"scan S{d}, TAB, r13")
            elif r == 9:
                a.line(f"div S1, S{x}")
                for row in range(2):
                    a.line(f"lin S{rng.choice([i for i in range(3, 12) if i != x])}, S1, S{x}, f{f}, {row}, int")
                for row in range(2):
                    a.line(f"lin S{d}, S{d}, S{y}, f{f}, {row}, mod")
            else:
                a.line(f"li r12, {rng.randrange(4)}")
                a.line("setx r12, 0")
                a.line(f"{rng.choice(['mul TAB[X], TAB[X], S3, f0', f'add S{d}, TAB[X], S{y}'])}")
        for i in range(12):
            a.line(f"out S{i}, r10, release")
        a.line("end OK")
        return a.finish()

    def test_programs(self) -> None:
        rng = random.Random(self.id())
        rtl = Rtl(BUILT, VARIANT, WIDTH, 1)
        for n in (1, 2, 3, 4, 5, 6, 7, 8, 12, 17):
            for _ in range(int(os.environ.get("OB_ACRYP_PROGRAMS", "20"))):
                built = self.source(rng, n)
                bits = n * WIDTH
                rtl.engine.sim = sim = iss.Sim(built.words, WIDTH, rtl.engine.sim.ram_words)
                sim.strict = False
                data: list[int] = []
                for i in range(12):
                    value = rng.choice([rng.getrandbits(bits), (1 << bits) - 1, 0, rng.getrandbits(bits) >> 3])
                    value = value >> 1 if i == 0 else value | (i in (1, 2))
                    value = value >> 2 | 1 if i in (1, 2) else value
                    if i == 2 and n > 1:  # -1 modulo a word, for which a product is faster
                        value |= (1 << WIDTH) - 1
                    data += [value >> (32 * k) & 0xFFFFFFFF for k in range((bits + 31) // 32)]
                rtl.load(built.words)
                rtl.check(1, [], data)


class CheckTest(unittest.TestCase):
    """The comparison itself sees a difference."""

    def test_mismatch(self) -> None:
        rtl = Rtl(BUILT, VARIANT, WIDTH, 1)
        code = list(rtl.engine.sim.code)
        at = next(i for i, c in enumerate(code) if c.op == isa.VECTOR["madd"].code and i > 40)
        rtl.engine.sim.code[at] = iss.decode(isa.vector("msub", code[at].d, code[at].a, code[at].b, code[at].f))
        with self.assertRaises(Mismatch):
            for name in ("ADD", "MUL", "CONSTANT", "REDUCE"):
                operands = [(0x81, 8), (0x80, 8), (0x80, 8)][: 1 if name == "CONSTANT" else 3]
                rtl.check_op(name, [8, 2], *operands)


if __name__ == "__main__":
    unittest.main()
