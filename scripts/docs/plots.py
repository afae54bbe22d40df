# SPDX-License-Identifier: Apache-2.0
"""The plots of the performance book, as SVG that any browser shows without more files."""

import math
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams.update({"svg.hashsalt": "outboard", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9})
from matplotlib import pyplot as plt  # noqa: E402

WIDTH = 5.4  # inches: the letters can be read on a phone, where the plot takes the whole width
COLORS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd")
MARKERS = ("o", "s", "^", "D")
Line = tuple[str, Sequence[tuple[int, float]]]


def save(figure: plt.Figure, title: str, path: Path) -> None:
    """Write the plot with its title above, in the middle. A title that would be cut off is an error."""
    above = figure.suptitle(title, fontsize=10)
    figure.draw_without_rendering()
    if above.get_window_extent().width > figure.bbox.width:
        raise ValueError(f"{path.name}: the title is wider than the plot: {title}")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})
    plt.close(figure)


def size(length: int) -> str:
    return f"{length // 1024} Ki" if length >= 1024 else str(length)


def bars(
    path: Path, title: str, unit: str, names: Sequence[str], groups: Sequence[tuple[str, Sequence[float | None]]]
) -> None:
    """One row for each name, with a bar for each group that has a figure for it."""
    figure, axes = plt.subplots(figsize=(WIDTH, 0.9 + 0.2 * len(names) * (len(groups) + 0.6)), layout="constrained")
    thick = 0.85 / len(groups)
    largest = max(value for _, values in groups for value in values if value is not None)
    for at, (label, values) in enumerate(groups):
        rows = [(row + at * thick, value) for row, value in enumerate(values) if value is not None]
        axes.barh([row for row, _ in rows], [value for _, value in rows], thick * 0.92, color=COLORS[at], label=label)
        for row, value in rows:
            text = f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value < 10 else f"{value:.1f}"
            axes.text(value + largest * 0.008, row, text, va="center", fontsize=7)
    axes.set_yticks([row + 0.425 - thick / 2 for row in range(len(names))], names)
    axes.set_xlim(0, largest * 1.1)
    axes.set_xlabel(unit)
    axes.set_ylim(len(names), -0.3)
    if len(groups) > 1:
        figure.legend(fontsize=8, loc="outside lower center", ncols=len(groups))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    save(figure, title, path)


def lines(path: Path, title: str, unit: str, drawn: Sequence[Line]) -> None:
    """Cost against length, both on scales of powers."""
    figure, axes = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")
    lengths = sorted({length for _, points in drawn for length, _ in points})
    for at, (label, points) in enumerate(drawn):
        axes.plot(*zip(*points, strict=True), label=label, color=COLORS[at], marker=MARKERS[at], markersize=4)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(lengths, [size(length) for length in lengths], fontsize=7.5)
    values = [value for _, points in drawn for _, value in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    axes.set_yticks(
        [10.0**power for power in range(low, high + 1)], [f"{10.0**power:g}" for power in range(low, high + 1)]
    )
    axes.minorticks_off()
    axes.grid(color="0.9")
    axes.set_xlabel("bytes of a message")
    axes.set_ylabel(unit)
    axes.legend(fontsize=8)
    save(figure, title, path)
