# SPDX-License-Identifier: Apache-2.0
"""covered.py on counts as Verilator writes them, and on two processes that reach different lines."""

import tempfile
import unittest
from pathlib import Path

from covered import HW, Counts

# A process of lines 8 to 10 with a case, whose last branch nothing reaches, and a port.
POINTS = (
    ("line", 8, "3", "block", "8-10", 41),
    ("line", 11, "11", "case", "11", 21),
    ("line", 12, "11", "case", "12-13", 20),
    ("line", 15, "7", "case", "15,17", 0),
    ("toggle", 2, "18", "clk_i:0->1", "", 20),
    ("toggle", 3, "18", "rst_ni:1->0", "", 0),
)


def written(points: tuple) -> str:
    rows = ["# SystemC::Coverage-3"]
    for kind, line, column, what, block, count in points:
        pairs = {"f": f"{HW}x/rtl/x.sv", "l": line, "n": column, "t": kind, "page": f"v_{kind}/x", "o": what}
        pairs |= {"S": block} if block else {}
        pairs["h"] = "TOP.x"
        text = "".join(f"\1{key}\2{value}" for key, value in pairs.items())
        rows.append(f"C '{text}' {count}")
    return "\n".join(rows) + "\n"


class CountsTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.counts = Counts()

    def add(self, points: tuple) -> None:
        path = self.folder / "coverage.dat"
        path.write_text(written(points))
        self.counts.add(path)

    def test_one(self) -> None:
        self.add(POINTS)
        self.assertEqual(self.counts.files, ["x/rtl/x.sv"])
        self.assertEqual(self.counts.missed_lines("x/rtl/x.sv"), ({15, 17}, {8, 9, 10, 11, 12, 13, 15, 17}))
        self.assertEqual(self.counts.of({"branch"}, "x/rtl/x.sv"), (2, 3))
        self.assertEqual(self.counts.of({"toggle"}, "x/rtl/x.sv"), (1, 2))

    def test_sum(self) -> None:
        """Another process reaches the rest; its counts come by way of a file."""
        other = Counts()
        path = self.folder / "coverage.dat"
        path.write_text(written(tuple((*point[:-1], int(point[-1] == 0)) for point in POINTS)))
        other.add(path)
        other.keep(self.folder / "1.json")
        self.add(POINTS)
        self.counts.add_kept(self.folder / "1.json")
        self.assertEqual(self.counts.missed_lines("x/rtl/x.sv")[0], set())
        self.assertEqual(self.counts.of({"branch", "toggle"}, "x/rtl/x.sv"), (5, 5))


if __name__ == "__main__":
    unittest.main()
