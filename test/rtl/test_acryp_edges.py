# SPDX-License-Identifier: Apache-2.0
"""Hard cases of curves and RSA on acryp's RTL: scalars around 0 and the order, points with special coordinates, of low
order or not on the curve, the edge cases that Wycheproof flags, and RSA with edge bases and wrong keys. What is
expected comes from the vectors, from the library cryptography, or from the affine law on integers.

The engine runs alone, and a few cases by the registers of the block. Each test says how many cases have run, and fails
if they are fewer than LEAST. OB_ACRYP_EDGES is how many vectors of each flag run, 4 or more."""

import hashlib
import os
import random
import sys
import unittest
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

import acryp_wycheproof
from acryp_block import Acryp
from acryp_curve import ED25519, Curve
from acryp_rsa import Key
from acryp_rtl import Rtl
from acryp_sim import ARG, CHECK, NO_INVERSE, OK, ROOT, program
from acryp_wycheproof import Case, chosen, read
from cryptography.hazmat.primitives.asymmetric import ec

sys.path.insert(0, str(ROOT / "scripts/acryp"))

import tables  # noqa: E402

MOST = int(os.environ.get("OB_ACRYP_EDGES", "4"))
WIDTH = 72
CURVES = {c.name: c for c in tables.curves()}
# The library's curve, and the object identifier in keys (SEC 2, A.2; RFC 5639, 4.1).
NAMED = {
    "secp256r1": (ec.SECP256R1, "2a8648ce3d030107"),
    "secp384r1": (ec.SECP384R1, "2b81040022"),
    "secp521r1": (ec.SECP521R1, "2b81040023"),
    "secp256k1": (ec.SECP256K1, "2b8104000a"),
    "brainpoolp256r1": (ec.BrainpoolP256R1, "2b2403030208010107"),
}
LEAST = {
    **{"scalars": 140, "special": 36, "refused": 100, "ecdh": 130, "ecdsa": 85, "edwards": 36, "low_order": 48},
    **{"ed25519": 40, "small_order": 24, "xdh": 125, "bases": 78, "wrong_keys": 23, "signatures": 80, "decryption": 9},
    "registers": 7,
}
comb = lru_cache(tables.Curve.comb)
ran: Counter[str] = Counter()
Operand = tuple[int, int]
Point = tuple[int, int]


class Runs(Protocol):
    """Runs an operation: the code of its end, and the result as one number."""

    def run(self, name: str, params: list[int], *operands: Operand) -> tuple[int, int]: ...


