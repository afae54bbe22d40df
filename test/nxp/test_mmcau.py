# SPDX-License-Identifier: Apache-2.0
"""The assembly of engine mmcau on the simulated unit: test_mmcau.py SIMULATOR IMAGES.

Against other implementations, while another program uses the unit wherever an interrupt can be taken; and the cycles of
a block stay below limits.
"""

from __future__ import annotations

import hashlib
import random
import struct
import sys
from pathlib import Path

from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from simulator import Simulator, SimulatorFault, data, inout, out

PARTS = {"k64f": "m4", "kl28z": "m0plus"}
MD5_IV = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
SHA1_IV = [*MD5_IV, 0xC3D2E1F0]
SHA256_IV = [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19]
DES_WORDS = {
    True: [0xC4184301, 0xC0580B01, 0xC0580B00, 0xC0580B01, 0xC0580B01, 0xC0182000],
    False: [0xC4585303, 0xC0D81B03, 0xC0D81B02, 0xC0D81B03, 0xC0D81B03, 0xC0982000],
}
# Cycles of a block: AES-256 in a row of four, MD5, SHA-1, SHA-256.
LIMITS = {"k64f": (400, 820, 1210, 1440), "kl28z": (420, 915, 1600, 2360)}


def aes(s: Simulator, source: random.Random) -> list[str]:
    """What is wrong with AES, in ECB and CBC."""
    wrong = []
    for size in (16, 24, 32):
        key, text, iv = source.randbytes(size), source.randbytes(64), source.randbytes(16)
        rk = s.call("obi_mmcau_aes_key", out(240), data(key), size).outputs[0]
        for mode in (modes.ECB(), modes.CBC(iv)):
            cipher = Cipher(algorithms.AES(key), mode).encryptor().update(text)
            chain = inout(iv) if mode.name == "CBC" else 0
            for name, result, message in (("encrypt", cipher, text), ("decrypt", text, cipher)):
                arguments = (data(rk), size // 4 + 6, inout(message), data(message), 4, chain)
                got = s.call(f"obi_mmcau_aes_{name}", *arguments).outputs
                if got[0] != result or (chain and got[1] != cipher[-16:]):
                    wrong.append(f"aes-{8 * size} {mode.name} {name}")
    return wrong


def in_place(s: Simulator, source: random.Random) -> list[str]:
    """CBC decryption over its own input, whose next chain is what it overwrites."""
    key, text, iv = source.randbytes(16), source.randbytes(48), source.randbytes(16)
    rk = s.call("obi_mmcau_aes_key", out(240), data(key), 16).outputs[0]
    cipher = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor().update(text)
    got = s.call("in_place", data(rk), 10, inout(cipher), 3, inout(iv)).outputs
    return [] if got == [text, cipher[-16:]] else ["aes in place"]


def des(s: Simulator, source: random.Random) -> list[str]:
    """What is wrong with DES and Triple DES."""
    wrong = []
    for passes in (1, 3):
        keys, block = source.randbytes(8 * passes), source.randbytes(8)
        expected = Cipher(TripleDES(keys * (3 // passes)), modes.ECB()).encryptor().update(block)
        for encrypting, message, result in ((True, block, expected), (False, expected, block)):
            order = [keys[i : i + 8] for i in range(0, len(keys), 8)][:: 1 if encrypting else -1]
            key_words = struct.pack(f"<{2 * passes}I", *struct.unpack(f">{2 * passes}I", b"".join(order)))
            words = [w for i in range(passes) for w in DES_WORDS[encrypting == (i != 1)]]
            swapped = struct.pack("<2I", *struct.unpack(">2I", message))
            arguments = (data(key_words), data(struct.pack(f"<{len(words)}I", *words)), passes, inout(swapped))
            got = s.call("obi_mmcau_des", *arguments).outputs[0]
            if struct.pack(">2I", *struct.unpack("<2I", got)) != result:
                wrong.append(f"des {passes} {encrypting}")
    return wrong


def hashes(s: Simulator, source: random.Random, name: str, iv: list[int], order: str) -> list[str]:
    """What is wrong with a hash, for one and for several blocks."""
    wrong, n = [], len(iv)
    for blocks in (1, 2, 5):
        message = source.randbytes(64 * blocks - 9)
        padded = message + b"\x80" + struct.pack(f"{order}Q", 8 * len(message))
        words = inout(struct.pack(f"<{n}I", *iv))
        got = s.call(f"obi_mmcau_{name}_blocks", words, data(padded), blocks).outputs[0]
        if struct.pack(f"{order}{n}I", *struct.unpack(f"<{n}I", got)) != hashlib.new(name, message).digest():
            wrong.append(f"{name}, {blocks} blocks")
    return wrong


def md5(s: Simulator, source: random.Random) -> list[str]:
    return hashes(s, source, "md5", MD5_IV, "<")


def sha1(s: Simulator, source: random.Random) -> list[str]:
    return hashes(s, source, "sha1", SHA1_IV, ">")


def sha256(s: Simulator, source: random.Random) -> list[str]:
    return hashes(s, source, "sha256", SHA256_IV, ">")


def hashed(s: Simulator, source: random.Random) -> list[str]:
    return md5(s, source) + sha1(s, source) + sha256(s, source)


def slow(s: Simulator, part: str) -> list[str]:
    """What takes more cycles than it may."""
    rk, text = bytes(240), bytes(64)
    took = s.call("obi_mmcau_aes_encrypt", data(rk), 14, out(64), data(text), 4, 0).cycles / 4
    cycles = [took]
    for name in ("md5", "sha1", "sha256"):
        cycles.append(s.call(f"obi_mmcau_{name}_blocks", inout(bytes(32)), data(text), 1).cycles)
    good = all(c <= limit for c, limit in zip(cycles, LIMITS[part], strict=True))
    return [] if good else [f"{part}: {cycles} cycles a block of AES-256, MD5, SHA-1, SHA-256; limits {LIMITS[part]}"]


def main() -> int:
    simulator, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures = 0
    for part, core in PARTS.items():
        source = random.Random(64)
        image = images / f"mmcau_{core}.elf"
        with Simulator(simulator, part, image, "--device=preempted") as s:
            wrong = aes(s, source) + in_place(s, source) + des(s, source) + hashed(s, source) + slow(s, part)
        # A unit that loses its registers although interrupts are masked must be noticed by each of these.
        with Simulator(simulator, part, image, "--device=stolen") as s:
            for check in (aes, in_place, des, md5, sha1, sha256):
                try:
                    if not check(s, source):
                        wrong.append(f"{check.__name__} does not notice that the unit lost its registers")
                except SimulatorFault:
                    pass
        for line in wrong:
            print(f"{part}: {line}")
        failures += len(wrong)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
