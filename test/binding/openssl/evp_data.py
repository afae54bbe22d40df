# SPDX-License-Identifier: Apache-2.0
"""evp_data.py EVERY FILE...: runs vectors of OpenSSL's evp_test (test/recipes/30-test_evp_data) through EVP of the
process's libcrypto, under whatever configuration it has; of those that the provider serves, and of CCM one in EVERY.
Each vector runs in several layouts: whole, in place, in parts of different lengths, and with the context copied between
parts. Prints a JSON object: vectors and runs by algorithm, and the failures."""

import ctypes
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

lib = ctypes.CDLL("libcrypto.so.3")
P, N, Z, B = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p
for function, result, arguments in (
    ("EVP_CIPHER_fetch", P, [P, B, B]),
    ("EVP_CIPHER_get0_provider", P, [P]),
    ("EVP_CIPHER_get_block_size", N, [P]),
    ("EVP_CIPHER_CTX_new", P, []),
    ("EVP_CIPHER_CTX_free", None, [P]),
    ("EVP_CIPHER_CTX_copy", N, [P, P]),
    ("EVP_CIPHER_CTX_ctrl", N, [P, N, N, P]),
    ("EVP_CIPHER_CTX_set_padding", N, [P, N]),
    ("EVP_CIPHER_CTX_get_updated_iv", N, [P, P, Z]),
    ("EVP_CipherInit_ex2", N, [P, P, B, B, N, P]),
    ("EVP_CipherUpdate", N, [P, P, P, P, N]),
    ("EVP_CipherFinal_ex", N, [P, P, P]),
    ("EVP_MD_fetch", P, [P, B, B]),
    ("EVP_MD_get0_provider", P, [P]),
    ("EVP_MD_CTX_new", P, []),
    ("EVP_MD_CTX_free", None, [P]),
    ("EVP_MD_CTX_copy_ex", N, [P, P]),
    ("EVP_DigestInit_ex2", N, [P, P, P]),
    ("EVP_DigestUpdate", N, [P, B, Z]),
    ("EVP_DigestFinal_ex", N, [P, P, P]),
    ("EVP_MAC_fetch", P, [P, B, B]),
    ("EVP_MAC_get0_provider", P, [P]),
    ("EVP_MAC_CTX_new", P, [P]),
    ("EVP_MAC_CTX_dup", P, [P]),
    ("EVP_MAC_CTX_free", None, [P]),
    ("EVP_MAC_init", N, [P, B, Z, P]),
    ("EVP_MAC_update", N, [P, B, Z]),
    ("EVP_MAC_final", N, [P, P, P, Z]),
    ("OSSL_PROVIDER_get0_name", B, [P]),
    ("ERR_clear_error", None, []),
):
    getattr(lib, function).restype = result
    getattr(lib, function).argtypes = arguments


class Param(ctypes.Structure):
    _fields_ = [("key", B), ("data_type", ctypes.c_uint), ("data", P), ("data_size", Z), ("return_size", Z)]


UTF8_STRING = 4
SET_IVLEN, GET_TAG, SET_TAG = 0x9, 0x10, 0x11

Vector = dict[str, str]
vectors: dict[str, int] = defaultdict(int)
runs: dict[str, int] = defaultdict(int)
failures: list[str] = []


def stanzas(path: Path) -> Iterator[Vector]:
    """Those of a file, each as its lines "name = value". A digest may have several inputs, each with the numbers of
    times that it is repeated: "Inputs" is all of it."""
    for block in path.read_text().replace("\r", "").split("\n\n"):
        vector: Vector = {}
        inputs: list[bytes] = []
        for line in block.split("\n"):
            name, equals, value = line.partition("=")
            if not equals or line.startswith("#"):
                continue
            name, value = name.strip(), value.strip()
            vector.setdefault(name, value)
            if name == "Input":
                inputs.append(octets(value))
            elif name in ("Ncopy", "Count") and inputs:
                inputs[-1] *= int(value)
        yield vector | {"Inputs": b"".join(inputs).hex()}


def octets(value: str) -> bytes:
    return value[1:-1].encode() if value.startswith('"') else bytes.fromhex(value)


def mine(provider: int | None) -> bool:
    return bool(provider) and b"outboard" in lib.OSSL_PROVIDER_get0_name(provider)


