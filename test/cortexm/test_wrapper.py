# SPDX-License-Identifier: Apache-2.0
"""The C++ wrapper, compiled for each core: every variant and key size gives what FIPS 197 and SP 800-38A give, and a
wrong key size, direction, number of blocks or mode does not compile. The header has every variant of the engine."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import aes_reference as aes
from simulator import Simulator, data, inout, out

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "engine/cortexm/sources.cmake"
VARIANTS = {
    "m0": ("fixsliced", "one_table", "rows", "small"),
    "m3": ("fixsliced", "fixsliced_small", "one_table", "one_table_unrolled", "one_table_deconly"),
    "m4": (
        "fixsliced",
        "fixsliced_small",
        "one_table",
        "one_table_unrolled",
        "one_table_deconly",
        "rows",
        "small",
    ),
    "m7": ("fixsliced", "one_table", "one_table_unrolled", "dsp"),
}
BLOCKS = 5
# By what the engine calls it (OB_CORTEXM_AES); sbox is rows or dsp.
ENGINE_NAMES = {
    "fs": "fixsliced",
    "fs-small": "fixsliced_small",
    "t1": "one_table",
    "t1-unrolled": "one_table_unrolled",
    "t1-deconly": "one_table_deconly",
    "small": "small",
}
MISUSE = ("WRONG_BITS", "WRONG_KEY", "WRONG_DIRECTION", "WRONG_PAIR", "WRONG_COUNT")


def chained(key: bytes, iv: bytes, text: bytes) -> bytes:
    found = b""
    for at in range(0, len(text), 16):
        iv = aes.encrypt(key, bytes(a ^ b for a, b in zip(iv, text[at : at + 16], strict=True)))
        found += iv
    return found


def expected(core: str, bits: int, source: random.Random) -> list[tuple[str, list[str], list[bytes]]]:
    """Function, arguments and outputs, for all that the wrapper has on this core."""
    key, block, second = source.randbytes(bits // 8), source.randbytes(16), source.randbytes(16)
    encrypted, decrypted = aes.encrypt(key, block), aes.decrypt(key, block)
    cases = []
    for variant in VARIANTS[core]:
        cases.append((f"{variant}_dec{bits}", [data(key), out(16), data(block)], [decrypted]))
        if variant != "one_table_deconly":
            cases.append((f"{variant}_enc{bits}", [data(key), out(16), data(block)], [encrypted]))
    pair = [data(key), out(32), data(block + second)]
    for variant in (name for name in VARIANTS[core] if name.startswith("fixsliced")):
        cases.append((f"{variant}_pair_enc{bits}", pair, [encrypted + aes.encrypt(key, second)]))
        cases.append((f"{variant}_pair_dec{bits}", pair, [decrypted + aes.decrypt(key, second)]))
    text, counter = source.randbytes(16 * BLOCKS), source.randbytes(12) + bytes(4)
    counted = [counter[:12] + BLOCKS.to_bytes(4, "big"), aes.counter_mode(key, counter, text)]
    message = [data(key), inout(counter), out(len(text)), data(text), BLOCKS]
    cases.append((f"fixsliced_count{bits}", message, counted))
    if core != "m0":
        cases += [(f"one_table_{name}{bits}", message, counted) for name in ("count", "uncached")]
        cipher = chained(key, counter, text)
        cases.append((f"one_table_chain_enc{bits}", message, [cipher[-16:], cipher]))
        back = [data(key), inout(counter), out(len(text)), data(cipher), BLOCKS]
        cases.append((f"one_table_chain_dec{bits}", back, [cipher[-16:], text]))
    return cases


def compiles(*flags: str) -> bool:
    command = ["arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb", "-std=c++17", "-fsyntax-only", f"-I{ROOT}", *flags]
    done = subprocess.run([*command, Path(__file__).with_name("wrapper.cpp")], capture_output=True, check=False)
    return done.returncode == 0


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    source, failures, checked = random.Random(1), 0, 0
    for core in VARIANTS:
        with Simulator(program, core, images / f"wrapper_{core}.elf") as simulator:
            for bits in (128, 192, 256):
                for name, arguments, outputs in expected(core, bits, source):
                    got = simulator.call(name, *arguments).outputs
                    checked += 1
                    if got != outputs:
                        print(f"{core} {name}: {[each.hex() for each in got]}, not {[each.hex() for each in outputs]}")
                        failures += 1
    for core, text in re.findall(r"set\(variants_(m[0347]) ([^)]*)\)", SOURCES.read_text()):
        sbox = "dsp" if core == "m7" else "rows"
        if {ENGINE_NAMES.get(name, sbox) for name in text.split()} != set(VARIANTS[core]):
            print(f"{core}: the engine has {text}, the wrapper {VARIANTS[core]}")
            failures += 1
    if not compiles():
        print("without misuse it does not compile")
        failures += 1
    for misuse in MISUSE:
        if compiles(f"-D{misuse}"):
            print(f"{misuse} compiles")
            failures += 1
    print(f"{checked} calls checked")
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
