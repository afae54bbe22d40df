# SPDX-License-Identifier: Apache-2.0
"""Every assembly function on every core it is for: right results at each alignment of its buffers, in place too; the
procedure call standard and the bounds of its buffers are the simulator's to check. The reference itself is held to
FIPS 197, appendix C, and SP 800-38A, appendix F. test_functions.py SIMULATOR IMAGES [PREFIX]: the prefix of the
images' names, which says by whose assembler they are made."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import aes_reference as aes
import functions_ghash
import functions_hash
from functions import FUNCTIONS, KEY_BITS, Function
from simulator import Simulator, SimulatorFault, data, inout

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "algo/cortexm7"))
import generate  # noqa: E402

ROUNDS_OF_CASES = 8
FUNCTION_TYPE = re.compile(r"^\s+\.type (\w+), %function", re.MULTILINE)

FIPS_197_PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
FIPS_197 = {
    128: "69c4e0d86a7b0430d8cdb78070b4c55a",
    192: "dda97ca4864cdfe06eaf70a0ec0d7191",
    256: "8ea2b7ca516745bfeafc49904b496089",
}
# SP 800-38A, F.5.1: CTR-AES128.Encrypt.
CTR_KEY = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
CTR_COUNTER = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
CTR_PLAIN = bytes.fromhex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
CTR_CIPHER = bytes.fromhex("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff")
# GHASH of test case 2 of D. McGrew and J. Viega, "The Galois/Counter Mode of Operation": key, text, digest.
GHASH_KEY = bytes.fromhex("66e94bd4ef8a2c3b884cfa59ca342b2e")
GHASH_TEXT = bytes.fromhex("0388dace60b6a392f328c2b971b2fe7800000000000000000000000000000080")
# RFC 8439, 2.5.2: r, s, message, tag.
POLY1305_R = 0x0806D5400E52447C036D555408BED685
POLY1305_S = 0x1BF54941AFF6BF4AFDB20DFB8A800301
POLY1305_TEXT = b"Cryptographic Forum Research Group"
POLY1305_TAG = bytes.fromhex("a8061dc1305136c6c22b8baf0c0127a9")
GHASH_DIGEST = bytes.fromhex("f38cbb1ad69223dcc3457ae5b6b0f885")


def reference_is_right() -> bool:
    good = functions_ghash.ghash(bytes(16), GHASH_KEY, GHASH_TEXT) == GHASH_DIGEST
    good = good and aes.counter_mode(CTR_KEY, CTR_COUNTER, CTR_PLAIN) == CTR_CIPHER
    h = functions_hash.poly1305_blocks(0, POLY1305_R, POLY1305_TEXT[:32], 1)
    h = functions_hash.poly1305_blocks(h, POLY1305_R, POLY1305_TEXT[32:] + b"\x01" + bytes(13), 0)
    good = good and ((h + POLY1305_S) % 2**128).to_bytes(16, "little") == POLY1305_TAG
    for bits in KEY_BITS:
        key, cipher = bytes(range(bits // 8)), bytes.fromhex(FIPS_197[bits])
        good = good and aes.encrypt(key, FIPS_197_PLAIN) == cipher and aes.decrypt(key, cipher) == FIPS_197_PLAIN
    return good


def check(simulator: Simulator, function: Function) -> str | None:
    """None, or what is wrong."""
    source = random.Random(f"{function.symbol} {function.bits}")
    for i in range(ROUNDS_OF_CASES):
        case = function.case(source, int(i > 0) if function.length > 64 else i % 2)  # a long message once
        try:
            got = simulator.call(function.symbol, *case.arguments).outputs
        except SimulatorFault as fault:
            return str(fault)
        if got != case.expected:
            return (
                f"case {i}: {[output.hex() for output in got]}, expected {[output.hex() for output in case.expected]}"
            )
    return None


def poly1305_edges(simulator: Simulator) -> str | None:
    """Poly1305 where carries run far: accumulators about the prime and up to the largest that a block may leave, the
    largest factor and the least, blocks of ones and of zeros. A result may be the prime or more; it counts modulo the
    prime."""
    prime, clamp = functions_hash.PRIME, 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    for h in (0, 5, prime - 1, prime, 2**130 - 1, 2**130 + 4, 2**130 + 2**128 - 1):
        for r in (0, 1, clamp, clamp & -(1 << 64), 1 << 2):
            for text in (b"\xff" * 48, bytes(32), bytes(15) + b"\x80"):
                for high in (0, 1):
                    before = h.to_bytes(20, "little") + r.to_bytes(16, "little") + bytes(16)
                    arguments = [inout(before), data(text), len(text) // 16, high]
                    (after,) = simulator.call("obi_poly1305_blocks", *arguments).outputs
                    got = int.from_bytes(after[:20], "little")
                    wanted = functions_hash.poly1305_blocks(h, r, text, high)
                    if got % prime != wanted or got >= 2**130 + 2**128 or after[20:] != before[20:]:
                        return f"{h:x} and {text.hex()} times {r:x}: {got:x}, expected {wanted:x}"
    return None


def untested() -> list[str]:
    """Functions of the assembly files that FUNCTIONS, and so no test of functions, has."""
    known = {(function.source, function.symbol) for function in FUNCTIONS}
    files = {path.relative_to(ROOT / "algo").as_posix(): path for path in (ROOT / "algo").glob("*/*.S")}
    found = {(name, each) for name, path in files.items() for each in FUNCTION_TYPE.findall(path.read_text())}
    found |= {(f"cortexm7/{file.name}", function.symbol) for file in generate.FILES for function in file.functions}
    return sorted(f"{name} {symbol}: not tested" for name, symbol in found - known if not name.startswith("rv32/"))


def main() -> int:
    program, images, prefix = Path(sys.argv[1]), Path(sys.argv[2]), "".join(sys.argv[3:])
    print("\n".join(missing := untested()))
    failures, checked = len(missing), 0
    if not reference_is_right():
        print("the reference does not give the standards' vectors")
        failures += 1
    for core in ("m0", "m0plus", "m3", "m4", "m7"):
        for image in sorted({function.image for function in FUNCTIONS if core in function.cores}):
            with Simulator(program, core, images / f"{prefix}{image}_{core}.elf") as simulator:
                for function in FUNCTIONS:
                    if core in function.cores and function.image == image:
                        wrong = check(simulator, function)
                        checked += 1
                        if wrong:
                            print(f"{core} {function.symbol} {function.bits}: {wrong}")
                            failures += 1
                if image == "hash":
                    wrong = poly1305_edges(simulator)
                    if wrong:
                        print(f"{core} obi_poly1305_blocks: {wrong}")
                        failures += 1
    print(f"{checked} functions checked")
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