def parts(data: bytes, layout: str) -> list[bytes]:
    if layout in ("whole", "in place"):
        return [data]
    if layout == "bytes":
        return [data[i : i + 1] for i in range(len(data))]
    return [data[:17], data[17:33], data[33:]]


def cipher_run(v: Vector, cipher: int, encrypt: bool, layout: str) -> str | None:
    """One run in one direction: None, or what is wrong."""
    names = ("Plaintext", "Ciphertext") if encrypt else ("Ciphertext", "Plaintext")
    source, wanted = (octets(v.get(name, "")) for name in names)
    name = v["Cipher"].lower()
    aead, ccm = "Tag" in v, name.endswith("ccm")
    iv, tag = octets(v.get("IV", "")), octets(v.get("Tag", ""))
    must_fail = "Result" in v
    context = lib.EVP_CIPHER_CTX_new()
    n = ctypes.c_int(0)
    out = b""
    try:
        ok = lib.EVP_CipherInit_ex2(context, cipher, None, None, encrypt, None) == 1
        if aead:
            ok = ok and lib.EVP_CIPHER_CTX_ctrl(context, SET_IVLEN, len(iv), None) == 1
            if ccm or (not encrypt and "SetTagLate" not in v):
                ok = ok and lib.EVP_CIPHER_CTX_ctrl(context, SET_TAG, len(tag), None if encrypt else tag) == 1
        ok = ok and lib.EVP_CipherInit_ex2(context, None, octets(v["Key"]), iv or None, encrypt, None) == 1
        if not aead or v.get("Padding") == "0":
            lib.EVP_CIPHER_CTX_set_padding(context, 0)
        if ok and ccm:
            ok = lib.EVP_CipherUpdate(context, None, ctypes.byref(n), None, len(source)) == 1
        if ok and v.get("AAD"):
            aad = octets(v["AAD"])
            ok = lib.EVP_CipherUpdate(context, None, ctypes.byref(n), aad, len(aad)) == 1
        for part in parts(source, layout) if source or ccm else []:  # CCM does its work in an update, even an empty one
            buffer = ctypes.create_string_buffer(len(part) + 32)
            given = part
            if layout == "in place":
                ctypes.memmove(buffer, part, len(part))
                given = buffer
            ok = ok and lib.EVP_CipherUpdate(context, buffer, ctypes.byref(n), given, len(part)) == 1
            out += buffer.raw[: n.value] if ok else b""
            if layout == "copies" and ok:
                copy = lib.EVP_CIPHER_CTX_new()
                if lib.EVP_CIPHER_CTX_copy(copy, context) == 1:
                    context, copy = copy, context
                lib.EVP_CIPHER_CTX_free(copy)
        if ok and aead and not encrypt and "SetTagLate" in v:
            ok = lib.EVP_CIPHER_CTX_ctrl(context, SET_TAG, len(tag), tag) == 1
        buffer = ctypes.create_string_buffer(64)
        ok = ok and lib.EVP_CipherFinal_ex(context, buffer, ctypes.byref(n)) == 1
        out += buffer.raw[: n.value] if ok else b""
        if must_fail:
            return "succeeds" if ok else None
        if not ok:
            return "fails"
        if out != wanted:
            return "gives another text"
        if aead and encrypt:
            got = ctypes.create_string_buffer(len(tag))
            if lib.EVP_CIPHER_CTX_ctrl(context, GET_TAG, len(tag), got) != 1 or got.raw != tag:
                return "gives another tag"
        if "NextIV" in v and encrypt:
            got = ctypes.create_string_buffer(len(iv))
            if lib.EVP_CIPHER_CTX_get_updated_iv(context, got, len(iv)) != 1 or got.raw != octets(v["NextIV"]):
                return "has another IV afterwards"
        return None
    finally:
        lib.EVP_CIPHER_CTX_free(context)
        lib.ERR_clear_error()


