# SPDX-License-Identifier: Apache-2.0
"""Functional coverage: named bins that tests hit, printed at the end; a bin that nothing hit fails the run."""

import atexit
import itertools
import os
from collections import Counter


class Cover:
    """Bins of one block: all combinations of the given axes, plus what add() names."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bins: Counter[tuple] = Counter()
        atexit.register(self.report)

    def add(self, *axes: list | tuple | range | dict) -> None:
        for combination in itertools.product(*axes):
            self.bins[combination] = 0

    def hit(self, *bin_name: object) -> None:
        assert bin_name in self.bins, f"no bin {bin_name}"
        self.bins[bin_name] += 1

    def missing(self) -> list[tuple]:
        return [b for b, n in self.bins.items() if n == 0]

    def report(self) -> None:
        hit = len(self.bins) - len(self.missing())
        print(f"coverage of {self.name}: {hit} of {len(self.bins)} bins", flush=True)
        if self.missing() and "OB_RTL_PARTIAL" not in os.environ:
            print("not covered:", *self.missing()[:40], sep="\n  ", flush=True)
            os._exit(1)
