# SPDX-License-Identifier: Apache-2.0
"""Faults in acryp's engine while it works on secrets: a bit of the program counter, of the digit, of its sign or of a
word of the RAM turns over in some cycle. No operation may end with success and a wrong result.

Faults of the RAM are those of operations that check their result: RSA's against its power e, points against their
curve. Left out is what no check of the block notices (hw/acryp/architecture.md): a scalar that changes in both banks,
which makes another point of the curve, and what comes after the check. OB_ACRYP_FAULTS is the number of faults of each
kind in each operation."""

import os
import random
import unittest

from acryp_curve import ED25519, LIBRARY, N256, P256, Edwards, comb, small
from acryp_rsa import Key
from acryp_rtl import Rtl
from acryp_sim import ARG, CHECK, NO_INVERSE, OK, program, to_number

FAULTS = int(os.environ.get("OB_ACRYP_FAULTS", "40"))
WIDTH = 72
PC, DIGIT, SIGN, BANK0, BOTH_BANKS = range(5)  # hw/acryp/tb/acryp_core_tb.cpp
BITS = {PC: 11, DIGIT: 8, SIGN: 1, BANK0: WIDTH, BOTH_BANKS: WIDTH}
LAST = 500  # cycles from the check of a result to the end, and some more
BUILT = program()
Job = tuple[str, list[int], list[tuple[int, int]]]


class FaultTest(unittest.TestCase):
    """Each operation with faults of each kind at random cycles."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())
        self.rtl = Rtl(BUILT, "", WIDTH)

    def rsa(self) -> Job:
        key = Key.make(self.rng, 64, 62, 17)
        return "RSA_PRIVATE", key.params(), key.operands(self.rng, self.rng.randrange(key.n), WIDTH)

    def power(self) -> Job:
        n = self.rng.getrandbits(128) | 1 | 1 << 127
        return "POWER", [128, 40, 0], [(n, 128), (self.rng.randrange(n), 128), (self.rng.getrandbits(40), 40)]

    def inverse(self) -> Job:
        return "INVERT", [128], [((1 << 127) + 29, 128), (self.rng.getrandbits(127), 128)]

    def ladder(self) -> Job:
        p, k = ED25519.p, self.rng.getrandbits(24)
        return "LADDER", [255, 24], [(v, 255) for v in (p, 121665, self.rng.randrange(1, p), 9)] + [(k, 24)]

    def point(self) -> Job:
        curve = small(self.rng, 128)
        values = (curve.p, curve.a, curve.b, self.rng.randrange(1, curve.p), *curve.g)
        return "POINT", [128, 24], [(v, 128) for v in values] + [(self.rng.getrandbits(24), 24)]

    def edwards(self) -> Job:
        at = Edwards.small(self.rng, 128)
        values = (at.p, at.a, at.d, self.rng.randrange(1, at.p), *at.g)
        return "EDWARDS", [128, 24], [(v, 128) for v in values] + [(self.rng.getrandbits(24), 24)]

    def base(self) -> Job:
        curve = next(c for c in LIBRARY if c.p == P256)
        values = [curve.p, curve.a % curve.p, curve.b, self.rng.randrange(1, curve.p)]
        values += [v for point in comb(curve, N256, 3) for v in point]
        return "BASE", [256, 3], [(v, 256) for v in values] + [(self.rng.getrandbits(18), 18)]

    def unchecked(self, job: Job) -> frozenset[int]:
        """Words of the RAM that hold a point operation's scalar, slots cK1, and the 1 that ends Montgomery's form after
        the check, cONE."""
        n = -(-(job[1][0] + 14) // WIDTH)
        return frozenset(slot * n + i for slot in (71, 72, 22) for i in range(n))

    def inject(self, job: Job, target: int, but: frozenset[int] = frozenset(), after: int = 0) -> int:
        """How many of the faults the block told of. Left alone: words of the RAM in `but`, the last `after` cycles."""
        name, params, operands = job
        self.rtl.lib.tb_fault(self.rtl.tb, 0, 0, 0, 0)
        code, want = self.rtl.run(name, params, *operands)
        self.assertEqual(code, OK)
        cycles, told = self.rtl.cycles, 0
        data = self.rtl.engine.words(tuple(operands))
        for _ in range(FAULTS):
            at, bit = self.rng.randrange(1, cycles - after), self.rng.randrange(BITS[target])
            word = self.rng.choice([w for w in range(400) if w not in but])
            self.rtl.lib.tb_fault(self.rtl.tb, at, target, word, bit)
            code = self.rtl.raw(self.rtl.engine.entries[name], params, data)
            got = to_number(self.rtl.words("tb_out"))
            if code == OK:
                self.assertEqual(got, want, f"{name}: cycle {at}, target {target}, word {word}, bit {bit}")
            else:
                self.assertIn(code, (ARG, NO_INVERSE, CHECK))
                told += 1
        return told

    def test_address(self) -> None:
        """The program counter: the operation ends before an instruction at another address is executed."""
        for job in (self.rsa, self.power, self.inverse, self.ladder, self.point, self.edwards, self.base):
            self.assertEqual(self.inject(job(), PC), FAULTS, job.__name__)

    def test_digit(self) -> None:
        """The digit and its sign."""
        for job in (self.rsa, self.power, self.ladder, self.point, self.edwards, self.base):
            for target in (DIGIT, SIGN):
                self.assertEqual(self.inject(job(), target), FAULTS, job.__name__)

    def test_memory(self) -> None:
        """Results, operands and tables of the operations that check what they give out."""
        for make in (self.rsa, self.point, self.edwards, self.base):
            job = make()
            but = frozenset() if make == self.rsa else self.unchecked(job)
            self.assertGreater(self.inject(job, BOTH_BANKS, but, LAST), 0, make.__name__)
            # The scalar, too: the banks are compared.
            self.inject(job, BANK0, frozenset(w for w in but if w < 71 * len(but) // 3), LAST)

    def test_after(self) -> None:
        """Nothing of a fault is left for the next operation."""
        job = self.power()
        self.inject(job, PC)
        self.rtl.lib.tb_fault(self.rtl.tb, 0, 0, 0, 0)
        (n, _), (a, _), (e, _) = job[2]
        self.assertEqual(self.rtl.check_op(job[0], job[1], *job[2]), (OK, pow(a, e, n)))


if __name__ == "__main__":
    unittest.main()