def cipher_vector(v: Vector) -> Iterator[tuple[str, str | None]]:
    cipher = lib.EVP_CIPHER_fetch(None, v["Cipher"].encode(), None)
    if not cipher or not mine(lib.EVP_CIPHER_get0_provider(cipher)) or not ({"Key", "Plaintext"} <= v.keys()):
        return
    if v.get("Result") not in (None, "CIPHERFINAL_ERROR", "CIPHERUPDATE_ERROR"):
        return
    name = v["Cipher"].lower()
    layouts = ["whole", "in place"]
    if not name.endswith(("ccm", "xts")) and "Result" not in v:
        layouts += ["parts", "copies", "bytes"]
    directions = {"ENCRYPT": [True], "DECRYPT": [False]}.get(v.get("Operation", ""), [True, False])
    for encrypt in directions:
        for layout in layouts:
            yield layout, cipher_run(v, cipher, encrypt, layout)


def digest_vector(v: Vector) -> Iterator[tuple[str, str | None]]:
    md = lib.EVP_MD_fetch(None, v["Digest"].encode(), None)
    if not md or not mine(lib.EVP_MD_get0_provider(md)) or "Input" not in v or "Output" not in v:
        return
    data, wanted = octets(v["Inputs"]), octets(v["Output"])
    for layout in ("whole", "parts", "copies"):
        context = lib.EVP_MD_CTX_new()
        ok = lib.EVP_DigestInit_ex2(context, md, None) == 1
        for part in parts(data, layout):
            ok = ok and lib.EVP_DigestUpdate(context, part, len(part)) == 1
            if layout == "copies" and ok:
                copy = lib.EVP_MD_CTX_new()
                ok = lib.EVP_MD_CTX_copy_ex(copy, context) == 1
                context, copy = copy, context
                lib.EVP_MD_CTX_free(copy)
        out = ctypes.create_string_buffer(64)
        ok = ok and lib.EVP_DigestFinal_ex(context, out, None) == 1
        lib.EVP_MD_CTX_free(context)
        yield layout, None if ok and out.raw[: len(wanted)] == wanted else "gives another digest"


def mac_vector(v: Vector) -> Iterator[tuple[str, str | None]]:
    mac = lib.EVP_MAC_fetch(None, v["MAC"].encode(), None)
    if not mac or not mine(lib.EVP_MAC_get0_provider(mac)) or not ({"Key", "Input", "Output", "Algorithm"} <= v.keys()):
        return
    if "Result" in v or "Ctrl" in v:
        return
    name = v["Algorithm"].encode()
    parameter = b"digest" if v["MAC"].upper() == "HMAC" else b"cipher"
    params = (Param * 2)(Param(parameter, UTF8_STRING, ctypes.cast(name, P), len(name), 0), Param())
    key, data, wanted = octets(v["Key"]), octets(v["Input"]), octets(v["Output"])
    for layout in ("whole", "parts", "copies"):
        context = lib.EVP_MAC_CTX_new(mac)
        ok = lib.EVP_MAC_init(context, key, len(key), params) == 1
        for part in parts(data, layout):
            ok = ok and lib.EVP_MAC_update(context, part, len(part)) == 1
            if layout == "copies" and ok:
                copy = lib.EVP_MAC_CTX_dup(context)
                lib.EVP_MAC_CTX_free(context)
                context = copy
        out, n = ctypes.create_string_buffer(64), ctypes.c_size_t(0)
        ok = ok and lib.EVP_MAC_final(context, out, ctypes.byref(n), 64) == 1
        lib.EVP_MAC_CTX_free(context)
        yield layout, None if ok and out.raw[: n.value] == wanted else "gives another MAC"


KINDS = {"Cipher": cipher_vector, "Digest": digest_vector, "MAC": mac_vector}


def main() -> None:
    every, seen = int(sys.argv[1]), 0
    for path in map(Path, sys.argv[2:]):
        for v in stanzas(path):
            seen += "ccm" in path.name
            if "ccm" in path.name and seen % every:
                continue
            for kind, run in KINDS.items():
                if kind not in v:
                    continue
                name = v[kind].lower() + ("-" + v["Algorithm"].lower() if kind == "MAC" and "Algorithm" in v else "")
                ran = False
                for layout, wrong in run(v):
                    ran = True
                    runs[name] += 1
                    if wrong:
                        failures.append(f"{path.name}: {name}, {layout}: {wrong}: {str(v)[:500]}")
                vectors[name] += ran
    print(json.dumps({"vectors": {k: n for k, n in vectors.items() if n}, "runs": runs, "failures": failures}))


main()