class Registers:
    """The block, by its registers."""

    def __init__(self, seed: int) -> None:
        self.dut = Acryp(seed=seed, pause=10)
        self.dut.WAIT = 10_000_000

    def run(self, name: str, params: list[int], *operands: Operand) -> tuple[int, int]:
        self.dut.start(name, params)
        self.dut.give(*operands)
        words = -(-params[2 if name == "RSA_PRIVATE" else 0] // 32)
        pair = any(part in name for part in ("POINT", "BASE", "EDWARDS"))
        code, value = self.dut.finish(32 * words * (1 + pair))
        self.dut.write("EVENT", 7)
        return code, value


def halves(value: int, bits: int) -> Point:
    step = 32 * -(-bits // 32)
    return value & ((1 << step) - 1), value >> step


class Group:
    """Operations of the block on a curve."""

    def __init__(self, engine: Runs, c: tables.Curve, rng: random.Random) -> None:
        self.engine, self.c, self.rng = engine, c, rng
        self.kind = "EDWARDS" if c.edwards else "POINT"

    def start(self) -> list[Operand]:
        c = self.c
        return [(v, c.field) for v in (c.p, c.a, c.b, self.rng.randrange(1, c.p))]

    def point(self, code: int, value: int) -> tuple[int, Point | None]:
        return code, halves(value, self.c.field) if code == OK else None

    def times(self, k: int, at: Point, k_bits: int) -> tuple[int, Point | None]:
        c = self.c
        operands = [*self.start(), *[(v, c.field) for v in at], (k, k_bits)]
        return self.point(*self.engine.run(self.kind, [c.field, k_bits], *operands))

    def base(self, k: int, other: Point | None = None, l_: int = 0) -> tuple[int, Point | None]:
        """By the table of the base point; with another point, the sum of both multiples."""
        c = self.c
        name, params = ("EDWARDS_BASE" if c.edwards else "BASE"), [c.field, c.columns]
        operands = [*self.start(), *[(v, c.field) for at in comb(c) for v in at], (k, 6 * c.columns)]
        if other:
            name, params = f"{name}_SUM", [*params, c.windows]
            operands += [(v, c.field) for v in other] + [(l_ | 1 << 5 * c.windows, 5 * c.windows + 1)]
        return self.point(*self.engine.run(name, params, *operands))

    def sums(self, k: int, other: Point, l_: int) -> tuple[int, Point | None]:
        """As the driver does it: by formulas without exceptions where the others have met one."""
        c = self.c
        code, at = self.base(k, other, l_)
        if code != NO_INVERSE:
            return code, at
        operands = [*self.start(), *[(v, c.field) for v in (c.x, c.y)], (k, c.order_bits)]
        operands += [*[(v, c.field) for v in other], (l_, c.order_bits)]
        return self.point(*self.engine.run("POINT_SUM", [c.field, c.order_bits], *operands))

    def modular(self, name: str, *values: int) -> int:
        """An operation modulo the order that must succeed."""
        bits = self.c.order_bits
        code, value = self.engine.run(name, [bits], *[(v, bits) for v in (self.c.order, *values)])
        assert code == OK, (name, code)
        return value


def scalars(n: int) -> list[int]:
    bits = n.bit_length()
    ones, half = (1 << bits) - 1, (1 << bits // 2) - 1
    near = [0, 1, 2, 3, n - 2, n - 1, n, n + 1, n + 2, (n - 1) // 2, (n + 1) // 2]
    return [*near, 1 << (bits - 1), 1 << (bits - 2), ones, ones ^ half, half, ones // 3, ones // 3 * 2 & ones]


class EdgeTest(unittest.TestCase):
    """What all tests here share: the engine, and the number of cases."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine: Runs = Rtl(program(), "", WIDTH)

    def setUp(self) -> None:
        self.rng = random.Random(self.id())
        self.name = self.id().rpartition(".")[2].removeprefix("test_")

    def tearDown(self) -> None:
        self.assertGreaterEqual(ran[self.name], LEAST[self.name], "too few cases have run")

    def group(self, name: str) -> Group:
        return Group(self.engine, CURVES[name], self.rng)

    def ladder(self, name: str, u: int, k: int) -> tuple[int, int]:
        """X25519 or X448: scalars are clamped, u is without its highest bit for X25519, and modulo p."""
        c = CURVES[name]
        u = (u & ((1 << 255) - 1) if name == "x25519" else u) % c.p
        k = k & ~7 & ~(1 << 255) | 1 << 254 if name == "x25519" else k & ~3 | 1 << 447
        operands = [(v, c.field) for v in (c.p, c.a, self.rng.randrange(1, c.p), u, k)]
        return self.engine.run("LADDER", [c.field, c.field], *operands)

    def same(self, got: object, want: object, *what: object) -> None:
        ran[self.name] += 1
        self.assertEqual(got, want, what)


class WeierstrassTest(EdgeTest):
    """Multiples of points."""

    def test_scalars(self) -> None:
        for name in ("secp256r1", "secp384r1", "secp256k1", "brainpoolp256r1"):
            group = self.group(name)
            c, kind = group.c, NAMED[name][0]
            for k in scalars(c.order):
                want: tuple[int, Point | None] = (NO_INVERSE, None)
                if k % c.order:
                    at = ec.derive_private_key(k % c.order, kind()).public_key().public_numbers()
                    want = OK, (at.x, at.y)
                self.same(group.times(k, (c.x, c.y), c.order_bits + 2), want, name, k)
                if k >> 6 * c.columns == 0:
                    self.same(group.base(k), want, "BASE", name, k)

    def special(self, c: tables.Curve) -> Iterator[Point]:
        """Points whose x is near 0 or the prime, or a power of two; the prime is 3 modulo 4."""
        for xs in (range(40), range(c.p - 1, c.p - 40, -1), (1 << i for i in range(c.field - 1, 0, -1))):
            found = 0
            for x in xs:
                square = (x**3 + c.a * x + c.b) % c.p
                y = pow(square, (c.p + 1) // 4, c.p)
                if y * y % c.p == square and found < 2:
                    found += 1
                    yield x, y
                    yield x, c.p - y

    def test_special(self) -> None:
        for name in ("secp256r1", "secp256k1", "brainpoolp256r1"):
            group = self.group(name)
            c, kind = group.c, NAMED[name][0]()
            for at in self.special(c):
                k = self.rng.randrange(1, c.order)
                code, found = group.times(k, at, c.order_bits)
                self.same((code, found), (OK, Curve(c.p, c.a, c.b, at).times(k, at)), name, at, k)
                public = ec.EllipticCurvePublicNumbers(*at, kind).public_key()
                shared = ec.derive_private_key(k, kind).exchange(ec.ECDH(), public)
                assert found
                self.assertEqual(found[0], int.from_bytes(shared, "big"), (name, at, k))

    def test_refused(self) -> None:
        """Points that are not on the curve, and coordinates out of range."""
        for name in ("secp256r1", "secp384r1", "secp256k1", "brainpoolp256r1"):
            group = self.group(name)
            c = group.c
            x, y, p = c.x, c.y, c.p
            bad = [(x, y ^ 1), (x ^ 1, y), (y, x), (0, 0), (0, 1), (x, 0), (p - 1, p - 1), (p, y), (x, p), (p, p)]
            # On the same curve with another B, as in an attack that learns the scalar modulo small orders.
            bad += [(self.rng.randrange(p), self.rng.randrange(p)) for _ in range(3)]
            for at in bad:
                self.same(group.times(5, at, c.order_bits), (ARG, None), name, at)
                self.same(group.base(5, at, 7), (ARG, None), "BASE_SUM", name, at)

    def test_ecdh(self) -> None:
        """Every kind of edge case that is flagged; a key whose point is not on the curve is refused."""
        for name, most in (("secp256r1", 3 * MOST), ("secp256k1", MOST), ("brainpoolp256r1", MOST),
                           ("secp384r1", 1), ("secp521r1", 1)):  # fmt: skip
            group = self.group(name)
            c, (_, oid) = group.c, NAMED[name]
            points = {}
            for case in read(f"ecdh_{name.replace('brainpoolp', 'brainpoolP')}_test"):
                if at := acryp_wycheproof.public_point(case, oid, -(-c.field // 8)):
                    points[case.name] = (case, at)
            refused = 0
            for case in chosen([case for case, _ in points.values()], most):
                at, d = points[case.name][1], case.number("private")
                code, found = group.times(d, at, max(c.order_bits, d.bit_length()))
                on_curve = max(at) < c.p and (at[1] ** 2 - at[0] ** 3 - c.a * at[0] - c.b) % c.p == 0
                refused += not on_curve
                self.same((code, found[0] if found else None),
                          (OK, case.number("shared")) if on_curve else (ARG, None), case.name)  # fmt: skip
            self.assertGreater(refused, 0, name)

    def test_ecdsa(self) -> None:
        """Verification as the driver does it; r and s out of range are refused before."""
        for name, sha in (("secp256r1", "sha256"), ("secp256k1", "sha256"), ("brainpoolP256r1", "sha256")):
            group = self.group(name.lower())
            for case in chosen([*read(f"ecdsa_{name}_{sha}_p1363_test")], MOST):
                found = self.verify(group, case, sha)
                if found is None:
                    self.assertEqual(case.test["result"], "invalid", case.name)
                else:
                    self.same(found, case.test["result"] == "valid", case.name)

    def verify(self, group: Group, case: Case, sha: str) -> bool | None:
        """None if r or s is out of range."""
        c, sig, key = group.c, bytes.fromhex(case.test["sig"]), case.group["publicKey"]
        size = -(-c.order_bits // 8)
        r, s = int.from_bytes(sig[:size], "big"), int.from_bytes(sig[size:], "big")
        if len(sig) != 2 * size or not (0 < r < c.order and 0 < s < c.order):
            return None
        e = int.from_bytes(hashlib.new(sha, bytes.fromhex(case.test["msg"])).digest(), "big") % c.order
        inverse = group.modular("INVERT", s)
        k, l_ = group.modular("MUL", e, inverse), group.modular("MUL", r, inverse)
        _, at = group.sums(k, (int(key["wx"], 16), int(key["wy"], 16)), l_)
        return at is not None and at[0] % c.order == r


class EdwardsTest(EdgeTest):
    """Ed25519: the formulas have no exception, so every scalar and every point has a result."""

    def low_order(self) -> list[Point]:
        """All points whose order divides 8."""
        c = CURVES["ed25519"]
        while True:
            y = self.rng.randrange(c.p)
            if at := decode(y.to_bytes(32, "little")):
                generator = ED25519.times(c.order, at)
                if len({ED25519.times(i, generator) for i in range(8)}) == 8:
                    return [ED25519.times(i, generator) for i in range(8)]

    def test_edwards(self) -> None:
        group = self.group("ed25519")
        c = group.c
        for k in scalars(c.order):
            want = OK, ED25519.times(k, ED25519.g)
            self.same(group.times(k, (c.x, c.y), c.order_bits + 2), want, k)
            if k >> 6 * c.columns == 0:
                self.same(group.base(k), want, "EDWARDS_BASE", k)

    def test_low_order(self) -> None:
        group = self.group("ed25519")
        for at in self.low_order():
            for k in (0, 1, 7, 8, self.rng.getrandbits(253)):
                self.same(group.times(k, at, 253), (OK, ED25519.times(k, at)), at, k)
            k, l_ = self.rng.randrange(group.c.order), self.rng.randrange(group.c.order)
            want = ED25519.add(ED25519.times(k, ED25519.g), ED25519.times(l_, at))
            self.same(group.base(k, at, l_), (OK, want), "EDWARDS_BASE_SUM", at)

    def test_ed25519(self) -> None:
        """Verification (RFC 8032, 5.1.7) without the cofactor; s out of range is refused before."""
        group = self.group("ed25519")
        c = group.c
        for case in chosen([*read("ed25519_test")], 2 * MOST):
            sig, public = bytes.fromhex(case.test["sig"]), bytes.fromhex(case.group["publicKey"]["pk"])
            s, at = int.from_bytes(sig[32:], "little"), decode(public)
            if len(sig) != 64 or s >= c.order or at is None:
                self.assertEqual(case.test["result"], "invalid")
                continue
            digest = hashlib.sha512(sig[:32] + public + bytes.fromhex(case.test["msg"])).digest()
            number, bits = int.from_bytes(digest, "little"), c.order_bits
            pieces = [number >> bits * i & ((1 << bits) - 1) for i in (2, 1, 0)]
            code, k = self.engine.run("REDUCE", [bits, 3], (c.order, bits), *[(piece, bits) for piece in pieces])
            self.assertEqual((code, k), (OK, number % c.order))
            _, found = group.base(s, (c.p - at[0], at[1]), k)
            assert found
            encoded = (found[1] | (found[0] & 1) << 255).to_bytes(32, "little")
            self.same(encoded == sig[:32], case.test["result"] == "valid", case.name)


def decode(data: bytes) -> Point | None:
    """A point of Ed25519 (RFC 8032, 5.1.3)."""
    c, value = CURVES["ed25519"], int.from_bytes(data, "little")
    sign, y = value >> 255, value & ((1 << 255) - 1)
    square = (y * y - 1) * pow(c.b * y * y + 1, -1, c.p) % c.p
    x = pow(square, (c.p + 3) // 8, c.p)
    if x * x % c.p != square:
        x = x * pow(2, (c.p - 1) // 4, c.p) % c.p
    if y >= c.p or x * x % c.p != square or (x == 0 and sign):
        return None
    return (c.p - x if x & 1 != sign else x), y


class MontgomeryTest(EdgeTest):
    """X25519 and X448 (RFC 7748)."""

    def test_small_order(self) -> None:
        """The result is 0 (RFC 7748, 6.1); the points of order 8 are those of https://cr.yp.to/ecdh.html#validate."""
        p = CURVES["x25519"].p
        eight = (
            325606250916557431795983626356110631294008115727848805560023387167927233504,
            39382357235489614581723060781553021112529911719440698176882885853963445705823,
        )
        for u in (0, 1, p - 1, p, p + 1, *eight, 2**255 + p - 1):
            for k in (0, (1 << 256) - 1, self.rng.getrandbits(256)):
                self.same(self.ladder("x25519", u, k), (OK, 0), u, k)

    def test_xdh(self) -> None:
        for name, most in (("x25519", 5 * MOST), ("x448", 2)):
            cases = [case for case in read(f"{name}_test") if case.test["result"] != "invalid"]
            for case in chosen(cases, most):
                got = self.ladder(name, case.number("public", "little"), case.number("private", "little"))
                self.same(got, (OK, case.number("shared", "little")), case.name)


class RsaTest(EdgeTest):
    """RSA: edge bases, wrong keys, and the flagged signatures and ciphertexts."""

    def private(self, key: Key, c: int, **changed: int) -> tuple[int, int]:
        return self.engine.run("RSA_PRIVATE", key.params(), *key.operands(self.rng, c, WIDTH, **changed))

    def test_bases(self) -> None:
        key = Key.make(self.rng, 256, 256, 65537)
        n, p, q, size = key.n, key.p, key.q, key.n.bit_length()
        bases = [0, 1, 2, n - 2, n - 1, p, q, n - p, n - q, p * (q - 1), q * (p - 1), n >> 1, 1 << (size - 1)]
        bases += [pow(q, -1, p) * q, pow(p, -1, q) * p]  # 1 modulo one prime, 0 modulo the other
        for c in bases:
            self.same(self.private(key, c), (OK, pow(c, key.d, n)), c)
        for c in (n, n + 1, (1 << size) - 1):
            self.same(self.private(key, c), (ARG, 0), c)
        for a in bases:
            for e in (1, 3, 65537, n - 1 | 1):
                bits = e.bit_length()
                got = self.engine.run("POWER_PUBLIC", [size, bits, 0], (n, size), (a, size), (e, bits))
                self.same(got, (OK, pow(a, e, n)), a, e)

    def test_wrong_keys(self) -> None:
        """The check with e refuses every result of a wrong key; numbers out of range are refused before."""
        key = Key.make(self.rng, 256, 256, 65537)
        other = Key.make(self.rng, 256, 256, 65537)
        n, p, q = key.n, key.p, key.q
        wrong = [{"dp": v} for v in (0, 1, p - 2, key.d % (p - 1) ^ 1, key.d % (q - 1))]
        wrong += [{"dq": v} for v in (0, 1, q - 2, key.d % (q - 1) ^ 1, key.d % (p - 1))]
        wrong += [{"qi": v} for v in (0, 1, p - 1, pow(q, -1, p) ^ 1)]
        wrong += [{"p": other.p}, {"q": other.q}, {"p": q, "q": p}, {"e": 65539}, {"e": 65535 | 1 << 16}]
        for changed in wrong:
            code, value = self.private(key, self.rng.randrange(2, n), **changed)
            self.same((code in (CHECK, ARG, NO_INVERSE), value), (True, 0), changed, code)
        for r in (p, q, n - p, 0):
            self.same(self.private(key, 5, r=r), (NO_INVERSE, 0), r)

    def test_signatures(self) -> None:
        """A signature's power e is the padded digest (RFC 8017, 8.2.2) if it is valid, and only then."""
        info = bytes.fromhex("3031300d060960864801650304020105000420")
        for bits, most in ((2048, 2 * MOST), (4096, 1), (8192, 1)):
            for case in chosen([*read(f"rsa_signature_{bits}_sha256_test")], most):
                key, s = case.group["publicKey"], case.number("sig")
                n, e = int(key["modulus"], 16), int(key["publicExponent"], 16)
                size = -(-n.bit_length() // 8)
                if case.test["result"] == "acceptable" or len(case.test["sig"]) != 2 * size:
                    continue
                digest = info + hashlib.sha256(bytes.fromhex(case.test["msg"])).digest()
                padded = b"\0\1".ljust(size - len(digest) - 1, b"\xff") + b"\0" + digest
                length = n.bit_length()
                operands = [(n, length), (s, length), (e, e.bit_length())]
                code, found = self.engine.run("POWER_PUBLIC", [length, e.bit_length(), 0], *operands)
                self.assertEqual(code, OK if s < n else ARG, case.name)
                valid = code == OK and found == int.from_bytes(padded, "big")
                self.same(valid, case.test["result"] == "valid", case.name)

    def test_decryption(self) -> None:
        """What comes out begins with 0, 2 and ends with 0 and the message, if the ciphertext is valid."""
        for case in chosen([*read("rsa_pkcs1_2048_test")], 2):
            names = ("prime1", "prime2", "publicExponent")
            key = Key(*(int(case.group["privateKey"][name], 16) for name in names))
            c, text = case.number("ct"), bytes.fromhex(case.test["msg"])
            if len(case.test["ct"]) != 2 * 256:
                continue
            code, found = self.private(key, c)
            self.same((code, found), (OK, pow(c, key.d, key.n)) if c < key.n else (ARG, 0), case.name)
            if case.test["result"] == "valid":
                block = found.to_bytes(256, "big")
                self.assertTrue(block.startswith(b"\0\2") and block.endswith(b"\0" + text), case.name)


class RegistersTest(EdgeTest):
    """One case of each kind by the block's registers, with pauses on the bus."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine = Registers(1)

    def test_registers(self) -> None:
        group = self.group("secp256r1")
        c = group.c
        at = ec.derive_private_key(c.order - 2, ec.SECP256R1()).public_key().public_numbers()
        self.same(group.times(c.order - 2, (c.x, c.y), c.order_bits), (OK, (at.x, at.y)))
        self.same(group.times(c.order, (c.x, c.y), c.order_bits), (NO_INVERSE, None))
        self.same(group.times(1, (c.x, c.y ^ 1), c.order_bits), (ARG, None))
        self.same(group.base(1), (OK, (c.x, c.y)))
        case = next(case for case in read("x25519_test") if "EdgeCaseShared" in case.test["flags"])
        got = self.ladder("x25519", case.number("public", "little"), case.number("private", "little"))
        self.same(got, (OK, case.number("shared", "little")), case.name)
        key = Key.make(self.rng, 128, 128, 65537)
        for changed, want in (({}, (OK, key.n - 1)), ({"dp": 2}, (CHECK, 0))):
            operands = key.operands(self.rng, key.n - 1, WIDTH, **changed)
            self.same(self.engine.run("RSA_PRIVATE", key.params(), *operands), want)


def tearDownModule() -> None:  # noqa: N802 # unittest's name
    print(f"{ran.total()} cases: " + ", ".join(f"{name} {count}" for name, count in sorted(ran.items())))


if __name__ == "__main__":
    unittest.main()
