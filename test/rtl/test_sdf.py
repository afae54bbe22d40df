# SPDX-License-Identifier: Apache-2.0
"""The longest path that scripts/sdf_path.py finds in delays written by hand as nextpnr writes them."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))
from sdf_path import longest  # noqa: E402 # not a package

# Two registers, a with a name that SDF escapes, and between them either one cell or two; a port drives the second, too.
SDF = r"""(DELAYFILE
  (CELL (CELLTYPE "top") (INSTANCE ) (DELAY (ABSOLUTE
    (INTERCONNECT \$a\[0\]/Q one/A (100:100:{short}) (100:100:100))
    (INTERCONNECT \$a\[0\]/Q two/A (200:200:200) (200:200:200))
    (INTERCONNECT one/F b/DI (0:0:0) (0:0:0))
    (INTERCONNECT two/F one/B (300:300:300) (300:300:300))
    (INTERCONNECT port/O two/B (90000:90000:90000) (90000:90000:90000))
  )))
  (CELL
    (CELLTYPE "TRELLIS_COMB")
    (INSTANCE one)
        (IOPATH A F (1:1:20) (1:1:20))
        (IOPATH B F (1:1:30) (1:1:30))
  )
  (CELL
    (CELLTYPE "TRELLIS_COMB")
    (INSTANCE two)
        (IOPATH A F (1:1:40) (1:1:40))
        (IOPATH B F (1:1:40) (1:1:40))
  )
  (CELL
    (CELLTYPE "TRELLIS_FF")
    (INSTANCE \$a\[0\])
        (IOPATH CLK Q (300:350:395) (300:350:395))
  )
  (CELL
    (CELLTYPE "TRELLIS_FF")
    (INSTANCE b)
      (SETUPHOLD (posedge DI) (posedge CLK) (0:0:5) (100:100:231))
      (SETUPHOLD (negedge DI) (posedge CLK) (0:0:5) (100:100:231))
  )
)
"""


class SdfTest(unittest.TestCase):
    def of(self, short: int) -> tuple[float, list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "placed.sdf"
            path.write_text(SDF.replace("{short}", str(short)))
            return longest(path)

    def test_longest(self) -> None:
        """The path through both cells, then, when its first wire is slower, that through one; never the port's."""
        self.assertEqual(self.of(100), ((395 + 200 + 40 + 300 + 30 + 5) / 1000, ["$a[0]", "two", "one", "b"]))
        self.assertEqual(self.of(900), ((395 + 900 + 20 + 5) / 1000, ["$a[0]", "one", "b"]))


if __name__ == "__main__":
    unittest.main()
