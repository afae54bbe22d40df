#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write core/kat_pk.c: known answers of the public-key self-test, computed from the standards' formulas.

Usage: gen_kat_pk.py | clang-format > core/kat_pk.c

Every run writes the same file: keys, nonces and salts come from SHA-256 of a label. RSA and the curves with x and y are
computed here with integers; X25519, X448, Ed25519 and Ed448 by the cryptography package, which also checks the rest.
"""
import hashlib
import hmac
from collections.abc import Iterator
from math import gcd, lcm

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, padding, rsa, utils, x448, x25519

MESSAGE = b"abc"
DIGEST = hashlib.sha256(MESSAGE).digest()
BITS = 2048
N_LEN = BITS // 8


def stream(label: str, length: int) -> bytes:
    """Pseudorandom bytes that depend on the label alone."""
    out = b"".join(hashlib.sha256(f"{label} {i}".encode()).digest() for i in range(length // 32 + 1))
    return out[:length]


# ---- RSA (RFC 8017) ----


def probable_prime(n: int) -> bool:
    """Miller-Rabin with the first 24 primes as bases."""
    small = [p for p in range(2, 90) if all(p % q for q in range(2, p))]
    if any(n % p == 0 for p in small):
        return False
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in small:
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def prime(label: str, e: int) -> int:
    """The first prime after a pseudorandom start with its two highest bits set."""
    n = int.from_bytes(stream(label, N_LEN // 2), "big") | 3 << (BITS // 2 - 2) | 1
    while not probable_prime(n) or gcd(n - 1, e) != 1:
        n += 2
    return n


def mgf1(seed: bytes, length: int) -> bytes:
    out = b"".join(hashlib.sha256(seed + i.to_bytes(4, "big")).digest() for i in range(length // 32 + 1))
    return out[:length]


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def pkcs1_signature_block() -> bytes:
    info = bytes.fromhex("3031300d060960864801650304020105000420") + DIGEST  # section 9.2, note 1
    return b"\0\1" + b"\xff" * (N_LEN - 3 - len(info)) + b"\0" + info


def pss_block() -> bytes:
    salt = stream("salt", 32)
    h = hashlib.sha256(b"\0" * 8 + DIGEST + salt).digest()
    db = b"\0" * (N_LEN - 32 - 32 - 2) + b"\1" + salt
    masked = bytearray(xor(db, mgf1(h, len(db))))
    masked[0] &= 0x7F
    return bytes(masked) + h + b"\xbc"


def pkcs1_block() -> bytes:
    fill = bytes(b or 1 for b in stream("fill", N_LEN - 3 - len(DIGEST)))
    return b"\0\2" + fill + b"\0" + DIGEST


def oaep_block() -> bytes:
    seed = stream("seed", 32)
    db = hashlib.sha256(MESSAGE).digest() + b"\0" * (N_LEN - len(DIGEST) - 66) + b"\1" + DIGEST  # the label is MESSAGE
    masked = xor(db, mgf1(seed, len(db)))
    return b"\0" + xor(seed, mgf1(masked, 32)) + masked


def rejected(d: int, ciphertext: bytes) -> bytes:
    """What implicit rejection returns for a ciphertext with wrong padding (draft-irtf-cfrg-rsa-guidance)."""
    key = hmac.digest(hashlib.sha256(d.to_bytes(N_LEN, "big")).digest(), ciphertext, "sha256")

    def expand(label: bytes, length: int) -> bytes:
        tail = label + (8 * length).to_bytes(2, "big")
        blocks = (hmac.digest(key, i.to_bytes(2, "big") + tail, "sha256") for i in range(length // 32 + 1))
        return b"".join(blocks)[:length]

    limit = N_LEN - 10
    mask = (1 << limit.bit_length()) - 1
    candidates = expand(b"length", 256)
    lengths = [int.from_bytes(candidates[i:i + 2], "big") & mask for i in range(0, 256, 2)]
    length = [n for n in lengths if n < limit][-1]
    return expand(b"message", N_LEN)[N_LEN - length:]


def rsa_answers() -> Iterator[tuple[str, bytes]]:
    e = 65537
    p, q = sorted((prime("p", e), prime("q", e)), reverse=True)
    n, d = p * q, pow(e, -1, lcm(p - 1, q - 1))
    dp, dq, qinv = d % (p - 1), d % (q - 1), pow(q, -1, p)
    key = rsa.RSAPrivateNumbers(p, q, d, dp, dq, qinv, rsa.RSAPublicNumbers(e, n)).private_key()
    for name, value in (("n", n), ("e", e), ("d", d), ("p", p), ("q", q), ("dp", dp), ("dq", dq), ("qinv", qinv)):
        length = {"n": N_LEN, "e": 3, "d": N_LEN}.get(name, N_LEN // 2)
        yield "rsa_" + name, value.to_bytes(length, "big")

    def public(block: bytes) -> bytes:
        return pow(int.from_bytes(block, "big"), e, n).to_bytes(N_LEN, "big")

    def private(block: bytes) -> bytes:
        return pow(int.from_bytes(block, "big"), d, n).to_bytes(N_LEN, "big")

    plain = b"\0" + stream("plain", N_LEN - 1)
    pkcs1, pss = private(pkcs1_signature_block()), private(pss_block())
    pkcs1_crypt, oaep = public(pkcs1_block()), public(oaep_block())
    sha = hashes.SHA256()
    key.public_key().verify(pkcs1, DIGEST, padding.PKCS1v15(), utils.Prehashed(sha))
    key.public_key().verify(pss, DIGEST, padding.PSS(padding.MGF1(sha), 32), utils.Prehashed(sha))
    assert key.decrypt(pkcs1_crypt, padding.PKCS1v15()) == DIGEST
    assert key.decrypt(oaep, padding.OAEP(padding.MGF1(sha), sha, MESSAGE)) == DIGEST
    yield "rsa_plain", plain
    yield "rsa_raw", public(plain)
    yield "rsa_pkcs1_signature", pkcs1
    yield "rsa_pss_signature", pss
    yield "rsa_pkcs1_ciphertext", pkcs1_crypt
    yield "rsa_oaep_ciphertext", oaep
    yield "rsa_rejected", rejected(d, public(plain))


# ---- curves with x and y: p, a, b, Gx, Gy, n ----

CURVES = {
    "SECP192R1": ("fffffffffffffffffffffffffffffffeffffffffffffffff", "-3",
                  "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
                  "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
                  "07192b95ffc8da78631011ed6b24cdd573f977a11e794811",
                  "ffffffffffffffffffffffff99def836146bc9b1b4d22831"),
    "SECP224R1": ("ffffffffffffffffffffffffffffffff000000000000000000000001", "-3",
                  "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
                  "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
                  "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
                  "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d"),
    "SECP256R1": ("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", "-3",
                  "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
                  "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                  "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
                  "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    "SECP384R1": ("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
                  "-3",
                  "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
                  "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
                  "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f",
                  "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
    "SECP521R1": ("1ff" + "f" * 128, "-3",
                  "051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf0"
                  "73573df883d2c34f1ef451fd46b503f00",
                  "0c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8d"
                  "e3348b3c1856a429bf97e7e31c2e5bd66",
                  "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad076"
                  "1353c7086a272c24088be94769fd16650",
                  "1ff" + "f" * 63 + "a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
    "SECP192K1": ("fffffffffffffffffffffffffffffffffffffffeffffee37", "0", "3",
                  "db4ff10ec057e9ae26b07d0280b7f4341da5d1b1eae06c7d",
                  "9b2f2f6d9c5628a7844163d015be86344082aa88d95e2f9d",
                  "fffffffffffffffffffffffe26f2fc170f69466a74defd8d"),
    "SECP224K1": ("fffffffffffffffffffffffffffffffffffffffffffffffeffffe56d", "0", "5",
                  "a1455b334df099df30fc28a169a467e9e47075a90f7e650eb6b7a45c",
                  "7e089fed7fba344282cafbd6f7e319f7c0b0bd59e2ca4bdb556d61a5",
                  "10000000000000000000000000001dce8d2ec6184caf0a971769fb1f7"),
    "SECP256K1": ("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f", "0", "7",
                  "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                  "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
                  "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    "BRAINPOOLP256R1": ("a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
                        "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
                        "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
                        "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
                        "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
                        "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7"),
    "BRAINPOOLP384R1": (
        "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53",
        "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826",
        "04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11",
        "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e",
        "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315",
        "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565"),
    "BRAINPOOLP512R1": (
        "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f"
        "2d82c68528aa6056583a48f3",
        "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a7"
        "2bf2c7b9e7c1ac4d77fc94ca",
        "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67984050b7"
        "5ebae5dd2809bd638016f723",
        "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047"
        "406a5e688b352209bcb9f822",
        "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763aed1ca2b2f"
        "a8f0540678cd1e0f3ad80892",
        "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381"
        "085ddaddb58796829ca90069"),
    "SM2_CURVE": ("fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff", "-3",
                  "28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93",
                  "32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7",
                  "bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0",
                  "fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123"),
}
Point = tuple[int, int] | None


class Curve:
    def __init__(self, name: str) -> None:
        p, a, b, x, y, n = (int(v, 16) for v in CURVES[name])
        self.p, self.a, self.b, self.n, self.g = p, a % p, b, n, (x, y)
        self.len = (p.bit_length() + 7) // 8
        assert (y * y - x**3 - self.a * x - b) % p == 0 and self.mul(n, self.g) is None

    def add(self, s: Point, t: Point) -> Point:
        if s is None or t is None:
            return s or t
        if s[0] == t[0] and (s[1] + t[1]) % self.p == 0:
            return None
        if s == t:
            m = (3 * s[0] * s[0] + self.a) * pow(2 * s[1], -1, self.p)
        else:
            m = (t[1] - s[1]) * pow(t[0] - s[0], -1, self.p)
        x = (m * m - s[0] - t[0]) % self.p
        return x, (m * (s[0] - x) - s[1]) % self.p

    def mul(self, k: int, point: Point) -> Point:
        total: Point = None
        while k:
            if k & 1:
                total = self.add(total, point)
            point, k = self.add(point, point), k >> 1
        return total

    def bytes(self, *numbers: int) -> bytes:
        return b"".join(v.to_bytes(self.len, "big") for v in numbers)

    def scalars(self, *numbers: int) -> bytes:
        return b"".join(v.to_bytes((self.n.bit_length() + 7) // 8, "big") for v in numbers)


def deterministic_nonce(n: int, d: int) -> int:
    """The nonce of RFC 6979, section 3.2, for the digest, with SHA-256."""
    length = (n.bit_length() + 7) // 8
    z = int.from_bytes(DIGEST, "big") >> max(0, 256 - n.bit_length())
    seed = d.to_bytes(length, "big") + (z % n).to_bytes(length, "big")
    key, value = bytes(32), bytes([1]) * 32
    for i in (0, 1):
        key = hmac.digest(key, value + bytes([i]) + seed, "sha256")
        value = hmac.digest(key, value, "sha256")
    while True:
        t = b""
        while len(t) < length:
            value = hmac.digest(key, value, "sha256")
            t += value
        k = int.from_bytes(t, "big") >> (8 * len(t) - n.bit_length())
        if 0 < k < n:
            return k
        key = hmac.digest(key, value + bytes(1), "sha256")
        value = hmac.digest(key, value, "sha256")


def numbers(name: str, curve: Curve) -> tuple[int, tuple[int, int], int, int]:
    """Private key, public point, nonce and the x coordinate of its point."""
    d, k = (int.from_bytes(stream(f"{what} {name}", curve.len + 8), "big") % (curve.n - 1) + 1 for what in ("d", "k"))
    if name != "SM2_CURVE":
        k = deterministic_nonce(curve.n, d)
    public, nonce_point = curve.mul(d, curve.g), curve.mul(k, curve.g)
    assert public and nonce_point
    return d, public, k, nonce_point[0]


def ecdsa_answer(name: str) -> bytes:
    """d, x, y, r, s, and the secret with the key's own point."""
    curve = Curve(name)
    d, (x, y), k, kx = numbers(name, curve)
    z = int.from_bytes(DIGEST, "big") >> max(0, 256 - curve.n.bit_length())
    r = kx % curve.n
    s = pow(k, -1, curve.n) * (z + r * d) % curve.n
    secret = curve.mul(d, (x, y))
    assert r and s and secret
    library = getattr(ec, name.replace("BRAINPOOLP", "BrainpoolP"), None)
    if library:
        key = ec.EllipticCurvePublicNumbers(x, y, library()).public_key()
        key.verify(utils.encode_dss_signature(r, s), DIGEST, ec.ECDSA(utils.Prehashed(hashes.SHA256())))
    return curve.scalars(d) + curve.bytes(x, y) + curve.scalars(r, s) + curve.bytes(secret[0])


