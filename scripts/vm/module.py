# SPDX-License-Identifier: Apache-2.0
"""The project's own test accelerator (test/vm/module), built for a kernel; kept by kernel and content of sources."""

import hashlib
import shutil
import tempfile
from pathlib import Path

import cross
from kernel import Kernel, headers
from packages import CACHE, ROOT, locked, run, say

SOURCES = ROOT / "test/vm/module"


def module(kernel: Kernel) -> Path:
    files = sorted(path for path in SOURCES.iterdir() if path.name == "Kbuild" or path.suffix in (".c", ".h"))
    digest = hashlib.sha256(kernel.release.encode())
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    built = CACHE / f"module-{kernel.release}-{digest.hexdigest()[:16]}.ko"
    with locked("module"):
        if not built.exists():
            against = headers(kernel)
            say(f"building the test module for {kernel.release}")
            with tempfile.TemporaryDirectory(prefix="outboard-module-") as work:
                for path in files:
                    shutil.copy(path, work)
                # Without type information (BTF), which would need pahole, and without an option that gcc has since 14.
                without = ("CONFIG_DEBUG_INFO_BTF_MODULES=", "CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=")
                make = ["make", "-s", "-C", against, f"M={work}", *without]
                if kernel.arch in cross.TARGETS:
                    target = cross.TARGETS[kernel.arch]
                    # The headers of a newer Debian ask for its compiler by its version.
                    make += [f"ARCH={target.kernel}", f"CROSS_COMPILE={target.triplet}-", f"CC={target.triplet}-gcc"]
                run([*make, "modules"])
                shutil.copy(Path(work) / "obaccel.ko", built.with_suffix(".new"))
            built.with_suffix(".new").rename(built)
    return built
