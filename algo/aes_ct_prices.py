#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write algo/aes_ct_prices.h: what a block by itself, and a batch of sixteen, takes in constant-time AES.

Usage: aes_ct_prices.py SIMULATOR    (build/host/cortexm-sim)

Cortex-M: cycles on the simulator; RV32: instructions in QEMU's user mode; both as their presets compile, with -Os. This
machine, as host compiles, with -O2: hundredths of the time of a block, the least of many runs, with and without
vectors."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "sim/cortexm"))
from simulator import Simulator  # noqa: E402

HEADER = ROOT / "algo/aes_ct_prices.h"
WIDE = (ROOT / "algo/aes_ct_wide.c").read_text()
SOURCES = ["core/wipe.c", "algo/aes_ct.c", "algo/aes_ct_one.c"]
FLAGS = ["-DOB_SMALL=0", "-DOB_AES_CT_PRICES=1, 1, 1, 1, 1, 1", f"-I{ROOT}", f"-I{ROOT / 'include'}"]
CORES = ("m0", "m3", "m4", "m7")
CALL = """#include "algo/aes_ct.h"
static struct obi_aes_key k = {.rounds = 10};
static unsigned char b[16 * 32];
"""
HOST = CALL + """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
    uint64_t least = UINT64_MAX;
    size_t n = (size_t)atoi(argv[argc - 1]);
    for (int i = 0; i < 20000; i++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (int j = 0; j < 8; j++)
            obi_aes_ct_DIRECTION(&k, b, b, n);
        clock_gettime(CLOCK_MONOTONIC, &to);
        uint64_t took = (uint64_t)((to.tv_sec - from.tv_sec) * 1000000000 + to.tv_nsec - from.tv_nsec);
        least = took < least ? took : least;
    }
    printf("%llu", (unsigned long long)least);
}
"""
BARE = CALL + """
void _start(void)
{
    obi_aes_ct_DIRECTION(&k, b, b, BLOCKS);
    register long a7 __asm("a7") = 93, a0 __asm("a0") = 0;
    __asm volatile("ecall" : : "r"(a7), "r"(a0));
    __builtin_unreachable();
}
"""


def compile_to(folder: Path, compiler: list[str], wide: bool, extra: list[str]) -> Path:
    """A program that takes all blocks in batches, or none."""
    source, made = folder / "wide.c", folder / f"program{int(wide)}"
    forced = f"    if (!(taken = {'n_blocks' if wide else '0'}))"
    source.write_text(re.sub(r"^    if \(!taken\)$", forced, WIDE, flags=re.MULTILINE))
    subprocess.run([*compiler, *FLAGS, *extra, *SOURCES, str(source), "-o", str(made)], check=True, cwd=ROOT)
    return made


def prices(took: dict[tuple[bool, int], int], relative: bool = False) -> str:
    one = took[False, 2] - took[False, 1]
    batch = took[True, 32] - took[True, 16]
    keys = max(took[True, 16] - batch, 0)
    return ", ".join(str(round(100 * value / one) if relative else value) for value in (one, keys, batch))


def cortexm(simulator: Path, folder: Path, core: str, direction: str) -> str:
    took = {}
    for wide in (False, True):
        compiler = ["arm-none-eabi-gcc", f"-mcpu=cortex-{core}", "-mthumb", "-Os", "-nostartfiles", "-Wl,--entry=0"]
        made = compile_to(folder, [*compiler, f"-T{ROOT / 'sim/cortexm/flat.ld'}"], wide, [])
        with Simulator(simulator, core, made) as run:
            for n in (1, 2, 16, 32):
                arguments = ["secret:240+0a000000", f"out:{16 * n}", f"secret:{16 * n}", n]
                took[wide, n] = run.call(f"obi_aes_ct_{direction}", *arguments).cycles
    return prices(took)


def rv32(folder: Path, direction: str) -> str:
    took, source, trace = {}, folder / "call.c", folder / "trace"
    source.write_text(BARE.replace("DIRECTION", direction))
    compiler = ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-Os", "-nostartfiles"]
    for wide in (False, True):
        for n in (1, 2, 16, 32):
            extra = [f"-DBLOCKS={n}", "--specs=picolibc.specs", str(source)]
            made = compile_to(folder, compiler, wide, extra)
            subprocess.run(["qemu-riscv32", "-singlestep", "-d", "nochain,exec", "-D", trace, made], check=True)
            took[wide, n] = sum(line.startswith("Trace") for line in trace.open())
    return prices(took)


def host(folder: Path, direction: str, vector: bool) -> str:
    took, source = {}, folder / "call.c"
    source.write_text(HOST.replace("DIRECTION", direction))
    for wide in (False, True):
        made = compile_to(folder, ["cc", "-O2"], wide, [f"-DOB_VECTOR={int(vector)}", str(source)])
        for n in (1, 2, 16, 32):
            took[wide, n] = int(subprocess.run([made, str(n)], capture_output=True, text=True, check=True).stdout)
    return prices(took, True)


def main() -> int:
    simulator, rows = Path(sys.argv[1]).resolve(), {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for direction in ("encrypt", "decrypt"):
            found = {core: cortexm(simulator, folder, core, direction) for core in CORES}
            found["rv32"] = rv32(folder, direction)
            found["vector"] = host(folder, direction, True)
            found["words64"] = host(folder, direction, False)
            for target, price in found.items():
                rows.setdefault(target, []).append(price)
    lines = [f"#define OBI_AES_CT_{target.upper():8}{', '.join(found)}" for target, found in rows.items()]
    text = HEADER.read_text()
    start, end = text.index("#define OBI_AES_CT_M0"), text.index("\n\n", text.index("#define OBI_AES_CT_M0"))
    HEADER.write_text(text[:start] + "\n".join(lines) + text[end:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
