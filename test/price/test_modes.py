#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The prices of the blocks' engines against bench/results/soc.csv: at every length of every algorithm there, the mode
that the default policy takes (the lower price) is within 5 % of the better one, and its price within 15 % of the
figure."""

import csv
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CHOICE, PRICE = 1.05, 0.15
SHARED = {"sha512_256": "sha512"}
ROW = re.compile(r"price_(\w+)_(cpu|dma) = \{OB_UPTO_ANY, \d+, (\d+), (\d+),")


def main() -> int:
    prices: dict[tuple[str, str], tuple[int, int]] = {}
    for engine in ("hasher", "cryp"):
        for name, mode, setup, per_kib in ROW.findall((ROOT / f"engine/{engine}/prices.h").read_text()):
            prices[name, mode] = int(setup), int(per_kib)
    figures: dict[tuple[str, str], dict[int, dict[str, int]]] = {}
    with (ROOT / "bench/results/soc.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            if row["engine"] in ("hasher", "cryp") and row["config"] == "default":
                lengths = figures.setdefault((row["algorithm"].replace("-", "_"), row["bits"]), {})
                lengths.setdefault(int(row["len_bytes"]), {})[row["mode"]] = int(row["cycles"])
    faults, cells = [], 0
    for (algorithm, bits), lengths in figures.items():
        name = f"{algorithm}_{bits}" if (f"{algorithm}_{bits}", "dma") in prices else algorithm
        name = SHARED.get(name, name)
        for length, cycles in lengths.items():
            price = {mode: prices[name, mode][0] + prices[name, mode][1] * length / 1024 for mode in cycles}
            taken = min(price, key=lambda mode: price[mode])
            cells += 1
            if cycles[taken] > CHOICE * min(cycles.values()):
                best = min(cycles.values())
                faults.append(f"{name}, {length} bytes: {taken} takes {cycles[taken]} cycles, not {best}")
            if abs(price[taken] / cycles[taken] - 1) > PRICE:
                faults.append(f"{name}, {length} bytes by {taken}: price {price[taken]:.0f}, {cycles[taken]} cycles")
    assert cells > 100, cells
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
