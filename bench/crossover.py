#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README's plot of cost against length, and the text under it, from bench/results/linux.csv.

Usage: crossover.py [--check]. Writes docs/crossover.svg and the README's lines between the marks. --check compares them
with what the results give, and fails if they differ. The figures are instructions in a virtual machine, called ns
there, not time on a board.
"""

import csv
import io
import math
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/linux.csv"
README = ROOT / "README.md"
PLOT = ROOT / "docs/crossover.svg"
BEGIN, END = "<!-- choices: made by bench/crossover.py -->\n", "<!-- end of the choices -->\n"
SHOWN = ("faster", "aes-cbc", "enc", "128")
# Engines of the results, what they are called in the plot, and how they are drawn.
WAYS = {
    "software": ("software (OpenSSL)", {"color": "#1f77b4", "marker": "o"}),
    "afalg": ("accelerator, by the kernel", {"color": "#d62728", "marker": "s"}),
    "auto": ("as Outboard chooses", {"color": "#222222", "linestyle": "--", "linewidth": 2.5}),
}
Case = tuple[str, str, str, str]
Costs = dict[int, dict[str, int]]


def read() -> dict[Case, Costs]:
    """Costs in ns by case (accelerator, algorithm, operation, key bits), length in bytes, and way."""
    found: dict[Case, Costs] = defaultdict(lambda: defaultdict(dict))
    with RESULTS.open() as rows:
        for row in csv.DictReader(rows):
            if row["config"] in ("slower", "faster") and row["engine"] in WAYS:
                case = (row["config"], row["algorithm"], row["operation"], row["bits"])
                found[case][int(row["len_bytes"])][row["engine"]] = int(row["cycles"])
    return found


def summary(found: dict[Case, Costs]) -> str:
    """What the choice costs beside both ways without one, over all cases and lengths."""
    points = [costs for lengths in found.values() for costs in lengths.values()]
    algorithms = len({case[1] for case in found})
    operations = len({case[1:] for case in found})
    lengths = len({length for of_case in found.values() for length in of_case})
    worst = max(costs["auto"] / min(costs["software"], costs["afalg"]) for costs in points)
    worst = math.ceil(100 * worst) / 100  # "at most" must stay true
    always = max(costs["afalg"] / costs["software"] for costs in points)
    never = max(costs["software"] / costs["afalg"] for costs in points)
    return (
        f"{algorithms} algorithms, {operations} with both directions, at {lengths} lengths and with two accelerators "
        f"make {len(points):,} points. "
        "The worst of them:\n\n"
        "| each message goes to | cost, beside the cheaper way |\n|---|---|\n"
        f"| the accelerator, always | up to {always:.0f} times |\n"
        f"| software, always | up to {never:.1f} times |\n"
        f"| **the engine that Outboard chooses** | **at most {worst:.2f} times** |\n\n"
        "`./run provider auto` repeats this, in about an hour. A test fails if the last figure exceeds 1.053. The\n"
        "costs are instructions in a virtual machine, not time on a board ([figures](docs/figures.md)).\n"
    )


def crossover(lengths: Costs) -> float:
    """The length at which the accelerator becomes the cheaper way, on the lines between the points."""
    before = 0
    for length in sorted(lengths):
        if lengths[length]["afalg"] < lengths[length]["software"]:
            lost, won = (lengths[at]["afalg"] - lengths[at]["software"] for at in (before, length))
            return before + (length - before) * lost / (lost - won)
        before = length
    sys.exit("the accelerator never becomes the cheaper way")


def plot(lengths: Costs) -> str:
    """The plot as SVG, the same for the same figures."""
    import matplotlib  # noqa: PLC0415 - the text does without

    matplotlib.rcdefaults()
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "outboard", "svg.fonttype": "none", "font.family": "sans-serif"})
    from matplotlib import pyplot  # noqa: PLC0415

    figure, axes = pyplot.subplots(figsize=(7.2, 3.6), layout="constrained")
    at = sorted(lengths)
    for way, (label, style) in WAYS.items():
        axes.plot(at, [lengths[length][way] / 1000 for length in at], label=label, **style)  # type: ignore[arg-type]
    where = crossover(lengths)
    axes.axvline(where, color="0.5", linewidth=1, linestyle=":")
    axes.annotate(f"crossover at {where / 1024:.1f} KiB", (where, 2.2), (-8, 0), textcoords="offset points", ha="right")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(at, [f"{length // 1024} Ki" if length >= 1024 else f"{length}" for length in at], fontsize=8)
    axes.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    axes.minorticks_off()
    axes.grid(color="0.9")
    axes.set_xlabel("bytes of a message")
    axes.set_ylabel("us per message, simulated")
    axes.set_title("AES-128-CBC: software, accelerator, and the choice", fontsize=11)
    axes.legend(loc="upper left", fontsize=9)
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})
    return "".join(f"{line.rstrip()}\n" for line in drawn.getvalue().splitlines())


def main() -> None:
    found = read()
    text = README.read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    new = before + BEGIN + summary(found) + END + after
    drawn = plot(found[SHOWN])
    if "--check" not in sys.argv[1:]:
        README.write_text(new)
        PLOT.write_text(drawn)
    elif text != new or not PLOT.exists() or PLOT.read_text() != drawn:
        sys.exit("README.md or docs/crossover.svg is not what bench/results/linux.csv gives; run bench/crossover.py")


if __name__ == "__main__":
    main()
