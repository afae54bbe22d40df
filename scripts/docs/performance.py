# SPDX-License-Identifier: Apache-2.0
"""The performance book: a page for each board with tables and plots, made from bench/results, bench/peers and
bench/area alone. Every figure stands with what it was obtained on, and with the peer's figure for the same work where
one is published."""

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cortexm
import plots

Row = dict[str, str]
FOLDER = "docs/performance"
SOURCES = {
    "rtl-sim": "simulated RTL: exact cycles",
    "model": "a simulated core: cycles with the model's error",
    "vm-icount": "a virtual machine whose clock counts instructions, 1 ns each: no time on a board",
    "vm": "a virtual machine",
    "host": "this machine's clock: ratios within one run only",
}
PARTS = {
    "stm32f0": "Cortex-M0",
    "stm32l0": "Cortex-M0+",
    "stm32f1": "Cortex-M3",
    "stm32f4": "Cortex-M4",
    "stm32h7": "Cortex-M7",
}
WAYS = {"sw": "software", "cpu": "block, fed by the CPU", "dma": "block, by its DMA"}
SHOWN = (("sha256", ""), ("aes-cbc", "128"), ("aes-gcm", "128"))  # with a plot of their own
PER_BYTE = "cycles per byte"
TABLE_LEN = 1024


