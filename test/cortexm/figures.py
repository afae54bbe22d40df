# SPDX-License-Identifier: Apache-2.0
"""Figures of the assembly functions and of the engine's verb on the simulator: writes bench/results/<board>.csv and the
numbers in the banners (--write), compares both exactly (--check), or prints a table beside the published figures and
the model's error (--show [board]). Cycles hold at zero wait states with all data in single-cycle SRAM."""

from __future__ import annotations

import csv
import io
import random
import re
import sys
from pathlib import Path

import modes
from functions import BOARDS, FUNCTIONS
from simulator import Call, Simulator

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "algo/cortexm7"))
import generate  # noqa: E402

COLUMNS = [
    "board",
    "engine",
    "mode",
    "config",
    "algorithm",
    "operation",
    "bits",
    "len_bytes",
    "cycles",
    "cpu_cycles",
    "code_bytes",
    "table_bytes",
    "ram_bytes",
    "stack_bytes",
    "source",
]
RAW, ENGINE = "cortexm:raw", "cortexm"
SYMBOL_SIZES = {
    "obi_aes_sbox": 256,
    "obi_aes_inv_sbox": 256,
    "obi_aes_te": 1024,
    "obi_aes_td": 1024,
    "sha256_constants": 256,
    "sha512_constants": 640,
}
SAVED = range(4, 12)


# By core, symbol, key size and source: two sources may have one symbol, for speed and for size.
Calls = dict[tuple[str, str, int, str], Call]


def measure(program: Path, images: Path) -> Calls:
    """One call of every function on every core; the inputs are the same each time."""
    calls: Calls = {}
    for core in BOARDS:
        for image in sorted({function.image for function in FUNCTIONS if core in function.cores}):
            with Simulator(program, core, images / f"{image}_{core}.elf") as simulator:
                for function in FUNCTIONS:
                    if core in function.cores and function.image == image:
                        case = function.case(random.Random(1), 0)
                        key = core, function.symbol, function.bits, function.source
                        calls[key] = simulator.call(function.symbol, *case.arguments)
    return calls


def rows(core: str, calls: Calls) -> list[dict[str, str]]:
    found = []
    for function in FUNCTIONS:
        if core not in function.cores:
            continue
        call = calls[core, function.symbol, function.bits, function.source]
        values = [BOARDS[core], RAW, function.mode, "default", function.algorithm, function.operation, function.bits]
        values += [function.length, call.cycles, call.cycles, call.code_bytes]
        values += [sum(SYMBOL_SIZES[table] for table in function.tables), "", call.stack_bytes, "model"]
        found.append(dict(zip(COLUMNS, map(str, values), strict=True)))
    return found


def verb_rows(core: str, runs: modes.Runs) -> list[dict[str, str]]:
    found = []
    for mode, algorithm, operation, bits, call in runs[core]:
        values = [BOARDS[core], ENGINE, mode, "default", algorithm, operation, bits, modes.LENGTH]
        values += [call.cycles, call.cycles, "", "", "", call.stack_bytes, "model"]
        found.append(dict(zip(COLUMNS, map(str, values), strict=True)))
    return found


def merged(board: str, mine: list[dict[str, str]]) -> str:
    """The board's file with its rows of this engine replaced, and those of other engines kept."""
    path = ROOT / "bench/results" / f"{board}.csv"
    kept = []
    if path.exists():
        with path.open(newline="") as file:
            kept = [row for row in csv.DictReader(file) if row["engine"] not in (RAW, ENGINE)]
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(kept + mine)
    return text.getvalue()


def registers(mask: int) -> str:
    """A set of register numbers as r0-r3, r12."""
    runs, numbers = [], [i for i in range(13) if mask >> i & 1]
    while numbers:
        last = next(i for i in range(len(numbers)) if i + 1 == len(numbers) or numbers[i + 1] != numbers[i] + 1)
        runs.append(f"r{numbers[0]}" if last == 0 else f"r{numbers[0]}-r{numbers[last]}")
        numbers = numbers[last + 1 :]
    return ", ".join(runs)


