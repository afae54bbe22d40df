# SPDX-License-Identifier: Apache-2.0
"""Flash behind wait states: code that is read ahead, a loop in a cache, code longer than the cache, data in RAM; with
the cycles of our functions, exactly."""

from __future__ import annotations

import sys
from pathlib import Path

from simulator import Simulator, SimulatorFault, data, out

KEYS, BLOCK = data(bytes(176)), data(bytes(16))
# Part, image, function, its last argument, wait states: cycles.
EXACT: dict[tuple[str, str, str, int, int], int] = {
    ("stm32f0", "aes_m0", "obi_aes_row_enc", 10, 1): 1306,
    ("stm32f1", "aes_m3", "obi_aes_t1_enc128", 0, 2): 843,
    ("stm32f4", "aes_m4", "obi_aes_t1_enc128", 0, 5): 834,
}


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    wrong = []

    def cycles(part: str, image: str, function: str, last: int, *options: str) -> int:
        with Simulator(program, part, images / f"{image}.elf", *options) as simulator:
            arguments = (out(176), data(bytes(16))) if "key" in function else (KEYS, out(16), BLOCK, last)
            return simulator.call(function, *arguments).cycles

    for (part, image, function, last, wait), expected in EXACT.items():
        core, none = image.split("_")[1], cycles(part, image, function, last)
        if none != cycles(core, image, function, last):
            wrong.append(f"{part}: without wait states not as the core alone")
        got = cycles(part, image, function, last, f"--flash-ws={wait}")
        if got != expected:
            wrong.append(f"{part} {function}: {got} cycles, expected {expected}")
        slower = cycles(part, image, function, last, f"--flash-ws={wait + 1}")
        if not none < got < slower:
            wrong.append(f"{part}: {none}, {got}, {slower} cycles with more and more wait states")
        if cycles(part, image, function, last, "--ram-ws=1") <= none:
            wrong.append(f"{part}: RAM with a wait state costs nothing")
    # The loop fits the cache of the F4, so that wait states cost nothing once it is there.
    loop = [cycles("stm32f4", "aes_m4", "obi_aes_t1_key128", 0, f"--flash-ws={wait}") for wait in (0, 7)]
    if loop[0] != loop[1]:
        wrong.append(f"a loop in the cache: {loop} cycles")
    try:
        cycles("stm32h7", "aes_m4", "obi_aes_t1_enc128", 0, "--flash-ws=2")
        wrong.append("wait states of the H7 are not refused")
    except (SimulatorFault, BrokenPipeError):
        pass
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
