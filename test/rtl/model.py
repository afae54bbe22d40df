# SPDX-License-Identifier: Apache-2.0
"""A simulated block as a Python object: registers by the names of its TOML file, streams, cycles. Built by build.py."""

import ctypes
import os
import tomllib
import weakref
from pathlib import Path

import covered

ROOT = Path(__file__).resolve().parent.parent.parent
OKAY, SLVERR = 0, 2


class RtlError(Exception):
    """The block did not answer in time, or refused an access that should pass."""


class Map:
    """Offsets and fields: map["CTRL"], map.field("CTRL", FIRST=1, ALG="SHA256"), map.get("STATUS", "BUSY", word)."""

    def __init__(self, ip: str) -> None:
        raw = tomllib.loads((ROOT / f"hw/{ip}/data/{ip}.toml").read_text())
        self.registers = {r["name"]: r for r in raw["register"]}
        self.size = raw["size"]

    def __getitem__(self, name: str) -> int:
        return self.registers[name]["offset"]

    def _field(self, reg: str, name: str) -> dict:
        return next(f for f in self.registers[reg]["field"] if f["name"] == name)

    def field(self, reg: str, **values: int | str) -> int:
        word = 0
        for name, value in values.items():
            field = self._field(reg, name)
            number = field["values"][value] if isinstance(value, str) else int(value)
            assert number < 1 << field.get("width", 1), f"{reg}.{name}"
            word |= number << field["lsb"]
        return word

    def get(self, reg: str, name: str, word: int) -> int:
        field = self._field(reg, name)
        return word >> field["lsb"] & ((1 << field.get("width", 1)) - 1)


def words(data: bytes) -> list[int]:
    """Bytes as 32-bit words, first byte in bits 7:0, the last word filled with 0xee so that a leak shows."""
    data += b"\xee" * (-len(data) % 4)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