def read(path: Path) -> list[Row]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; all columns but the first hold figures or short words."""
    lines = [f"| {' | '.join(head)} |", f"|---|{'---:|' * (len(head) - 1)}"]
    lines += [f"| {' | '.join(str(cell).replace('|', '/') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n\n"


def per_byte(row: Row) -> float:
    return float(row["cycles"]) / float(row["len_bytes"])


def job(row: Row) -> str:
    bits = f"-{row['bits']}" if row["bits"] not in ("", "0") and row["algorithm"].startswith("aes") else ""
    return f"{row['algorithm']}{bits}" + (f" {row['operation']}" if row["operation"] not in ("hash", "mac") else "")


def obtained(rows: Iterable[Row], file: str) -> str:
    kinds = "; ".join(SOURCES.get(kind, kind) for kind in sorted({row["source"] for row in rows}))
    return f"Obtained on {kinds}. All rows: [{file}](../../{file}).\n\n"


class Book:
    """The pages, and the folder that their plots go to."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder / FOLDER
        self.made: dict[str, str] = {}

    def plot(self, name: str, title: str, draw: Callable[..., None], *arguments: object) -> str:
        draw(self.folder / f"{name}.svg", title, *arguments)
        return f"![{title}]({name}.svg)\n\n"

    def add(self, name: str, text: str) -> None:
        self.made[f"{FOLDER}/{name}.md"] = text

    def cortexm_page(self, board: str) -> None:
        file = f"bench/results/{board}.csv"
        rows, peers = read(self.root / file), read(self.root / "bench/peers/cortexm-aes.csv")
        raw = [row for row in rows if row["engine"] == cortexm.RAW]
        whole = [row for row in rows if row["engine"] == cortexm.ENGINE]
        text = f"# {board}: {PARTS[board]}\n\n{obtained(rows, file)}"
        core = cortexm.CORES[board]
        band, compiled = cortexm.errors()[core], cortexm.errors(cortexm.verdicts.COMPILED)[core]
        text += f"Error of the model: {cortexm.both(core)} ([how it was found](peers.md)).\n\n"
        block = [row for row in raw if (row["algorithm"], row["operation"], row["bits"]) == ("aes-ecb", "enc", "128")]
        if block:
            best = [cortexm.published(row, peers) for row in block]
            groups = [("Outboard, simulated", [per_byte(row) for row in block])]
            if any(best):
                groups.append(("best published", [per_byte(row) if row else None for row in best]))
            title = f"{board}: AES-128, single blocks, encryption; error {band}"
            text += "## AES, single blocks\n\n" + self.plot(
                f"{board}-block", title, plots.bars, PER_BYTE, [row["mode"] for row in block], groups
            )
        others = [row for row in raw if not row["algorithm"].startswith(("aes", "ghash")) and row["operation"] != "key"]
        if others:
            names = [f"{row['algorithm']} ({row['mode']})" for row in others]
            text += "## Hashes, ChaCha20, Poly1305\n\n" + self.plot(
                f"{board}-other",
                f"{board}: long messages; error {band}",
                plots.bars,
                PER_BYTE,
                names,
                [("", [per_byte(row) for row in others])],
            )
        if whole:
            text += self.constant_time(board, whole, compiled) + choice(rows, compiled)
        text += "## All functions, beside the best published\n\nStack, code and tables in bytes. "
        text += f"Error of the cycles: {band}.\n\n"
        text += table(
            (
                "function",
                "variant",
                "bytes",
                "cycles",
                "a byte",
                "code",
                "tables",
                "stack",
                "best published",
                "a byte",
                "source",
            ),
            (
                (
                    job(row),
                    row["mode"],
                    row["len_bytes"],
                    row["cycles"],
                    f"{per_byte(row):.2f}",
                    row["code_bytes"],
                    row["table_bytes"],
                    row["stack_bytes"],
                    *peer(cortexm.published(row, peers)),
                )
                for row in raw
            ),
        )
        if whole:
            text += "## Whole messages through the engine\n\nWithout the opening of the key. "
            text += f"Error of the cycles, in compiled code around the assembly: {compiled}.\n\n"
            text += table(
                ("message", "variant", "bytes", "cycles", "a byte"),
                ((job(row), row["mode"], row["len_bytes"], row["cycles"], f"{per_byte(row):.2f}") for row in whole),
            )
        self.add(board, text)

    def constant_time(self, board: str, whole: list[Row], error: str) -> str:
        """The fastest variant beside the one without tables, for each mode of AES-128 (XTS: two keys of 128)."""
        usual = [row for row in whole if row["bits"] == ("256" if row["algorithm"] == "aes-xts" else "128")]
        jobs = list(dict.fromkeys((row["algorithm"], row["operation"]) for row in usual))
        costs = {(row["algorithm"], row["operation"], row["mode"]): per_byte(row) for row in usual}
        fastest = [min(cost for (a, o, _), cost in costs.items() if (a, o) == at) for at in jobs]
        fixed = [costs.get((*at, "fs")) for at in jobs]
        groups: list[tuple[str, Sequence[float | None]]] = [("fastest variant", fastest)]
        if any(fixed):
            groups.append(("fs: no tables, constant time on any memory", fixed))
        names = [f"{algorithm} {operation}" for algorithm, operation in jobs]
        lengths = ", ".join(sorted({row["len_bytes"] for row in usual}))
        title = f"{board}: AES-128, messages of {lengths} bytes; error {error.removesuffix(cortexm.COMPILERS)}"
        return "## AES, whole messages\n\n" + self.plot(f"{board}-whole", title, plots.bars, PER_BYTE, names, groups)

    def soc_page(self) -> None:
        file = "bench/results/soc.csv"
        rows = [row for row in read(self.root / file) if row["config"] == "default"]
        peers = [row for row in read(self.root / "bench/peers/nuclei.csv") if row["len_bytes"] == str(TABLE_LEN)]
        text = f"# SoC: Ibex, with the blocks hasher and cryp\n\n{obtained(rows, file)}"
        text += "Cycles of a whole call through Mbed TLS, driver included. The buffers' RAM answers in one cycle.\n\n"
        for algorithm, bits in SHOWN:
            text += f"## {algorithm}: cost against length\n\n"
            same = [row for row in rows if row["algorithm"] == algorithm and row["bits"] in (bits, bits or "0")]
            drawn = [
                (WAYS[mode], [(int(row["len_bytes"]), per_byte(row)) for row in same if row["mode"] == mode])
                for mode in WAYS
            ]
            drawn = [(label, sorted(points)) for label, points in drawn if points]
            text += self.plot(
                f"soc-{algorithm}", f"soc: {algorithm}{'-' + bits if bits else ''}", plots.lines, PER_BYTE, drawn
            )
        jobs = list(
            dict.fromkeys((row["algorithm"], row["operation"], row["bits"]) for row in rows if row["mode"] == "dma")
        )

        def figure(among: list[Row], at: tuple[str, str, str], mode: str) -> float | None:
            found = [
                row for row in among if (row["algorithm"], row["operation"], row["bits"]) == at and row["mode"] == mode
            ]
            found = [row for row in found if row["len_bytes"] == str(TABLE_LEN)]
            return per_byte(found[0]) if found else None

        names = [job({"algorithm": a, "operation": o, "bits": b}) for a, o, b in jobs]
        groups = [
            ("Outboard, by DMA", [figure(rows, at, "dma") for at in jobs]),
            ("Nuclei N300 with XLCRYPTO, by DMA", [figure(peers, at, "dma") for at in jobs]),
        ]
        text += f"## Beside a published accelerator, {TABLE_LEN} bytes\n\n" + self.plot(
            "soc-peers", f"cycles per byte by DMA, calls of {TABLE_LEN} bytes", plots.bars, PER_BYTE, names, groups
        )
        source = "; ".join(sorted({row["source"] for row in peers}))
        text += f"Cycles per byte of a call with {TABLE_LEN} bytes. The peer's figures: {source}.\n\n"
        columns = [(rows, "sw"), (rows, "cpu"), (rows, "dma"), (peers, "sw"), (peers, "cpu"), (peers, "dma")]
        text += table(
            ("call", "software", "CPU mode", "DMA", "peer: software", "peer: CPU", "peer: DMA"),
            (
                (name, *(number(figure(among, at, mode)) for among, mode in columns))
                for name, at in zip(names, jobs, strict=True)
            ),
        )
        self.add("soc", text)

    def linux_page(self) -> None:
        file = "bench/results/linux.csv"
        rows = [row for row in read(self.root / file) if row["config"] in ("slower", "faster")]
        text = f"# Linux in a virtual machine: the provider and the kernel's driver\n\n{obtained(rows, file)}"
        text += "`slower` and `faster` are two accelerators; [figures](../figures.md) says how they are made.\n\n"
        costs: dict[tuple[str, ...], dict[int, int]] = {}
        for row in rows:
            at = (row["config"], row["algorithm"], row["operation"], row["bits"], row["engine"])
            costs.setdefault(at, {})[int(row["len_bytes"])] = int(row["cycles"])
        ways = {"software": "software (OpenSSL)", "afalg": "accelerator, by the kernel", "auto": "as Outboard chooses"}
        for algorithm, operation, bits in (
            ("aes-cbc", "enc", "128"),
            ("aes-gcm", "enc", "128"),
            ("sha256", "hash", ""),
        ):
            at = next(
                (
                    (c, a, o, b)
                    for c, a, o, b, _ in costs
                    if (c, a, o) == ("faster", algorithm, operation) and b in (bits, "0")
                ),
                None,
            )
            if at:
                drawn = [
                    (label, sorted((n, ns / 1000) for n, ns in costs[(*at, way)].items()))
                    for way, label in ways.items()
                ]
                text += f"## {algorithm}: cost against length\n\n" + self.plot(
                    f"linux-{algorithm}",
                    f"{algorithm}, accelerator `faster`".replace("`", ""),
                    plots.lines,
                    "us per message, simulated",
                    drawn,
                )
        text += (
            "## From which length the accelerator is cheaper\n\nThe shortest length measured at which it is, in "
            "bytes; none: at no length up to the longest.\n\n"
        )
        cases = list(dict.fromkeys(at[1:4] for at in costs))
        text += table(
            ("algorithm", "slower", "faster"),
            (
                (
                    job({"algorithm": a, "operation": o, "bits": b}),
                    *(first_cheaper(costs, (config, a, o, b)) for config in ("slower", "faster")),
                )
                for a, o, b in cases
            ),
        )
        self.add("linux", text)

    def size_page(self) -> None:
        file = "bench/results/size.csv"
        rows = read(self.root / file)
        text = (
            f"# Flash and RAM\n\nFrom the linker's map, of {', '.join(sorted({row['source'] for row in rows}))}. "
            f"All rows: [{file}](../../{file}).\n\n"
        )
        cores = list(dict.fromkeys(row["board"] for row in rows))

        def flash(core: str, engine: str, config: str) -> float | None:
            return next(
                (
                    float(row["code_bytes"]) + float(row["table_bytes"])
                    for row in rows
                    if (row["board"], row["engine"], row["config"]) == (core, engine, config)
                ),
                None,
            )

        kinds = [("core and engine soft", "soft", "job"), ("Mbed TLS 3.6, the same job", "mbedtls", "mbedtls")]
        text += self.plot(
            "size",
            "flash of code and tables for one job",
            plots.bars,
            "bytes",
            cores,
            [(label, [flash(core, e, c) for core in cores]) for label, e, c in kinds],
        )
        text += table(
            ("core", "what", "configuration", "code", "tables", "RAM", "stack"),
            (
                [row[k] for k in ("board", "engine", "config", "code_bytes", "table_bytes", "ram_bytes", "stack_bytes")]
                for row in rows
            ),
        )
        file = "bench/results/firmware.csv"
        rows = read(self.root / file)
        text += (
            "## Whole images of a firmware\n\nFlash, RAM, and cycles from reset to the end of a job; cycles of a "
            f"simulated core. [All rows](../../{file}), [what the job is](../firmware.md).\n\n"
        )
        text += table(
            ("core", "engine", "variant", "configuration", "flash", "RAM", "cycles"),
            (
                [row[k] for k in ("board", "engine", "mode", "config", "code_bytes", "ram_bytes", "cycles")]
                for row in rows
            ),
        )
        self.add("size", text)

    def peers_page(self) -> None:
        text = (
            "# Others' published figures\n\nAs published, with the document. They stand beside ours on the "
            "boards' pages where the work is the same.\n\n"
        )
        for name in ("nuclei", "utasker", "cortexm-aes"):
            file = f"bench/peers/{name}.csv"
            text += f"## {name}\n\nAll columns: [{file}](../../{file}).\n\n"
            text += table(
                ("work", "on", "by", "mode", "bytes", "cycles", "document"),
                (
                    (
                        job(row),
                        row["board"],
                        row["engine"],
                        f"{row['mode']} {row['config']}",
                        row["len_bytes"],
                        row["cycles"],
                        row["source"],
                    )
                    for row in read(self.root / file)
                ),
            )
        file = "bench/peers/validation.csv"
        text += (
            "## How the simulated cores were validated\n\nThe peer's own code, run on the simulator: "
            f"[{file}](../../{file}).\n\n"
        )
        text += table(
            ("core", "function", "published", "simulated", "error", "peer"),
            (
                (
                    row["core"],
                    f"`{row['symbol']}`",
                    row["published"],
                    row["simulated"],
                    f"{100 * (float(row['simulated']) / float(row['published']) - 1):+.1f} %",
                    f"{row['peer']} {row['version']}",
                )
                for row in read(self.root / file)
            ),
        )
        self.add("peers", text)

    def area_page(self) -> None:
        text = (
            "# Area and clock of the blocks\n\nPlaced on an ECP5 by yosys and nextpnr. [The "
            "blocks](../../hw/README.md); `./run area` places them again. ulx3s is the whole [SoC in LiteX]"
            "(../../hw/litex/README.md), which `./run app ulx3s hmac_demo --keep` places.\n\n"
        )
        for path in sorted((self.root / "bench/area").glob("*.csv")):
            rows = read(path)
            text += f"## {path.stem}\n\n" + table(
                [name.replace("_", " ") for name in rows[0]], (list(row.values()) for row in rows)
            )
        self.add("area", text)


