# SPDX-License-Identifier: Apache-2.0
"""The full leak matrix: whole messages through the verbs of engines soft and cortexm, every algorithm that promises
constant time with every key length, on every core and RV32, by each compiler for speed and for size. A cell that has
passed is kept for the same image, so that an interrupted run goes on where it was; when all have passed, their counts
go to test/cortexm/leak_matrix.csv. leak_matrix.py SIMULATOR IMAGES RV32_IMAGES KEPT [core...]"""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path

from simulator import Simulator
from test_leaks import where
from whole_calls import Whole, calls

COUNTS = Path(__file__).with_suffix(".csv")
HEAD = "core,engine,compiler,optimisation,algorithms,calls"
CORES = ("m0", "m0plus", "m3", "m4", "m7")
BUILDS = ("gcc_Os", "gcc_O2", "clang_Os", "clang_O2")
ENGINES = ("soft", "cortexm")
SESSION = 2048  # bytes, which is more than a session or a public buffer takes


def on_cortexm(program: Path, image: Path, core: str) -> tuple[list[Whole], list[str]]:
    """The calls, and what leaks."""
    wrong = []
    with Simulator(program, core, image) as simulator:
        every = list(calls(simulator, longest=True))
        for call in every:
            leaks = simulator.leaks("whole_run", *call.arguments)
            if leaks:
                wrong.append(f"{call.name}: {where(image, leaks)}")
    return every, wrong


def on_rv32(program: Path, image: Path, twin: Path) -> tuple[list[Whole], list[str]]:
    """The same on RV32; the rows are asked of the twin, the same engine for a Cortex-M."""
    import leaks  # noqa: PLC0415 - needs Unicorn's Python package

    with Simulator(program, "m3", twin) as simulator:
        every = list(calls(simulator, longest=True))
    wrong, memory = [], leaks.content(image)
    for call in every:
        words = [f"out:{SESSION}" if str(word).startswith(("in@", "inout@")) else word for word in call.arguments]
        found = leaks.leaks(image, memory, "whole_run", words)
        if found:
            wrong.append(f"{call.name}: {leaks.show(image, memory, found)}")
    return every, wrong


def cells(images: Path, rv32: Path, cores: list[str]) -> list[tuple[str, str, str, Path]]:
    found = []
    for core in cores:
        for engine in ENGINES if core != "rv32" else ENGINES[:1]:
            for build in BUILDS:
                name = f"matrix_{engine}_{build}"
                image = rv32 / f"{name}.elf" if core == "rv32" else images / f"{name}_{core}.elf"
                found.append((core, engine, build, image))
    return found


def main() -> int:
    program, images, rv32, kept = (Path(word) for word in sys.argv[1:5])
    cores = sys.argv[5:] or [*CORES, "rv32"]
    kept.mkdir(parents=True, exist_ok=True)
    lines, failures = [], 0
    every_cell = cells(images, rv32, cores)
    for at, (core, engine, build, image) in enumerate(every_cell, 1):
        digest = hashlib.sha256(image.read_bytes() + Path(__file__).with_name("whole_calls.py").read_bytes())
        note = kept / f"{core}-{engine}-{build}-{digest.hexdigest()[:16]}"
        head = f"[{at}/{len(every_cell)}] {core} {engine} {build}"
        if note.exists():
            lines.append(note.read_text().strip())
            print(f"{head}: has passed before")
            continue
        begun = time.monotonic()
        if core == "rv32":
            done, wrong = on_rv32(program, image, images / f"matrix_{engine}_{build}_m3.elf")
        else:
            done, wrong = on_cortexm(program, image, core)
        for line in wrong:
            print(f"{core} {engine} {build} {line}")
        print(f"{head}: {len(done)} calls, {len(wrong)} leak, {time.monotonic() - begun:.0f} s", flush=True)
        if wrong or not done:
            failures += 1
            continue
        algorithms = len({call.algorithm for call in done})
        line = f"{core},{engine},{build.replace('_', ',')},{algorithms},{len(done)}"
        note.write_text(line + "\n")
        lines.append(line)
    if not failures and len(sys.argv) == 5:  # noqa: PLR2004 - all cores
        COUNTS.write_text("\n".join([HEAD, *lines]) + "\n")
    return 1 if failures or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