def banner_lines(symbol: str, source: str, calls: Calls) -> dict[str, str]:
    """What the banner of a function must say, by field."""
    mine = {key: call for key, call in calls.items() if key[1] == symbol and key[3] == source}
    written = 0
    for call in mine.values():
        written |= call.written
    saved = written & sum(1 << i for i in SAVED)
    cores = []
    for core in BOARDS:
        cycles = [call.cycles for key, call in mine.items() if key[0] == core]
        if cycles:
            cores.append(f"{core} {'/'.join(map(str, cycles))}")
    bits = sorted({key[2] for key in mine})
    note = f" (keys of {'/'.join(map(str, bits))} bits)" if len(bits) > 1 else ""
    saves = f"saves {registers(saved)}, " if saved else ""
    return {
        "Registers": f"{saves}changes {registers(written & ~saved)}",
        "Stack": f"{max(call.stack_bytes for call in mine.values())} bytes",
        "Code": f"{max(call.code_bytes for call in mine.values())} bytes",
        "Cycles": ", ".join(cores) + note,
    }


def with_banners(path: Path, source: str, calls: Calls) -> str:
    """The text of an assembly file with the figures of its banners replaced; every global function must have one."""
    text = path.read_text()
    for symbol in re.findall(r"^    \.type (\w+), %function$", text, re.MULTILINE):
        banner = text.rfind("/*", 0, text.index(f".global {symbol}\n"))
        end = text.index("*/", banner)
        head = text[banner:end]
        if f" {symbol}(" not in head or " * Buffers: " not in head:
            raise SystemExit(f"{path}: {symbol} has no banner")
        for field, value in banner_lines(symbol, source, calls).items():
            head, found = re.subn(rf"^ \* {field}: .*$", f" * {field}: {value}", head, flags=re.MULTILINE)
            if found != 1:
                raise SystemExit(f"{path}: the banner of {symbol} has no {field}")
        text = text[:banner] + head + text[end:]
    return text


def scheduled_banners(calls: Calls) -> str:
    """The figures for the banners of the files that the build writes, algo/cortexm7/scheduled/figures.json."""
    rows = {}
    for file in generate.FILES:
        for function in file.functions:
            rows[generate.place_of(file, function)] = banner_lines(function.symbol, f"cortexm7/{file.name}", calls)
    return generate.by_name(rows)


def outputs(calls: Calls, runs: modes.Runs) -> dict[Path, str]:
    """Every file that holds figures, with the text that it must have."""
    found = {}
    for core, board in BOARDS.items():
        found[ROOT / "bench/results" / f"{board}.csv"] = merged(board, rows(core, calls) + verb_rows(core, runs))
    found[generate.FIGURES] = scheduled_banners(calls)
    scheduled = {f"cortexm7/{file.name}" for file in generate.FILES}
    for source in sorted({function.source for function in FUNCTIONS} - scheduled):
        path = ROOT / "algo" / source
        found[path] = with_banners(path, source, calls)
    return found


def show(calls: Calls, runs: modes.Runs, only: str | None) -> None:
    sys.path.insert(0, str(ROOT / "bench"))
    import cortexm  # noqa: PLC0415 - beside the results

    peers = cortexm.read(ROOT / "bench/peers/cortexm-aes.csv")
    for core, board in BOARDS.items():
        if only in (None, board):
            cortexm.show(board, rows(core, calls) + verb_rows(core, runs), peers)


def main() -> int:
    program, images, action = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    calls, runs = measure(program, images), modes.measure(program, images)
    if action == "--show":
        show(calls, runs, sys.argv[4] if len(sys.argv) > 4 else None)
        return 0
    wrong = 0
    for path, text in outputs(calls, runs).items():
        if action == "--write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(
                f"{path.relative_to(ROOT)} does not hold the figures of the simulator; ./run cortexm --write renews it"
            )
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
