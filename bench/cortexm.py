#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Cortex-M boards' figures of bench/results beside the published ones and the model's error, as tables and a plot:
cortexm.py [board...]; or the model's error alone: cortexm.py --error CORE [--flash-ws N] [--ram-ws N]. It
simulates nothing: a test compares the recorded figures with the simulator."""

from __future__ import annotations

import argparse
import math
import re
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import pareto  # noqa: E402
import verdicts  # noqa: E402
from verdicts import CORES, Row, per_byte, read  # noqa: E402

RAW, ENGINE = "cortexm:raw", "cortexm"  # functions alone, and whole messages through the engine's verb
KINETIS = {"k64f": "m4", "k82f": "m4", "kl28z": "m0plus", "kl82z": "m0plus"}  # parts without rows of their own here
VERB = {RAW: "", ENGINE: ", verb"}
# Our modes that are compared with a published mode of another name: of single blocks, and of longer messages.
ALSO_BLOCK = {"small": ["row", "dsp"]}
ALSO_LONG = {"t1-unrolled": ["t1"]}
# What a band of compiled code also holds: most published programs were compiled by another version of gcc than ours.
COMPILERS = ", differences of compilers included"
NONE = "not validated"
CHOICE = ("message", "variant", "code", "tables", "stack", "cycles", "a byte", "constant time")


def errors(code: str = verdicts.ASSEMBLY) -> dict[str, str]:
    """The largest error of the model per core for a kind of code, as bench/peers/validation.csv has it."""
    worst = {core: verdicts.worst(core, code) for core in CORES.values()}
    more = COMPILERS if code == verdicts.COMPILED else ""
    return {
        core: NONE if error is None else f"at most {math.ceil(1000 * error - 1e-9) / 10} %{more}"
        for core, error in worst.items()
    }


def both(core: str) -> str:
    """The two bands of a core, for what shows rows of both kinds."""
    return f"assembly {errors()[core]}, compiled code {errors(verdicts.COMPILED)[core]}"


def sentence() -> str:
    """The bands of all cores, as each page that quotes simulated cycles has them (test/cortexm/test_table.py)."""
    names = {core: core.upper().replace("PLUS", "+") for core in errors()}
    of = [f"{error.removeprefix('at most ')} on the {names[core]}" for core, error in errors().items()]
    compiled = errors(verdicts.COMPILED)
    found = [core for core, error in compiled.items() if error != NONE]
    without = [names[core] for core, error in compiled.items() if error == NONE]
    most = ", ".join(
        f"{compiled[core].removeprefix('at most ').removesuffix(COMPILERS)} on the {names[core]}" for core in found
    )
    return (
        f"Error of the model: for assembly at most {', '.join(of)}; for compiled code at most {most}{COMPILERS}; "
        f"not validated for compiled code on the {', '.join(without)}."
    )


def band(core: str, flash_ws: int = 0, ram_ws: int = 0) -> str:
    """The model's error for a core, or for a part with wait states, of which bench/peers/validation.csv has pairs."""
    if not flash_ws and not ram_ws:
        return errors()[CORES.get(core) or KINETIS.get(core, core)]
    pairs = [row for row in read(ROOT / "bench/peers/validation.csv") if row["core"] == f"{core}-{flash_ws}ws"]
    if ram_ws or not pairs:
        return "not validated with these wait states"
    found = [100 * (float(row["simulated"]) / float(row["published"]) - 1) for row in pairs]
    return f"{min(found):+.1f} % to {max(found):+.1f} % with these wait states"


def published_sizes(row: Row) -> str:
    """Code and tables, and stack, of a published function, where they are published."""
    code = f"; {row['code_bytes']} + {row['table_bytes'] or 0}" if row["code_bytes"] else ""
    stack = f"{',' if code else ';'} stack {row['stack_bytes']}" if row["stack_bytes"] else ""
    return code + stack


def published(row: Row, peers: list[Row]) -> Row | None:
    """The fastest published figure for the same work on the same part."""
    also = ALSO_BLOCK if row["algorithm"] == "aes-ecb" else ALSO_LONG
    modes = [row["mode"], *also.get(row["mode"], [])]
    names = ("board", "algorithm", "operation", "bits")
    same = [p for p in peers if p["cycles"] and p["config"] in modes and all(p[name] == row[name] for name in names)]
    return min(same, key=per_byte, default=None)


