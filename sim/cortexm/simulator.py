# SPDX-License-Identifier: Apache-2.0
"""A Python handle on cortexm-sim: call functions of an image on a simulated core, look for timing leaks."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType


class SimulatorFault(Exception):
    """The simulated core faulted, or the function broke the procedure call standard."""


@dataclass(frozen=True)
class Call:
    """What one call cost and what it wrote."""

    cycles: int
    instructions: int
    stack_bytes: int
    code_bytes: int
    result: int
    written: int  # bit n: an instruction wrote rn
    outputs: list[bytes]
    residue: bytes  # the stack below sp after the return; it began as 0xa5


def data(content: bytes, misalign: int = 0) -> str:
    """A read-only buffer."""
    return f"in@{misalign}:{content.hex()}"


def inout(content: bytes, misalign: int = 0) -> str:
    """A buffer that is read and written."""
    return f"inout@{misalign}:{content.hex()}"


def out(size: int, misalign: int = 0) -> str:
    """A buffer that is written; it begins as 0xa5."""
    return f"out@{misalign}:{size}"


class Simulator:
    """One simulated core with one image; memory persists between calls."""

    def __init__(self, program: Path, core: str, image: Path, *options: str) -> None:
        self.core = core
        self._process = subprocess.Popen(
            [str(program), *options, "serve", core, str(image)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def pid(self) -> int:
        """Of the simulating process."""
        return self._process.pid

    def __enter__(self) -> Simulator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def _ask(self, *words: str | int) -> dict:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SimulatorFault("the simulator ended")
        answer = json.loads(line)
        if "fault" in answer:
            raise SimulatorFault(answer["fault"])
        return answer

    def call(self, symbol: str, *arguments: str | int) -> Call:
        """Call a function; each argument is a number or one of the buffer forms above."""
        answer = self._ask("call", symbol, *arguments)
        return Call(
            answer["cycles"],
            answer["instructions"],
            answer["stack_bytes"],
            answer["code_bytes"],
            answer["result"],
            answer["written"],
            [bytes.fromhex(text) for text in answer["outputs"]],
            bytes.fromhex(answer["residue"]),
        )

    def leaks(self, symbol: str, *arguments: str | int) -> list[dict]:
        """Call with differing secrets ("secret:N" arguments) and list what depends on them."""
        return self._ask("leak", symbol, *arguments)["leaks"]
