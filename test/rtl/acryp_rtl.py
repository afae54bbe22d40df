# SPDX-License-Identifier: Apache-2.0
"""acryp's engine in simulation, in lockstep with the instruction-set simulator: the same instructions in the same
order, and at each word of the RAM the same values one after the other."""

import ctypes
import os
import weakref
from pathlib import Path

import covered
from acryp_sim import RAM_BITS, ROOT, Engine, asm, to_number

LIMIT = 400_000_000  # cycles; RSA with 8192 bits takes 224 million at 36 bits


class Mismatch(AssertionError):
    """RTL and simulator differ: the message says where first."""


class Rtl:
    """One engine: run() executes an operation, check() in lockstep."""

    def __init__(self, built: asm.Program, variant: str, word_bits: int, seed: int = 1, pause: int = 0) -> None:
        folder = Path(os.environ.get("OB_RTL_DIR", ROOT / "build/rtl")) / f"acryp_core{variant}"
        self.lib = ctypes.CDLL(str(folder / "libacryp_core.so"))
        self.lib.tb_new.restype = ctypes.c_void_p
        for name in ("tb_out", "tb_pcs", "tb_writes", "tb_left"):
            getattr(self.lib, name).restype = ctypes.c_size_t
        self.tb = ctypes.c_void_p(self.lib.tb_new(ctypes.c_uint64(seed)))
        weakref.finalize(self, covered.end, self.lib, self.tb)
        self.lib.tb_fault.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int, ctypes.c_uint, ctypes.c_uint]
        self.pause = pause
        self.engine = Engine(built, word_bits)
        self.w = word_bits
        self.cycles = 0
        self.load(built.words)

    def load(self, words: list[int]) -> None:
        """Put a program into the ROM."""
        self.lib.tb_load(self.tb, (ctypes.c_uint64 * len(words))(*words), ctypes.c_size_t(len(words)))

    def words(self, name: str, each: int = 1) -> list[int]:
        pointer = ctypes.POINTER(ctypes.c_uint32)()
        n = getattr(self.lib, name)(self.tb, ctypes.byref(pointer))
        return pointer[: n * each]

    def raw(self, entry: int, params: list[int], data: list[int], record: bool = False, abort: int = 0) -> int:
        """The code of the end, or -2 after an abort; cycles are kept, results are words("tb_out")."""
        self.lib.tb_set(self.tb, self.pause, int(record))
        spent = ctypes.c_uint64()
        code = self.lib.tb_op(
            self.tb, entry, (ctypes.c_uint16 * 8)(*params), (ctypes.c_uint32 * max(1, len(data)))(*data),
            ctypes.c_size_t(len(data)), ctypes.c_uint64(LIMIT), ctypes.c_uint64(abort), ctypes.byref(spent),
        )  # fmt: skip
        if code == -1:
            raise Mismatch(f"operation {entry} does not end")
        self.cycles = spent.value
        return code

    def run(self, name: str, params: list[int], *operands: tuple[int, int]) -> tuple[int, int]:
        code = self.raw(self.engine.entries[name], params, self.engine.words(operands))
        return code, to_number(self.words("tb_out"))

    def check(self, entry: int, params: list[int], data: list[int]) -> tuple[int, list[int]]:
        """Both, compared: the code of the end and the output."""
        sim = self.engine.sim
        pcs: list[int] = []
        wanted: dict[int, list[int]] = {}
        mask = (1 << self.w) - 1

        def on_write(base: int, words: int, value: int) -> None:
            for i in range(words):
                wanted.setdefault(base + i, []).append(value >> (self.w * i) & mask)

        sim.trace, sim.on_write = pcs.append, on_write
        want = sim.run(entry, params, data)
        code = self.raw(entry, params, data, record=True)
        got_pcs = self.words("tb_pcs")
        for i, (a, b) in enumerate(zip(got_pcs, pcs)):
            if a != b:
                raise Mismatch(f"instruction {i}: at {a}, the simulator at {b}, after {pcs[max(0, i - 3) : i]}")
        found: dict[int, list[int]] = {}
        raw = self.words("tb_writes", 5)
        for i in range(0, len(raw), 5):
            found.setdefault(raw[i], []).append(to_number(raw[i + 1 : i + 5]) & mask)
        for addr in sorted(wanted.keys() | found.keys()):
            a, b = found.get(addr, []), wanted.get(addr, [])
            if a != b:
                at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                raise Mismatch(f"word {addr}, write {at} of {len(b)}: {a[at : at + 1]}, the simulator {b[at : at + 1]}")
        got = (code, self.words("tb_out") if code == 0 else [])
        if got != want or len(got_pcs) != len(pcs):
            raise Mismatch(f"end {got}, the simulator {want}; {len(got_pcs)} instructions of {len(pcs)}")
        return want

    def check_op(self, name: str, params: list[int], *operands: tuple[int, int]) -> tuple[int, int]:
        code, out = self.check(self.engine.entries[name], params, self.engine.words(operands))
        return code, to_number(out)


__all__ = ["RAM_BITS", "Mismatch", "Rtl"]