def short(error: str) -> str:
    """An error as a column: the number, or a question mark."""
    number = re.match(r"at most ([\d.]+) %", error)
    return number[1] if number else "?"


def block_bytes(row: Row) -> int:
    """Bytes of the block that a figure is quoted for: AES 16, hashes and ChaCha20 64 or 128."""
    if row["algorithm"].startswith(("aes", "ghash", "poly1305")):
        return 16
    return 128 if row["algorithm"] in ("sha384", "sha512") else 64


def show(board: str, rows: list[Row], peers: list[Row]) -> None:
    core = CORES[board]
    bands = {RAW: errors()[core], ENGINE: errors(verdicts.COMPILED)[core]}
    print(f"\n{board} (Cortex-{core.upper().replace('PLUS', '+')}), simulated; error of the model: {bands[RAW]}")
    head = f"{'algorithm':10}{'operation':10}{'variant':14}{'bits':>5}{'cycles':>9}{'a block':>9}{'a byte':>9}"
    head += f"{'error %':>9}{'code':>7}{'tables':>8}{'stack':>7}{'front':>7}{'ships':>9}"
    place = dict(zip(map(id, raw := [row for row in rows if row["engine"] == RAW]), pareto.places(raw), strict=True))
    print(f"{head}  best published: cycles, a byte (whose; code + tables, stack)")
    for at, row in enumerate(rows):
        if row["engine"] == ENGINE and (at == 0 or rows[at - 1]["engine"] != ENGINE):
            print("whole messages through the engine's verb, without the opening of the key; compiled C around the")
            print(f"assembly, error of the model: {bands[ENGINE]}")
        best = published(row, peers) if row["engine"] == RAW else None
        beside = f"{best['cycles']}, {per_byte(best):.2f} ({best['mode']}{published_sizes(best)})" if best else "none"
        block = per_byte(row) * min(block_bytes(row), int(row["len_bytes"]))
        print(
            f"{row['algorithm']:10}{row['operation']:10}{row['mode']:14}{row['bits']:>5}{row['cycles']:>9}"
            f"{block:9.1f}{per_byte(row):9.2f}{short(bands[row['engine']]):>9}{row['code_bytes']:>7}{row['table_bytes']:>8}{row['stack_bytes']:>7}"
            f"{place.get(id(row), ''):>7}{pareto.default(row) if row['engine'] == RAW else '':>9}  {beside}"
        )


