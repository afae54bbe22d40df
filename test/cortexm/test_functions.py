# SPDX-License-Identifier: Apache-2.0
"""Every assembly function on every core it is for: right results at each alignment of its buffers, in place too; the
procedure call standard and the bounds of its buffers are the simulator's to check. The reference itself is held to
FIPS 197, appendix C, and SP 800-38A, appendix F."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import aes_reference as aes
import functions_ghash
from functions import FUNCTIONS, KEY_BITS, Function
from simulator import Simulator, SimulatorFault

ROUNDS_OF_CASES = 8

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
GHASH_DIGEST = bytes.fromhex("f38cbb1ad69223dcc3457ae5b6b0f885")


def reference_is_right() -> bool:
    good = functions_ghash.ghash(bytes(16), GHASH_KEY, GHASH_TEXT) == GHASH_DIGEST
    good = good and aes.counter_mode(CTR_KEY, CTR_COUNTER, CTR_PLAIN) == CTR_CIPHER
    for bits in KEY_BITS:
        key, cipher = bytes(range(bits // 8)), bytes.fromhex(FIPS_197[bits])
        good = good and aes.encrypt(key, FIPS_197_PLAIN) == cipher and aes.decrypt(key, cipher) == FIPS_197_PLAIN
    return good


def check(simulator: Simulator, function: Function) -> str | None:
    """None, or what is wrong."""
    source = random.Random(f"{function.symbol} {function.bits}")
    for i in range(ROUNDS_OF_CASES):
        case = function.case(source, i % 2)
        try:
            got = simulator.call(function.symbol, *case.arguments).outputs
        except SimulatorFault as fault:
            return str(fault)
        if got != case.expected:
            return (
                f"case {i}: {[output.hex() for output in got]}, expected {[output.hex() for output in case.expected]}"
            )
    return None


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures, checked = 0, 0
    if not reference_is_right():
        print("the reference does not give the standards' vectors")
        failures += 1
    for core in ("m0", "m0plus", "m3", "m4", "m7"):
        for image in sorted({function.image for function in FUNCTIONS if core in function.cores}):
            with Simulator(program, core, images / f"{image}_{core}.elf") as simulator:
                for function in FUNCTIONS:
                    if core in function.cores and function.image == image:
                        wrong = check(simulator, function)
                        checked += 1
                        if wrong:
                            print(f"{core} {function.symbol} {function.bits}: {wrong}")
                            failures += 1
    print(f"{checked} functions checked")
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
