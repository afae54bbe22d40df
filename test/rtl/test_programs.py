# SPDX-License-Identifier: Apache-2.0
"""The first programs of hw/*/programming.md: each is compiled as it stands there and runs on the simulated block, with
no access refused."""

import ctypes
import hashlib
import os
import re
import secrets
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from model import OKAY, Block
from udma_block import UdmaBlock

ROOT = Path(__file__).resolve().parent.parent.parent
# How the page's functions reach the test.
SHIM = """
void (*{name}_write_hook)(uint32_t, uint32_t);
uint32_t (*{name}_read_hook)(uint32_t);
void {name}_write(uint32_t at, uint32_t value)
{{
    {name}_write_hook(at, value);
}}
uint32_t {name}_read(uint32_t at)
{{
    return {name}_read_hook(at);
}}
"""
WRITE = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)
READ = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)
LENGTHS = (0, 1, 15, 16, 17, 55, 64, 100)


class Program:
    """The first C text of a page, and what it calls."""

    def __init__(self, ip: str, **calls: tuple[Callable, Callable]) -> None:
        text = (ROOT / f"hw/{ip}/programming.md").read_text()
        source = re.search(r"^```c\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1]
        source += "".join(SHIM.format(name=name) for name in calls)
        with tempfile.TemporaryDirectory() as folder:
            file, library = Path(folder) / "program.c", Path(folder) / "program.so"
            file.write_text(source)
            flags = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fPIC", "-shared"]
            subprocess.run(["cc", *flags, f"-I{ROOT}", str(file), "-o", str(library)], check=True)
            self.lib = ctypes.CDLL(str(library))
        self.hooks = []
        for name, (write, read) in calls.items():
            for hook, function in ((f"{name}_write_hook", WRITE(write)), (f"{name}_read_hook", READ(read))):
                ctypes.c_void_p.in_dll(self.lib, hook).value = ctypes.cast(function, ctypes.c_void_p).value
                self.hooks.append(function)  # must outlive the library's use of it


def registers(dut: Block, refused: list[int]) -> tuple[Callable, Callable]:
    def write(at: int, value: int) -> None:
        if dut.poke(at, value) != OKAY:
            refused.append(at)

    def read(at: int) -> int:
        value, code = dut.peek(at)
        if code != OKAY:
            refused.append(at)
        return value

    return write, read


def wiped(dut: Block, refused: list[int], last: int) -> tuple[Callable, Callable]:
    """As registers(). After the last address was written, somebody else writes WIPE before the next read."""
    write, read = registers(dut, refused)
    written: list[int] = []

    def write_first(at: int, value: int) -> None:
        write(at, value)
        written.append(at)

    def read_later(at: int) -> int:
        if written and written[-1] == last:
            written.clear()
            dut.write("WIPE", 1)
        return read(at)

    return write_first, read_later


class ProgramsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.refused: list[int] = []

    def tearDown(self) -> None:
        self.assertEqual(self.refused, [])

    def test_hasher(self) -> None:
        program = Program("hasher", hasher=registers(Block("hasher"), self.refused))
        for length in LENGTHS:
            message, digest = os.urandom(length), (ctypes.c_uint8 * 32)()
            self.assertEqual(program.lib.sha256(digest, message, length), 0)
            self.assertEqual(bytes(digest), hashlib.sha256(message).digest())
        dut = Block("hasher")
        program = Program("hasher", hasher=wiped(dut, self.refused, dut.offset("DATA")))
        self.assertEqual(program.lib.sha256(digest, bytes(64), 64), -1, "a cancelled command")

    def test_cryp(self) -> None:
        program = Program("cryp", cryp=registers(Block("cryp"), self.refused))
        for length in LENGTHS:
            message, key, nonce = os.urandom(length), os.urandom(16), os.urandom(12)
            out, tag = (ctypes.c_uint8 * max(length, 1))(), (ctypes.c_uint8 * 16)()
            self.assertEqual(program.lib.gcm_encrypt(out, tag, key, nonce, message, length), 0)
            expected = AESGCM(key).encrypt(nonce, message, None)
            self.assertEqual(bytes(out)[:length] + bytes(tag), expected)
        dut = Block("cryp")
        program = Program("cryp", cryp=wiped(dut, self.refused, dut.offset("CTRL")))
        self.assertEqual(program.lib.gcm_encrypt(out, tag, key, nonce, b"", 0), -1, "a cancelled command")

    def test_acryp(self) -> None:
        dut = Block("acryp")
        program = Program("acryp", acryp=registers(dut, self.refused))

        def product(of: Program, bits: int, n: int, a: int, b: int) -> tuple[int, int]:
            words = (bits + 31) // 32
            numbers = [(ctypes.c_uint32 * words)(*(x >> 32 * i & 0xFFFFFFFF for i in range(words))) for x in (n, a, b)]
            out = (ctypes.c_uint32 * words)()
            end = of.lib.modular_product(out, *numbers, bits)
            return end, int.from_bytes(bytes(out), "little")

        for bits in (2, 31, 32, 33, 127, 256, 521):
            n = 1 << bits - 1 | secrets.randbits(bits - 1) | 1
            a, b = secrets.randbelow(n), secrets.randbelow(n)
            self.assertEqual(product(program, bits, n, a, b), (0, a * b % n))
            self.assertEqual(product(program, bits, n, n, b), (1, 0), "a is not below n")
            self.assertEqual(product(program, bits, n ^ 1, 0, b), (1, 0), "n is even")
        for last in ("CTRL", "DATA_IN"):
            program = Program("acryp", acryp=wiped(dut, self.refused, dut.offset(last)))
            self.assertEqual(product(program, 256, (1 << 256) - 1, 5, 7), (-1, 0), "a cancelled operation")

    def test_udma(self) -> None:
        dut = UdmaBlock("hasher")
        memory = (
            lambda at, value: dut.store(at, value.to_bytes(4, "little")),
            lambda at: int.from_bytes(dut.fetch(at, 4), "little"),
        )
        program = Program("udma", reg=registers(dut, self.refused), mem=memory)
        for length in LENGTHS:
            message, at, digest = os.urandom(length), 0x2001, 0x3000
            dut.store(at, message)
            self.assertEqual(program.lib.sha256(digest, at, length), 0)
            self.assertEqual(dut.fetch(digest, 32), hashlib.sha256(message).digest())
        # An address where there is no memory: the ring stops, and the program says so.
        self.assertNotEqual(program.lib.sha256(0x3000, 0xFFFFFF00, 64), 0)


if __name__ == "__main__":
    unittest.main()
