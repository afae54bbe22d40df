# SPDX-License-Identifier: Apache-2.0
"""The C++ wrapper, compiled for each core: every variant and key size gives what FIPS 197 gives."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import aes_reference as aes
from simulator import Simulator, data, inout, out

VARIANTS = {
    "m0": ("rows", "small"),
    "m3": ("one_table", "one_table_unrolled"),
    "m4": ("rows", "small", "one_table", "one_table_unrolled"),
    "m7": ("dsp", "one_table", "one_table_unrolled"),
}


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    source, failures, checked = random.Random(1), 0, 0
    for core, variants in VARIANTS.items():
        with Simulator(program, core, images / f"wrapper_{core}.elf") as simulator:
            for variant in variants:
                for bits in (128, 192, 256):
                    key, block = source.randbytes(bits // 8), source.randbytes(16)
                    for name, expected in (("enc", aes.encrypt(key, block)), ("dec", aes.decrypt(key, block))):
                        call = simulator.call(f"{variant}_{name}{bits}", data(key), out(16), data(block))
                        checked += 1
                        if call.outputs != [expected]:
                            print(f"{core} {variant} {name} {bits}: {call.outputs[0].hex()}, not {expected.hex()}")
                            failures += 1
            if "one_table" in variants:
                key, text, counter = source.randbytes(32), source.randbytes(80), source.randbytes(12) + bytes(4)
                arguments = [data(key), inout(counter), out(80), data(text), 5]
                got = simulator.call("one_table_count256", *arguments).outputs
                checked += 1
                if got != [counter[:12] + (5).to_bytes(4, "big"), aes.counter_mode(key, counter, text)]:
                    print(f"{core} counter mode: {got[1].hex()}")
                    failures += 1
    print(f"{checked} calls checked")
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
