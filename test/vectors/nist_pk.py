# SPDX-License-Identifier: Apache-2.0
"""Public-key vectors of the standards bodies in the text formats of the cryptography_vectors package."""

from __future__ import annotations

import functools
import hashlib
import math
import pathlib
import re

import ec_model
from cryptography.hazmat.primitives.asymmetric import rsa
from nist import Block, blocks
from vector import CURVE_BYTES, Collection, Expect, Kind, Vector, to_bytes, unhex

HASHLIB = {
    "SHA1": "sha1",
    "SHA224": "sha224",
    "SHA256": "sha256",
    "SHA384": "sha384",
    "SHA512": "sha512",
    "SHA512_224": "sha512_224",
    "SHA512_256": "sha512_256",
    "SM3": "sm3",
}


def digest(hash_name: str, message: bytes) -> bytes:
    """The digest by Python's own library."""
    return hashlib.new(HASHLIB[hash_name], message).digest()


# Finding primes takes long, and many vectors have the same key.
rsa_primes = functools.cache(rsa.rsa_recover_prime_factors)


def rsa_components(n: int, e: int, d: int, p: int = 0, q: int = 0) -> dict[str, bytes]:
    """All components of a private key; the primes are found from d if they are not given."""
    p = p or rsa_primes(n, e, d)[0]
    q = q or n // p
    p, q = max(p, q), min(p, q)
    if p * q != n:
        raise SystemExit("an RSA modulus is not the product of its primes")
    half = (len(to_bytes(n)) + 1) // 2
    return {
        "n": to_bytes(n),
        "e": to_bytes(e),
        "d": to_bytes(d, len(to_bytes(n))),
        "p": to_bytes(p, half),
        "q": to_bytes(q, half),
        "dp": to_bytes(d % (p - 1), half),
        "dq": to_bytes(d % (q - 1), half),
        "qinv": to_bytes(pow(q, -1, p), half),
    }


