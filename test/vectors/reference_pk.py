# SPDX-License-Identifier: Apache-2.0
"""Public-key vectors computed here by the textbook (ec_model.py, edwards_model.py, and Python's integers for RSA), for
what the collections leave out: raw RSA, agreement on every curve, signing keys for every curve, SM2, long messages and
wrong keys of Ed25519 and Ed448."""

from __future__ import annotations

import hashlib

import ec_model
import edwards_model
import rsa_model
from nist_pk import rsa_components
from reference import SOURCE, data
from vector import CURVE_BYTES, SCALAR_BYTES, Collection, Expect, Kind, Vector, to_bytes

# GB/T 32918.2, section A.1: the identity that is meant when none is given.
SM2_DEFAULT_ID = b"1234567812345678"


def sm2_digest(curve: ec_model.Curve, point: tuple[int, int], identity: bytes, message: bytes) -> int:
    """e of a message: SM3(Z || M), Z over the identity, the curve and the public key (GB/T 32918.2, section 5.5)."""
    parts = (curve.a, curve.b, curve.x, curve.y, *point)
    head = (8 * len(identity)).to_bytes(2, "big") + identity + b"".join(to_bytes(part, 32) for part in parts)
    return int.from_bytes(hashlib.new("sm3", hashlib.new("sm3", head).digest() + message).digest(), "big")


