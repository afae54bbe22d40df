# SPDX-License-Identifier: Apache-2.0
"""Engine cortexm with the variant t1-deconly alone, linked as firmware is: AES has the rows of decryption, which
decrypt, and neither the table of encryption nor its code is in the image. With t1 both are."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import aes_reference as aes
from functions import KEY_BITS
from simulator import Simulator, data, inout, out
from whole_calls import CLASS_CIPHER, DECRYPT, names

ENCRYPTS = {"obi_aes_te", "obi_aes_t1_enc"}
DECRYPTS = {"obi_aes_td", "obi_aes_inv_sbox", "obi_aes_t1_dec"}
LENGTH = 80
IV = bytes((1, 2, 3)) + bytes(13)  # whole.c's


def symbols(image: Path) -> set[str]:
    listing = subprocess.run(["arm-none-eabi-nm", image], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in listing.splitlines()}


def ecb_decrypt(key: bytes, text: bytes) -> bytes:
    return b"".join(aes.decrypt(key, text[i : i + 16]) for i in range(0, len(text), 16))


def wrong_rows(simulator: Simulator) -> list[str]:
    """What is wrong with the rows of ciphers."""
    known, source, wrong, seen = names(), random.Random(1), [], set()
    session = inout(bytes(simulator.call("whole_session_len").result))
    for row in range(simulator.call("whole_rows").result):
        alg, dirs, *_ = simulator.call("whole_describe", out(5), row).outputs[0]
        if alg >> 5 < CLASS_CIPHER or not known[alg].startswith("aes"):
            continue
        seen.add((known[alg], dirs))
        for bits in KEY_BITS:
            key, text = source.randbytes(bits // 8), source.randbytes(LENGTH)
            what = row | DECRYPT << 8 | len(key) << 12 | LENGTH << 20
            got = simulator.call("whole_run", session, data(key), out(LENGTH), data(text), what).outputs[1]
            expected = aes.cbc_decrypt(key, IV, text) if known[alg] == "aes-cbc" else ecb_decrypt(key, text)
            if got != expected:
                wrong.append(f"{known[alg]} with {bits} bits decrypts to {got.hex()}, not {expected.hex()}")
    if seen != {("aes-ecb", 2), ("aes-cbc", 2)}:
        wrong.append(f"the rows of AES and their directions are {sorted(seen)}")
    return wrong


def main() -> int:
    program, images, wrong = Path(sys.argv[1]), Path(sys.argv[2]), []
    for core in ("m3", "m4"):
        image = images / f"deconly_{core}.elf"
        there = symbols(image)
        wrong += [f"{core}: {symbol} is linked" for symbol in sorted(ENCRYPTS & there)]
        wrong += [f"{core}: {symbol} is missing" for symbol in sorted(DECRYPTS - there)]
        with Simulator(program, core, image) as simulator:
            wrong += [f"{core}: {each}" for each in wrong_rows(simulator)]
    wrong += [
        f"t1 is linked without {symbol}" for symbol in sorted((ENCRYPTS | DECRYPTS) - symbols(images / "both_m4.elf"))
    ]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