class NistPk:
    """Reads all of them into a collection."""

    def __init__(self, root: pathlib.Path, collection: Collection) -> None:
        self.root = root
        self.all = collection

    def read(self) -> None:
        """Every public-key algorithm."""
        self._ecdsa()
        self._ecdh()
        self._points()
        self._edwards()
        self._montgomery()
        self._rsa_signatures()
        self._rsa_examples()

    def _add(
        self,
        path: pathlib.Path,
        block: Block,
        alg: str,
        kind: Kind,
        fields: dict[str, bytes],
        curve: str = "CURVE_NONE",
        hash_name: str = "ALG_NONE",
        expect: Expect = Expect.OK,
    ) -> None:
        source = "nist/" + "/".join(path.relative_to(self.root).parts[1:])
        self.all.add(Vector(alg, kind, source, int(block["line"]), fields, expect, curve, hash_name))

    # ---- elliptic curves ----

    def _ecdsa(self) -> None:
        folder = self.root / "asymmetric/ECDSA"
        names = {
            "P-192": "SECP192R1",
            "P-224": "SECP224R1",
            "P-256": "SECP256R1",
            "P-384": "SECP384R1",
            "P-521": "SECP521R1",
            "K-256": "SECP256K1",
        }
        for file in ("FIPS_186-3/SigGen.txt", "FIPS_186-3/SigVer.rsp", "SECP256K1/SigGen.txt", "FIPS_186-2/SigVer.rsp"):
            path = folder / file
            for block in blocks(path, "Msg"):
                name, _, hash_name = block["section"].partition(",")
                hash_name = hash_name.replace("-", "") or "SHA1"
                curve = names.get(name)
                if not curve:
                    self.all.skip("ECDSA", "curve over a binary field")
                    continue
                size = CURVE_BYTES[curve]
                r, s, x, y = (int(block[key], 16) for key in ("R", "S", "Qx", "Qy"))
                fields = {
                    "in": digest(hash_name, unhex(block["Msg"])),
                    "tag": to_bytes(r, size) + to_bytes(s, size),
                    "x": to_bytes(x, size),
                    "y": to_bytes(y, size),
                }
                expect = Expect.AUTH if block.get("Result", "P").startswith("F") else Expect.OK
                if "Q changed" in block.get("Result", "") and not self._on_curve(curve, x, y):
                    expect = Expect.ARG
                self._add(path, block, "ECDSA", Kind.VERIFY, fields, curve, hash_name, expect)
                if "d" in block:
                    signing = {name: fields[name] for name in ("in", "x", "y")}
                    signing["d"] = to_bytes(int(block["d"], 16), size)
                    self._add(path, block, "ECDSA", Kind.SIGN, signing, curve, hash_name)

    @staticmethod
    def _on_curve(curve: str, x: int, y: int) -> bool:
        return ec_model.CURVES[curve].contains((x, y))

    def _ecdh(self) -> None:
        folder = self.root / "asymmetric/ECDH"
        names = {"EA": "SECP192R1", "EB": "SECP224R1", "EC": "SECP256R1", "ED": "SECP384R1", "EE": "SECP521R1"}
        for path in sorted(folder.glob("*NOKC_ZZOnly*.fax")):
            for block in blocks(path, "COUNT"):
                curve = names[block["section"][:2]]
                size = CURVE_BYTES[curve]
                x, y = int(block["QsCAVSx"], 16), int(block["QsCAVSy"], 16)
                fields = {"d": to_bytes(int(block["dsIUT"], 16), size), "in": to_bytes(x, size) + to_bytes(y, size)}
                result = block["Result"]
                if result.startswith("P"):
                    fields["out"] = unhex(block["Z"]).rjust(size, b"\0")
                    self._add(path, block, "ECDH", Kind.DERIVE, fields, curve)
                elif not self._on_curve(curve, x, y):
                    self._add(path, block, "ECDH", Kind.DERIVE, fields, curve, expect=Expect.ARG)
                else:
                    self.all.skip("ECDH", "the fault is in our own key or in the result")
        path = folder / "brainpool.txt"
        for block in blocks(path, "COUNT"):
            curve = block["curve"].upper()
            size = CURVE_BYTES[curve]
            for own, peer in (("dA", "B"), ("dB", "A")):
                point = b"".join(to_bytes(int(block[f"{c}_q{peer}"], 16), size) for c in "xy")
                fields = {
                    "d": to_bytes(int(block[own], 16), size),
                    "in": point,
                    "out": to_bytes(int(block["x_Z"], 16), size),
                }
                self._add(path, block, "ECDH", Kind.DERIVE, fields, curve)

    def _points(self) -> None:
        """Public-key validation: an agreement with the private key 1 gives back the point, or refuses it."""
        for path in sorted(self.root.glob("asymmetric/ECDSA/FIPS_186-[23]/PKV.rsp")):
            for block in blocks(path, "Qx"):
                curve = block["section"].replace("P-", "SECP") + "R1"
                if curve not in CURVE_BYTES:
                    self.all.skip("ECDH", "curve over a binary field")
                    continue
                size = CURVE_BYTES[curve]
                x, y = int(block["Qx"], 16), int(block["Qy"], 16)
                if max(x, y) >> (8 * size):
                    self.all.skip("ECDH", "coordinate longer than the field")
                    continue
                fields = {"d": to_bytes(1, size), "in": to_bytes(x, size) + to_bytes(y, size)}
                if block["Result"].startswith("P"):
                    fields["out"] = to_bytes(x, size)
                    self._add(path, block, "ECDH", Kind.DERIVE, fields, curve)
                else:
                    self._add(path, block, "ECDH", Kind.DERIVE, fields, curve, expect=Expect.ARG)

    def _edwards(self) -> None:
        path = self.root / "asymmetric/Ed25519/sign.input"
        for number, line in enumerate(path.read_text().splitlines(), 1):
            secret, public, message, signed = (unhex(part) for part in line.split(":")[:4])
            self._signed(path, number, "ED25519", secret[:32], public, message, signed[:64])
        path = self.root / "asymmetric/Ed448/rfc8032.txt"
        for block in blocks(path, "COUNT"):
            if block.get("CONTEXT"):
                self.all.skip("EDDSA", "Ed448 with a context")
                continue
            self._signed(
                path,
                int(block["line"]),
                "ED448",
                *(unhex(block[name]) for name in ("SECRET", "PUBLIC", "MESSAGE", "SIGNATURE")),
            )

    def _signed(
        self,
        path: pathlib.Path,
        number: int,
        curve: str,
        secret: bytes,
        public: bytes,
        message: bytes,
        signature: bytes,
    ) -> None:
        block = {"line": str(number)}
        self._add(path, block, "EDDSA", Kind.SIGN, {"d": secret, "x": public, "in": message, "tag": signature}, curve)
        self._add(path, block, "EDDSA", Kind.VERIFY, {"x": public, "in": message, "tag": signature}, curve)

    def _montgomery(self) -> None:
        for curve in ("X25519", "X448"):
            path = self.root / f"asymmetric/{curve}/rfc7748.txt"
            for block in blocks(path, "COUNT"):
                fields = {
                    "d": unhex(block["INPUT_SCALAR"]),
                    "in": unhex(block["INPUT_U"]),
                    "out": unhex(block["OUTPUT_U"]),
                }
                self._add(path, block, "ECDH", Kind.DERIVE, fields, curve)

    # ---- RSA ----

    def _rsa_signatures(self) -> None:
        folder = self.root / "asymmetric/RSA"
        files = {
            "FIPS_186-2/SigGen15_186-2.txt": "RSA_PKCS1_SIGN",
            "FIPS_186-2/SigGen15_186-3.rsp": "RSA_PKCS1_SIGN",
            "FIPS_186-2/SigVer15_186-3.rsp": "RSA_PKCS1_SIGN",
            "SigVer15EMTest.txt": "RSA_PKCS1_SIGN",
            "FIPS_186-2/SigGenPSS_186-2.txt": "RSA_PSS",
            "FIPS_186-2/SigGenPSS_186-3.rsp": "RSA_PSS",
            "FIPS_186-2/SigVerPSS_186-3.rsp": "RSA_PSS",
        }
        for file, alg in files.items():
            path = folder / file
            salt_line = re.search(r"^# Salt len: (\d+)", path.read_text(), re.M)
            salt_len = int(salt_line[1]) if salt_line else 0
            for block in blocks(path, "SHAAlg"):
                self._rsa_signature(path, block, alg, salt_len)

    def _rsa_signature(self, path: pathlib.Path, block: Block, alg: str, salt_len: int) -> None:
        hash_name = block["SHAAlg"]
        n, e = int(block["n"], 16), int(block["e"], 16)
        fields = {"n": to_bytes(n), "e": to_bytes(e), "in": digest(hash_name, unhex(block["Msg"]))}
        expect = Expect.AUTH if block.get("Result", "P").startswith("F") else Expect.OK
        size = len(fields["n"])
        if expect == Expect.OK and "Result" in block and self._exponents_differ(block):
            self.all.skip(alg, "said to pass, with exponents that do not belong together")
            return
        if alg == "RSA_PKCS1_SIGN" or salt_len == len(fields["in"]) or expect == Expect.AUTH:
            tag = to_bytes(int(block["S"], 16), size)
            self._add(path, block, alg, Kind.VERIFY, {**fields, "tag": tag}, hash_name=hash_name, expect=expect)
        else:
            self.all.skip(alg, "salt is not as long as the digest")
        if "d" in block and "Result" not in block:
            fields.update(rsa_components(n, e, int(block["d"], 16)))
            if alg == "RSA_PKCS1_SIGN":
                fields["tag"] = unhex(block["S"])
            if alg == "RSA_PSS" and size < 2 * len(fields["in"]) + 2:
                self.all.skip(alg, "modulus too short for digest and salt")
                return
            self._add(path, block, alg, Kind.SIGN, fields, hash_name=hash_name)

    @staticmethod
    def _exponents_differ(block: Block) -> bool:
        p, q, e, d = (int(block[name], 16) for name in ("p", "q", "e", "d"))
        return (e * d - 1) % math.lcm(p - 1, q - 1) != 0

    def _rsa_examples(self) -> None:
        """The example files of PKCS#1: titled paragraphs of hexadecimal numbers."""
        folder = self.root / "asymmetric/RSA"
        self._examples(
            folder / "pkcs1v15sign-vectors.txt", "RSA_PKCS1_SIGN", "SHA1", "Message to be signed", "Signature"
        )
        self._examples(folder / "pkcs1v15crypt-vectors.txt", "RSA_PKCS1_CRYPT", "ALG_NONE", "Message", "Encryption")
        self._examples(folder / "pkcs-1v2-1d2-vec/pss-vect.txt", "RSA_PSS", "SHA1", "Message to be signed", "Signature")
        self._examples(folder / "pkcs-1v2-1d2-vec/oaep-vect.txt", "RSA_OAEP", "SHA1", "Message", "Encryption")
        for path in sorted(folder.glob("oaep-custom/*.txt")):
            _, hash_name, mask_hash = path.stem.upper().split("-")
            if hash_name == mask_hash:
                self._examples(path, "RSA_OAEP", hash_name, "Message", "Encryption")
            else:
                self.all.skip("RSA_OAEP", "mask hash differs", path.read_text().count("# Encryption"))

    def _examples(self, path: pathlib.Path, alg: str, hash_name: str, message: str, result: str) -> None:
        values: dict[str, str] = {}
        title = ""
        for number, line in enumerate([*path.read_text().splitlines(), "# Example"], 1):
            if not line.startswith("#"):
                values[title] = values.get(title, "") + line.replace(" ", "")
                continue
            if title == result:
                self._example(path, number, alg, hash_name, values, message, result)
            title = line.strip("#: ")
            if title == "Public key":
                values = {}
            values[title] = ""

    def _example(
        self,
        path: pathlib.Path,
        number: int,
        alg: str,
        hash_name: str,
        values: dict[str, str],
        message: str,
        result: str,
    ) -> None:
        n, e, d, p, q = (
            int(values[name], 16) for name in ("Modulus", "Public exponent", "Exponent", "Prime 1", "Prime 2")
        )
        block = {"line": str(number)}
        data, outcome = unhex(values[message]), unhex(values[result])
        private = rsa_components(n, e, d, p, q)
        public = {"n": private["n"], "e": private["e"]}
        outcome = outcome.rjust(len(private["n"]), b"\0")
        if result == "Signature":
            data = digest(hash_name, data)
            self._add(path, block, alg, Kind.VERIFY, {**public, "in": data, "tag": outcome}, hash_name=hash_name)
            known = {"tag": outcome} if alg == "RSA_PKCS1_SIGN" else {}
            self._add(path, block, alg, Kind.SIGN, {**private, "in": data, **known}, hash_name=hash_name)
        else:
            self._add(path, block, alg, Kind.PRIVATE, {**private, "in": outcome, "out": data}, hash_name=hash_name)
            self._add(path, block, alg, Kind.PUBLIC, {**private, "in": data}, hash_name=hash_name)