class Block:
    """One instance in simulation. Folder of the libraries: environment OB_RTL_DIR, default build/rtl."""

    WAIT = 200000  # cycles after which a wait gives up

    def __init__(self, top: str, ip: str | None = None, variant: str = "", seed: int = 1, pause: int = 0) -> None:
        folder = Path(os.environ.get("OB_RTL_DIR", ROOT / "build/rtl"))
        self.lib = ctypes.CDLL(str(folder / (top + variant) / f"lib{top}.so"))
        self.map = Map(ip or top)
        for name, result in (
            ("tb_new", ctypes.c_void_p),
            ("tb_cycles", ctypes.c_uint64),
            ("tb_pending", ctypes.c_size_t),
            ("tb_pop", ctypes.c_size_t),
        ):
            if hasattr(self.lib, name):
                getattr(self.lib, name).restype = result
        self.tb = ctypes.c_void_p(self.lib.tb_new(ctypes.c_uint64(seed)))
        weakref.finalize(self, covered.end, self.lib, self.tb)
        self.pause(pause)

    def pause(self, percent: int) -> None:
        """How often each side of each handshake waits."""
        self.lib.tb_pause_percent(self.tb, percent)

    def gate(self, on: bool) -> None:
        """Whether the clock stops when hw/clock_and_reset.md allows it."""
        self.lib.tb_gate(self.tb, on)

    def reset(self, cycles: int = 2) -> None:
        self.lib.tb_reset(self.tb, cycles)

    def run(self, cycles: int) -> None:
        self.lib.tb_run(self.tb, ctypes.c_uint64(cycles))

    @property
    def cycles(self) -> int:
        return self.lib.tb_cycles(self.tb)

    @property
    def irq(self) -> int:
        return self.lib.tb_irq(self.tb)

    def offset(self, reg: str | int, index: int = 0) -> int:
        return (self.map[reg] if isinstance(reg, str) else reg) + 4 * index

    def poke(self, reg: str | int, value: int, index: int = 0, strobe: int = 15) -> int:
        """Write; the response code."""
        code = self.lib.tb_write(self.tb, self.offset(reg, index), value & 0xFFFFFFFF, strobe)
        if code < 0:
            raise RtlError(f"no answer to a write to {reg}")
        return code

    def write(self, reg: str | int, *values: int) -> None:
        """Write consecutive registers; a refusal raises."""
        for i, value in enumerate(values):
            if self.poke(reg, value, i) != OKAY:
                raise RtlError(f"write to {reg}[{i}] refused")

    def peek(self, reg: str | int, index: int = 0) -> tuple[int, int]:
        """Read; the value and the response code."""
        value = ctypes.c_uint32()
        code = self.lib.tb_read(self.tb, self.offset(reg, index), ctypes.byref(value))
        if code < 0:
            raise RtlError(f"no answer to a read of {reg}")
        return value.value, code

    def read(self, reg: str | int, index: int = 0) -> int:
        value, code = self.peek(reg, index)
        if code != OKAY:
            raise RtlError(f"read of {reg}[{index}] refused")
        return value

    def read_bytes(self, reg: str, length: int) -> bytes:
        raw = b"".join(self.read(reg, i).to_bytes(4, "little") for i in range((length + 3) // 4))
        return raw[:length]

    def differs(self, other: "Block", below: bytes = b"") -> list[str]:
        """The variables and memories that are not as in the other block, with below in their path. Both blocks must be
        built to be searched (SEARCHABLE of udma_block.py)."""
        names = ctypes.create_string_buffer(1 << 16)
        self.lib.tb_differ(self.tb, other.tb, below, names, ctypes.c_size_t(len(names)))
        return names.value.decode().split()

    def state_differs(self, other: "Block", below: bytes = b"") -> list[str]:
        """As differs(), registers and memories alone."""
        return [name for name in self.differs(other, below) if name.endswith(("_q", ".mem", ".bytes"))]

    def at_once(self, *accesses: tuple[str, int, int | None]) -> list[int]:
        """Accesses (register, index, value to write or None) by UDMA's register port, in cycle after cycle; the values
        read or written. A refusal raises."""
        values = []
        for reg, index, value in accesses:
            data = ctypes.c_uint32((value or 0) & 0xFFFFFFFF)
            code = self.lib.tb_dma_access(self.tb, value is not None, self.offset(reg, index), ctypes.byref(data))
            if code != 0:
                raise RtlError(f"access to {reg}[{index}]: {code}")
            values.append(data.value)
        return values

    def get(self, reg: str, name: str) -> int:
        return self.map.get(reg, name, self.read(reg))

    def resets(self, page: Map, base: int = 0) -> dict[str, tuple[int, int]]:
        """Of each register of a page that can be read: its value right after a reset, and the documented one."""
        found = {}
        for name, register in page.registers.items():
            if register["access"] == "wo" or register.get("reset") == "parameters":
                continue
            self.reset()
            value, code = self.peek(base + register["offset"])
            if code == OKAY:  # not DATA_OUT, which is read only while there is data
                found[name] = value, register.get("reset", 0)
        return found

    def wait_idle(self) -> None:
        end = self.cycles + self.WAIT
        while self.get("STATUS", "BUSY"):
            if self.cycles > end:
                raise RtlError("busy for too long")

    def push(self, data: bytes) -> None:
        """Queue bytes on the input stream."""
        array = words(data)
        self.lib.tb_push(self.tb, (ctypes.c_uint32 * len(array))(*array), ctypes.c_size_t(len(array)))

    @property
    def pending(self) -> int:
        """Words queued and not yet taken."""
        return self.lib.tb_pending(self.tb)

    def pop(self, limit: int = 1 << 20) -> bytes:
        """Bytes of the words that came out of the output stream."""
        array = (ctypes.c_uint32 * limit)()
        n = self.lib.tb_pop(self.tb, array, ctypes.c_size_t(limit))
        return b"".join(array[i].to_bytes(4, "little") for i in range(n))
