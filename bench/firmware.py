#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Outboard costs a firmware that uses Mbed TLS: flash and RAM of whole images (test/size/firmware), beside the
library alone, and what they execute from reset to the end of the job on the Cortex-M simulator.

./run size prints this table. firmware.py --check compares it with bench/results/firmware.csv and with its limits;
--record writes that file."""

from __future__ import annotations

import argparse
import csv
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench/results/firmware.csv"
HEADER = [
    *("board", "engine", "mode", "config", "algorithm", "operation", "bits", "len_bytes", "cycles", "cpu_cycles"),
    *("code_bytes", "table_bytes", "ram_bytes", "stack_bytes", "source"),
]
FIGURES = ("cycles", "code_bytes", "ram_bytes")


class Image(NamedTuple):
    """One firmware: target, program, configuration of the library, engine with its variant, more options of CMake."""

    target: str
    job: str
    config: str
    engine: str = ""
    variant: str = ""
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return "-".join(word for word in (self.target, self.config, self.engine, self.variant) if word)


class Goal(NamedTuple):
    """Limits in bytes."""

    flash: int
    ram: int


def images() -> list[Image]:
    found = []
    for target in ("cortex-m4", "cortex-m0", "rv32"):
        found += [Image(target, "job", "job"), Image(target, "job", "smallest"), Image(target, "job", "job", "soft")]
        if target != "rv32":
            found.append(Image(target, "job", "job", "cortexm", "fs"))
        if target == "cortex-m4":
            found.append(Image(target, "job", "job", "cortexm", "fs-small"))
            for config in ("tls_psk", "tls_ecdhe"):
                found += [Image(target, "tls", config), Image(target, "tls", config, "soft")]
                found += [Image(target, "tls", config, "cortexm", variant) for variant in ("fs", "fs-small")]
    return found


GOALS = {
    ("cortex-m4", "job", "soft", "sw"): Goal(14000, 2000),
    ("cortex-m4", "job", "cortexm", "fs"): Goal(20000, 2000),
    ("cortex-m4", "job", "cortexm", "fs-small"): Goal(14000, 2000),
    ("cortex-m0", "job", "soft", "sw"): Goal(14000, 2000),
    ("cortex-m0", "job", "cortexm", "fs"): Goal(20000, 2000),
    ("rv32", "job", "soft", "sw"): Goal(14000, 2000),
}


def tool(target: str, name: str) -> str:
    return ("arm-none-eabi-" if target.startswith("cortex") else "riscv64-unknown-elf-") + name


def build(image: Image) -> Path:
    folder = ROOT / "build/firmware" / image.name
    options = [f"-DJOB={image.job}", f"-DCONFIG={image.config}", f"-DENGINE={image.engine}", *image.options]
    if image.variant:
        options.append(f"-DOB_CORTEXM_AES={image.variant}")
    toolchain = ROOT / f"cmake/toolchain-{image.target}.cmake"
    for command in (
        ["cmake", "-S", ROOT / "test/size/firmware", "-B", folder, "-G", "Ninja", "--toolchain", toolchain]
        + ["-DCMAKE_BUILD_TYPE=MinSizeRel", *options],
        ["cmake", "--build", folder, "--target", "image"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}\n{image.name}: the image does not build")
    return folder / "image"


def sizes(image: Image, program: Path) -> tuple[int, int]:
    """Bytes of flash and of RAM, the stack apart. What is initialised takes both."""
    command = [tool(image.target, "size"), program]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[1]
    text, data, bss = (int(word) for word in line.split()[:3])
    return text + data, data + bss


def run(image: Image, program: Path, simulator: Path) -> tuple[int, int]:
    """Instructions and cycles from reset to the end. The program ends with an error if a result of the job is wrong."""
    core = image.target.removeprefix("cortex-")
    command = [simulator, "--max-instructions=200000000", "run", core, program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"(\d+) instructions, (\d+) cycles", done.stderr)
    if done.returncode or not match:
        sys.exit(f"{image.name}: the job fails ({done.returncode}) {done.stderr}")
    return int(match[1]), int(match[2])


def compiler(image: Image) -> str:
    command = [tool(image.target, "gcc"), "-dumpfullversion"]
    return f"{command[0]} {subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()}"


def row(image: Image, flash: int, ram: int, cycles: int | None) -> dict[str, str]:
    values = {
        "board": image.target,
        "engine": image.engine or "mbedtls",
        "mode": image.variant or "sw",
        "config": image.config,
        "operation": "first",
        "cycles": "" if cycles is None else cycles,
        "code_bytes": flash,
        "ram_bytes": ram,
        "source": compiler(image),
    }
    return {name: str(values.get(name, "")) for name in HEADER}


def compare(rows: list[dict[str, str]]) -> list[str]:
    """What differs from the recorded figures. They are those of one version of the compiler: with another one only the
    limits count."""
    with RESULTS.open(newline="") as file:
        recorded = {key(line): line for line in csv.DictReader(file)}
    found = []
    for line in rows:
        before = recorded.pop(key(line), None)
        if before is None:
            found.append(f"{' '.join(key(line))}: no recorded figure")
        elif before["source"] == line["source"]:
            found += [
                f"{' '.join(key(line))}: {name} is {line[name]}, recorded {before[name]}"
                for name in FIGURES
                if line[name] != before[name]
            ]
    return found + [f"{' '.join(name)}: recorded, but no such image" for name in recorded]


def key(line: dict[str, str]) -> tuple[str, str, str, str]:
    return line["board"], line["config"], line["engine"], line["mode"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a figure differs or a limit is passed")
    parser.add_argument("--record", action="store_true", help=f"write {RESULTS.relative_to(ROOT)}")
    parser.add_argument("--simulator", type=Path, default=ROOT / "build/host/cortexm-sim")
    parser.add_argument("--only", metavar="TEXT", default="", help="only images with this in their name")
    options = parser.parse_args()
    simulator = Path(os.environ.get("OB_CORTEXM_SIM", options.simulator))

    print("Whole images with Mbed TLS (-Os, newlib-nano on Cortex-M, picolibc on RV32): bytes of flash; of RAM apart")
    print("from the stack; instructions and simulated cycles from reset to the end of the job, self-tests included.")
    print("job: AES-128-GCM and SHA-256 of 64 bytes; smallest: the same by the library's own switches for size.")
    print("tls_psk, tls_ecdhe: a TLS 1.3 client up to its first flight, with a pre-shared key, and ECDHE beside it.\n")
    print(f"{'target':10} {'config':10} {'engine':14}{'flash':>8}{'RAM':>8}{'instructions':>14}{'cycles':>11}  limits")
    failed, rows = [], []
    for image in images():
        if options.only not in image.name:
            continue
        program = build(image)
        flash, ram = sizes(image, program)
        simulated = image.target.startswith("cortex")
        instructions, cycles = run(image, program, simulator) if simulated else (None, None)
        rows.append(row(image, flash, ram, cycles))
        goal = GOALS.get(key(rows[-1]))
        who = " ".join(word for word in (image.engine, image.variant) if word) or "the library"
        print(
            f"{image.target:10} {image.config:10} {who:14}{flash:8}{ram:8}{instructions or '':>14}{cycles or '':>11}"
            + (f"  {goal.flash}, {goal.ram}" if goal else ""),
            flush=True,
        )
        if goal and (flash > goal.flash or ram > goal.ram):
            failed.append(f"{image.name}: {flash} flash, {ram} RAM, the limits are {goal.flash}, {goal.ram}")
    if options.record:
        with RESULTS.open("w", newline="") as file:
            writer = csv.DictWriter(file, HEADER, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    elif options.check:
        failed += compare(rows)
        if failed:
            failed.append("where this is meant: ./run size --record")
    if failed:
        print("\n" + "\n".join(failed))
        sys.exit(1 if options.check else 0)


if __name__ == "__main__":
    main()