class ReferencePk:
    """Adds all of them to a collection that already holds private RSA keys."""

    def __init__(self, collection: Collection) -> None:
        self.all = collection
        self.number = 0

    def make(self) -> None:
        """Every algorithm."""
        self._rsa()
        for name, curve in ec_model.CURVES.items():
            if name != "SM2_CURVE":
                self._ecdh(name, curve)
                self._ecdsa(name, curve)
        self._sm2()
        for name, edwards in edwards_model.CURVES.items():
            self._eddsa(name, edwards)

    def _add(
        self,
        alg: str,
        kind: Kind,
        what: str,
        fields: dict[str, bytes],
        expect: Expect = Expect.OK,
        curve: str = "CURVE_NONE",
        hash_name: str = "ALG_NONE",
    ) -> None:
        self.number += 1
        self.all.add(Vector(alg, kind, SOURCE + what, self.number, fields, expect, curve, hash_name))

    def _rsa(self) -> None:
        keys: dict[int, list[dict[str, bytes]]] = {}
        for vector in self.all.vectors:
            if vector.alg.startswith("RSA") and "q" in vector.fields:
                of_size = keys.setdefault(int.from_bytes(vector.fields["n"], "big").bit_length(), [])
                if len(of_size) < 2 and all(vector.fields["n"] != key["n"] for key in of_size):
                    of_size.append(vector.fields)
        for bits, of_size in sorted(keys.items()):
            for fields in of_size:
                n, e, d = (int.from_bytes(fields[name], "big") for name in ("n", "e", "d"))
                key = rsa_components(n, e, d, *(int.from_bytes(fields[name], "big") for name in "pq"))
                size = len(key["n"])
                messages = [int.from_bytes(data(f"rsa {bits} {i}", size), "big") % n for i in range(3)]
                for message in [*messages, 0, 1, n - 1, 1 << (bits // 2)]:
                    plain, text = to_bytes(message, size), to_bytes(pow(message, e, n), size)
                    self._add("RSA", Kind.PUBLIC, "rsa", {"n": key["n"], "e": key["e"], "in": plain, "out": text})
                    self._add("RSA", Kind.PRIVATE, "rsa", {**key, "in": text, "out": plain})
                for bad in (to_bytes(n), to_bytes((1 << 8 * size) - 1), bytes(size - 1), bytes(size + 1), b""):
                    self._add("RSA", Kind.PUBLIC, "rsa", {"n": key["n"], "e": key["e"], "in": bad}, Expect.ARG)
                    self._add("RSA", Kind.PRIVATE, "rsa", {**key, "in": bad}, Expect.ARG)

                self._rsa_padded(bits, key)

    def _rsa_padded(self, bits: int, key: dict[str, bytes]) -> None:
        """Signatures and ciphertexts by the book (RFC 8017), for sizes that the collections leave out."""
        n, e, d = (int.from_bytes(key[name], "big") for name in ("n", "e", "d"))
        size = len(key["n"])
        public = {"n": key["n"], "e": key["e"]}
        hashed, salt = data(f"rsa digest {bits}", 32), data(f"rsa salt {bits}", 32)
        for alg, encoded in (
            ("RSA_PKCS1_SIGN", rsa_model.pkcs1_signature(hashed, size)),
            ("RSA_PSS", rsa_model.pss("sha256", hashed, salt, bits - 1)),
        ):
            tag = to_bytes(pow(int.from_bytes(encoded, "big"), d, n), size)
            known = {"tag": tag} if alg == "RSA_PKCS1_SIGN" else {}
            self._add(alg, Kind.VERIFY, "rsa", {**public, "in": hashed, "tag": tag}, hash_name="SHA256")
            self._add(alg, Kind.SIGN, "rsa", {**key, "in": hashed, **known}, hash_name="SHA256")
            for bad in (bytes([tag[0] ^ 1]) + tag[1:], bytes(size), key["n"], to_bytes(n - 1)):
                self._add(
                    alg, Kind.VERIFY, "rsa", {**public, "in": hashed, "tag": bad}, Expect.AUTH, hash_name="SHA256"
                )
        message, seed = data(f"rsa message {bits}", 24), data(f"rsa seed {bits}", 32)
        for alg, label, encoded in (
            ("RSA_PKCS1_CRYPT", b"", rsa_model.pkcs1_encryption(message, size)),
            ("RSA_OAEP", b"label", rsa_model.oaep("sha256", message, b"label", seed, size)),
        ):
            hash_name = "SHA256" if alg == "RSA_OAEP" else "ALG_NONE"
            fields = {**key, "aad": label} if label else key
            number = int.from_bytes(encoded, "big")
            text = to_bytes(pow(number, e, n), size)
            self._add(alg, Kind.PRIVATE, "rsa", {**fields, "in": text, "out": message}, hash_name=hash_name)
            self._add(alg, Kind.PUBLIC, "rsa", {**fields, "in": message}, hash_name=hash_name)
            for change in (1 << (8 * size - 12), 1 << (8 * size - 17)):  # the first two bytes, then what follows
                bad = to_bytes(pow((number ^ change) % n, e, n), size)
                expect = Expect.AUTH if alg == "RSA_OAEP" else Expect.IMPLICIT
                if alg == "RSA_OAEP" or change >> (8 * size - 16):
                    self._add(alg, Kind.PRIVATE, "rsa", {**fields, "in": bad}, expect, hash_name=hash_name)

    def _ecdh(self, name: str, curve: ec_model.Curve) -> None:
        size, scalar_size = CURVE_BYTES[name], SCALAR_BYTES[name]
        scalars = [int.from_bytes(data(f"{name} d {i}", size + 8), "big") % (curve.n - 1) + 1 for i in range(6)]
        for d in [*scalars, 1, 2, curve.n - 1, curve.n - 2]:
            peer = curve.public(scalars[0] * 3 % curve.n)
            shared = curve.multiply(d, peer)
            if shared is None:
                continue
            point = b"".join(to_bytes(c, size) for c in peer)
            fields = {"d": to_bytes(d, scalar_size), "in": point, "out": to_bytes(shared[0], size)}
            self._add("ECDH", Kind.DERIVE, "ec", fields, curve=name)
            for bad in (point[:-1] + bytes([point[-1] ^ 1]), bytes(2 * size), point[:-1], b"\4" + point, b""):
                self._add("ECDH", Kind.DERIVE, "ec", {"d": fields["d"], "in": bad}, Expect.ARG, name)

    def _ecdsa(self, name: str, curve: ec_model.Curve) -> None:
        for i, (hash_name, hash_len) in enumerate((("SHA1", 20), ("SHA256", 32), ("SHA512", 64), ("SM3", 32))):
            d = int.from_bytes(data(f"{name} sign {i}", CURVE_BYTES[name] + 8), "big") % (curve.n - 1) + 1
            hashed = data(f"{name} digest {i}", hash_len)
            self._ecdsa_key(name, curve, d, hashed, hash_name, f"{name} k {i}")
        if SCALAR_BYTES[name] > CURVE_BYTES[name]:  # the largest s there is, and the largest key
            hashed, nonce = data(f"{name} digest long", 32), f"{name} k long"
            k = self._nonce(name, curve, nonce)
            d = (k * (curve.n - 1) - curve.digest_number(hashed)) * pow(curve.public(k)[0], -1, curve.n) % curve.n
            self._ecdsa_key(name, curve, d, hashed, "SHA256", nonce)
            self._ecdsa_key(name, curve, curve.n - 1, hashed, "SHA256", nonce)

    @staticmethod
    def _nonce(name: str, curve: ec_model.Curve, seed: str) -> int:
        return int.from_bytes(data(seed, CURVE_BYTES[name]), "big") % curve.n

    def _ecdsa_key(self, name: str, curve: ec_model.Curve, d: int, hashed: bytes, hash_name: str, nonce: str) -> None:
        """A signature by key d, and wrong ones."""
        size, scalar_size = CURVE_BYTES[name], SCALAR_BYTES[name]
        x, y = curve.public(d)
        public = {"x": to_bytes(x, size), "y": to_bytes(y, size)}
        private = {"d": to_bytes(d, scalar_size), **public, "in": hashed}
        self._add("ECDSA", Kind.SIGN, "ec", private, curve=name, hash_name=hash_name)
        r, s = curve.ecdsa_sign(d, hashed, self._nonce(name, curve, nonce))
        tag = to_bytes(r, scalar_size) + to_bytes(s, scalar_size)
        self._add("ECDSA", Kind.VERIFY, "ec", {**public, "in": hashed, "tag": tag}, curve=name, hash_name=hash_name)
        zero = bytes(scalar_size)
        for bad in (
            zero + tag[scalar_size:],
            tag[:scalar_size] + zero,
            zero + zero,
            tag[scalar_size:] + tag[:scalar_size],
            to_bytes(curve.n % 2 ** (8 * scalar_size), scalar_size) + tag[scalar_size:],
        ):
            fields = {**public, "in": hashed, "tag": bad}
            self._add("ECDSA", Kind.VERIFY, "ec", fields, Expect.AUTH, name, hash_name)

    def _sm2(self) -> None:
        curve = ec_model.CURVES["SM2_CURVE"]
        for i, (id_len, length) in enumerate(
            ((0, 0), (0, 1), (16, 14), (0, 64), (1, 200), (100, 33), (18, 4096), (0, 31))
        ):
            d = int.from_bytes(data(f"sm2 d {i}", 40), "big") % (curve.n - 2) + 1
            point = curve.public(d)
            identity, message = data(f"sm2 id {i}", id_len), data(f"sm2 {i}", length)
            e = sm2_digest(curve, point, identity or SM2_DEFAULT_ID, message)
            r, s = curve.sm2_sign(d, e, int.from_bytes(data(f"sm2 k {i}", 32), "big") % curve.n)
            public = {"x": to_bytes(point[0], 32), "y": to_bytes(point[1], 32)}
            fields = {**public, "aad": identity, "in": message}
            tag = to_bytes(r, 32) + to_bytes(s, 32)
            self._add(
                "SM2_SIGN", Kind.SIGN, "sm2", {**fields, "d": to_bytes(d, 32)}, curve="SM2_CURVE", hash_name="SM3"
            )
            self._add("SM2_SIGN", Kind.VERIFY, "sm2", {**fields, "tag": tag}, curve="SM2_CURVE", hash_name="SM3")
            wrong = [
                {**fields, "tag": bytes([tag[0] ^ 0x80]) + tag[1:]},
                {**fields, "tag": tag[:-1] + bytes([tag[-1] ^ 1])},
                {**fields, "tag": bytes(32) + tag[32:]},
                {**fields, "tag": tag[:32] + bytes(32)},
                {**fields, "tag": tag[:32] + to_bytes(curve.n - r, 32)},  # r + s = 0 modulo n
                {**fields, "tag": to_bytes(curve.n, 32) + tag[32:]},
                {**fields, "tag": tag[:32] + to_bytes(curve.n, 32)},
                {**fields, "tag": tag, "in": message + b"\0"},
                {**fields, "tag": tag, "aad": (identity or SM2_DEFAULT_ID) + b"x"},
            ]
            for changed in wrong:
                self._add("SM2_SIGN", Kind.VERIFY, "sm2", changed, Expect.AUTH, "SM2_CURVE", "SM3")

    def _eddsa(self, name: str, curve: edwards_model.Edwards) -> None:
        size = curve.size
        for i, length in enumerate((0, 1, 63, 64, 127, 128, 135, 136, 137, 1023, 5000)):
            secret, message = data(f"{name} d {i}", size), data(f"{name} {i}", length)
            public, tag = curve.public(secret), curve.sign(secret, message)
            fields = {"x": public, "in": message}
            self._add("EDDSA", Kind.SIGN, "ec", {**fields, "d": secret, "tag": tag}, curve=name)
            self._add("EDDSA", Kind.VERIFY, "ec", {**fields, "tag": tag}, curve=name)
            s = int.from_bytes(tag[size:], "little")
            for bad in (
                tag[:size] + (s + curve.n).to_bytes(size, "little"),  # S is not below the order
                tag[:size] + bytes(size),
                bytes(size) + tag[size:],
                tag[:-2] + bytes([tag[-2] ^ 1, tag[-1]]),
                bytes([tag[0] ^ 1]) + tag[1:],
            ):
                self._add("EDDSA", Kind.VERIFY, "ec", {**fields, "tag": bad}, Expect.AUTH, name)
            self._add("EDDSA", Kind.VERIFY, "ec", {"x": public, "in": message + b"x", "tag": tag}, Expect.AUTH, name)
            wrong = public
            while curve.is_point(wrong):
                wrong = data(f"{name} {wrong.hex()}", size - 1) + bytes(1)
            for key in (wrong, curve.p.to_bytes(size, "little"), b"\1" + bytes(size - 2) + b"\x80"):
                self._add("EDDSA", Kind.VERIFY, "ec", {"x": key, "in": message, "tag": tag}, Expect.ARG, name)