def sm2_answer() -> bytes:
    """d, x, y, r, s over the message with the default identity (GB/T 32918.2, sections 5.5 and 6.1)."""
    curve, identity = Curve("SM2_CURVE"), b"1234567812345678"
    d, (x, y), k, kx = numbers("SM2_CURVE", curve)
    z = hashlib.new("sm3", (8 * len(identity)).to_bytes(2, "big") + identity +
                    curve.bytes(curve.a, curve.b, *curve.g, x, y)).digest()
    e = int.from_bytes(hashlib.new("sm3", z + MESSAGE).digest(), "big")
    r = (e + kx) % curve.n
    s = pow(1 + d, -1, curve.n) * (k - r * d) % curve.n
    t = (r + s) % curve.n
    check = curve.add(curve.mul(s, curve.g), curve.mul(t, (x, y)))
    assert r and s and t and check and (e + check[0]) % curve.n == r
    return curve.scalars(d) + curve.bytes(x, y) + curve.scalars(r, s)


def byte_string_answers() -> Iterator[tuple[str, bytes]]:
    """d, x, then the secret with the key's own public key, or the signature over the message."""
    for name, cls, length in (("X25519", x25519.X25519PrivateKey, 32), ("X448", x448.X448PrivateKey, 56)):
        d = stream("d " + name, length)
        key = cls.from_private_bytes(d)
        yield name, d + key.public_key().public_bytes_raw() + key.exchange(key.public_key())
    for name, cls, length in (("ED25519", ed25519.Ed25519PrivateKey, 32), ("ED448", ed448.Ed448PrivateKey, 57)):
        d = stream("d " + name, length)
        key = cls.from_private_bytes(d)
        yield name, d + key.public_key().public_bytes_raw() + key.sign(MESSAGE)


