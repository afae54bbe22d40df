# SPDX-License-Identifier: Apache-2.0
"""What the tests execute of the RTL, as Verilator counts it: end() closes an instance and adds its counts to those of
the process, which are written at its end into the folder OB_RTL_COVERAGE, if that is set; Counts sums them up.

A point is a block of lines, of which some are branches, or a bit that changes. Instances of a module, and its
configurations, are one. Lines are those of processes: an assignment outside has its bits alone.
"""

import atexit
import ctypes
import json
import os
import re
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

HW = f"{Path(__file__).resolve().parent.parent.parent / 'hw'}/"
Point = tuple[str, str, int, str]  # kind (line, branch, toggle), file below hw/, line, what
BRANCHES = {"if", "else", "elsif", "case"}  # what Verilator calls a line's block
POINT = re.compile(r"^C '(.*)' (\d+)$")


class Counts:
    """How often each point was reached, and which lines it stands for."""

    def __init__(self) -> None:
        self.hits: Counter[Point] = Counter()
        self.lines: dict[Point, set[int]] = defaultdict(set)

    def add(self, path: Path) -> None:
        """Add a file as Verilator writes it: pairs of key and value between bytes 1 and 2, and a count."""
        for text in path.read_text(encoding="latin-1").splitlines():
            if not (found := POINT.match(text)):
                continue
            pairs = dict(pair.split("\2", 1) for pair in found[1].split("\1")[1:])
            kind = pairs["page"].partition("/")[0].removeprefix("v_")
            kind = "branch" if kind == "line" and pairs["o"] in BRANCHES else kind
            point = (kind, pairs["f"].removeprefix(HW), int(pairs["l"]), f"{pairs['o']}@{pairs.get('n', '')}")
            self.hits[point] += int(found[2])
            for part in filter(None, pairs.get("S", "").split(",")):
                first, _, last = part.partition("-")
                self.lines[point].update(range(int(first), int(last or first) + 1))

    def add_kept(self, path: Path) -> None:
        for kind, name, line, what, hits, lines in json.loads(path.read_text()):
            self.hits[kind, name, line, what] += hits
            self.lines[kind, name, line, what].update(lines)

    def keep(self, path: Path) -> None:
        rows = [[*point, hits, sorted(self.lines[point])] for point, hits in sorted(self.hits.items())]
        path.write_text(json.dumps(rows))

    def of(self, kinds: set[str], name: str) -> tuple[int, int]:
        """Points of a file that were reached, and all."""
        there = [hits for point, hits in self.hits.items() if point[0] in kinds and point[1] == name]
        return sum(hits > 0 for hits in there), len(there)

    def missed_lines(self, name: str) -> tuple[set[int], set[int]]:
        """Lines of a file that belong to a point that was never reached, and all lines."""
        missed, every = set(), set()
        for point, hits in self.hits.items():
            if point[0] in {"line", "branch"} and point[1] == name:
                every |= self.lines[point]
                missed |= set() if hits else self.lines[point]
        return missed, every

    @property
    def files(self) -> list[str]:
        return sorted({point[1] for point in self.hits})


counts = Counts()
folder = os.environ.get("OB_RTL_COVERAGE")


def end(lib: ctypes.CDLL, tb: ctypes.c_void_p) -> None:
    """Free an instance of a model."""
    if folder and hasattr(lib, "tb_cover"):
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "coverage.dat"
            lib.tb_cover(tb, str(path).encode())
            counts.add(path)
    lib.tb_free(tb)


if folder:
    # Before the first instance, so that it runs after the last one has ended.
    atexit.register(lambda: counts.keep(Path(folder) / f"{os.getpid()}.json"))