def choice(rows: list[Row], error: str) -> str:
    """The variants of AES side by side for each mode and AEAD."""
    return (
        "## Choose a variant\n\nWhole messages through the engine. Code and tables in bytes are those of AES and its "
        "key schedule in this variant, without the mode; the stack is the whole message's. Constant time, on any "
        "memory: without tables. Empty: not recorded. [Whole images](size.md) have the rest. Error of the cycles, in "
        f"compiled code around the assembly: {error}.\n\n"
        + table(cortexm.CHOICE, cortexm.choices(rows))
    )


def first_cheaper(costs: dict[tuple[str, ...], dict[int, int]], at: tuple[str, ...]) -> object:
    software, device = costs.get((*at, "software"), {}), costs.get((*at, "afalg"), {})
    return next(
        (length for length in sorted(device) if length in software and device[length] < software[length]), "none"
    )


def number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def peer(row: Row | None) -> tuple[str, str, str]:
    return (row["mode"], f"{per_byte(row):.2f}", row["source"]) if row else ("", "", "")


def pages(root: Path, folder: Path) -> dict[str, str]:
    """The pages by their path in the site; their plots are drawn below the folder."""
    book = Book(root, folder)
    for board in cortexm.CORES:
        book.cortexm_page(board)
    book.soc_page()
    book.linux_page()
    book.size_page()
    book.area_page()
    book.peers_page()
    return book.made