def array(name: str, data: bytes, storage: str = "static ") -> None:
    print(f"{storage}const uint8_t {name}[{len(data)}] = {{")
    for i in range(0, len(data), 19):
        print("    " + " ".join(f"0x{b:02x}," for b in data[i:i + 19]))
    print("};")


def main() -> None:
    print("/* SPDX-License-Identifier: Apache-2.0 */")
    print("/* Known answers of the public-key self-test; generated by scripts/gen_kat_pk.py, do not edit. */")
    print('#include "kat_pk.h"\n')
    print("#include <outboard/config.h>\n")
    print("#if OB_WITH_PK\n")
    array("obi_kat_pk_digest", DIGEST, "")
    for name, data in rsa_answers():
        array("obi_kat_" + name, data, "")
    ecs = [(name, ecdsa_answer(name)) for name in CURVES if name != "SM2_CURVE"]
    ecs += [*byte_string_answers(), ("SM2_CURVE", sm2_answer())]
    for name, data in ecs:
        array(name.lower(), data)
    print("\nconst struct obi_kat_ec obi_kats_ec[] = {")
    for name, _ in ecs:
        print(f"    {{OB_{name}, {name.lower()}}},")
    print("    {OB_CURVE_NONE, 0},\n};\n\n#endif")


if __name__ == "__main__":
    main()