def choices(rows: list[Row]) -> list[list[str]]:
    """For each mode and AEAD, by the columns of CHOICE, what each variant of AES costs. Code and tables are those of a
    block and of the key schedule; a variant without tables is constant time on any memory."""
    parts = {
        (row["mode"], row["bits"], row["operation"]): row
        for row in rows
        if row["engine"] == RAW and row["algorithm"] == "aes-ecb" and row["code_bytes"]
    }
    found = []
    for row in (row for row in rows if row["engine"] == ENGINE and row["algorithm"].startswith("aes")):
        bits = str(int(row["bits"]) // 2) if row["algorithm"] == "aes-xts" else row["bits"]
        needed = ["key", "enc"] + ["dec"] * (row["operation"] == "dec")
        used = [parts[row["mode"], bits, name] for name in needed if (row["mode"], bits, name) in parts]
        cells = ["", "", ""]
        if len(used) == len(needed):
            tables = max(int(part["table_bytes"] or 0) for part in used)
            code = sum(int(part["code_bytes"]) for part in used)
            cells = [str(code), str(tables), "no" if tables else "yes"]
        name = f"{row['algorithm']}-{row['bits']} {row['operation']}"
        found.append(
            [name, row["mode"], *cells[:2], row["stack_bytes"], row["cycles"], f"{per_byte(row):.2f}", cells[2]]
        )
    return found


def plot(figures: dict[str, list[Row]], peers: list[Row], path: Path) -> None:
    """Cycles per byte of every keyless or 128-bit figure but key schedules, beside the published one."""
    import matplotlib  # noqa: PLC0415 - the tables do without

    matplotlib.use("Agg")
    from matplotlib import pyplot  # noqa: PLC0415

    shown = {
        board: [row for row in rows if row["operation"] != "key" and row["bits"] not in ("192",)]
        for board, rows in figures.items()
    }
    shown = {
        board: [
            row
            for row in rows
            if not row["algorithm"].startswith("aes")
            or row["bits"] == ("256" if row["algorithm"] == "aes-xts" else "128")
        ]
        for board, rows in shown.items()
    }
    height = [len(rows) + 2 for rows in shown.values()]
    drawing, axes = pyplot.subplots(
        len(shown), 1, figsize=(9, 0.22 * sum(height)), squeeze=False, gridspec_kw={"height_ratios": height}
    )
    for axis, (board, rows) in zip(axes[:, 0], shown.items(), strict=True):
        places = range(len(rows))
        axis.barh(places, [per_byte(row) for row in rows], color="tab:blue", label="simulated")
        pairs = [(at, published(row, peers)) for at, row in enumerate(rows)]
        points = [(per_byte(best), at) for at, best in pairs if best]
        if points:
            axis.plot(*zip(*points, strict=True), "|", color="black", markersize=9, label="best published")
        axis.set_yticks(
            places,
            [f"{row['algorithm']} {row['operation']} {row['mode']}{VERB[row['engine']]}" for row in rows],
            fontsize=7,
        )
        axis.invert_yaxis()
        axis.set_title(f"{board}: cycles per byte, AES-128; error of the model: {both(CORES[board])}", fontsize=9)
        axis.legend(fontsize=7, loc="lower right")
    drawing.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    drawing.savefig(path, dpi=110)
    print(f"\nplot: {path}")


def main() -> None:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has seen enough, as head(1)
    parser = argparse.ArgumentParser(prog="./run bench --cortexm", description=__doc__)
    parser.add_argument("boards", nargs="*", metavar="board", help=", ".join(CORES))
    parser.add_argument("--plot", type=Path, default=Path("build/bench/cortexm.png"))
    names = (*CORES, *CORES.values(), *KINETIS)
    parser.add_argument("--error", choices=names, help="print the model's error for it, no table")
    parser.add_argument("--flash-ws", type=int, default=0, help="for --error: wait states of the flash")
    parser.add_argument("--ram-ws", type=int, default=0, help="for --error: of data in RAM")
    options = parser.parse_args()
    if options.error:
        print(band(options.error, options.flash_ws, options.ram_ws))
        return
    if wrong := [board for board in options.boards if board not in CORES]:
        parser.error(f"there is no board {', '.join(wrong)}; there are {', '.join(CORES)}")
    peers = read(ROOT / "bench/peers/cortexm-aes.csv")
    figures = {
        board: [row for row in read(ROOT / f"bench/results/{board}.csv") if row["engine"] in (RAW, ENGINE)]
        for board in options.boards or CORES
    }
    for board, rows in figures.items():
        show(board, rows, peers)
        print("to choose a variant of AES: code and tables of blocks and keys, without the mode; stack of a message;")
        print(f"error of the model in the cycles: {errors(verdicts.COMPILED)[CORES[board]]}")
        for line in [list(CHOICE), *choices(rows)]:
            print(f"{line[0]:20}{line[1]:13}" + "".join(f"{cell:>9}" for cell in line[2:7]) + f"  {line[7]}")
    ours = [row for rows in figures.values() for row in rows if row["engine"] == RAW]
    listed = [row for row in read(verdicts.BEHIND) if row["board"] in figures]
    good = verdicts.show(verdicts.verdicts([peer for peer in peers if peer["board"] in figures], ours), listed)
    plot(figures, peers, options.plot)
    if off := [line for rows in figures.values() for line in pareto.off_the_knee(rows, choices)]:
        raise SystemExit("\n".join(off))
    print("every variant that a build has by default is on the knee: least cycles times bytes of code and tables")
    if not good:
        raise SystemExit("a published figure is not beaten by more than the model's error, and not listed")
    print("every published figure is beaten by more than the model's error, but those listed")


if __name__ == "__main__":
    main()
