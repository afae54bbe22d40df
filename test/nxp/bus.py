# SPDX-License-Identifier: Apache-2.0
"""Accesses to the devices of a simulated part: the verb "bus" of cortexm-sim."""

from __future__ import annotations

import subprocess
from pathlib import Path


class BusFault(Exception):
    """The model refused the access."""


def accesses(program: Path, part: str, lines: list[str], *options: str) -> list[tuple[int, int] | BusFault]:
    """All lines, each as the verb's help has it: what each read, and the cycles that it was held, or its fault."""
    done = subprocess.run(
        [program, *options, "bus", part], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"status {done.returncode}: {done.stderr}")
    answers: list[tuple[int, int] | BusFault] = []
    for line in done.stdout.splitlines():
        first, rest = line.split(" ", 1)
        answers.append(BusFault(rest) if first == "fault" else (int(first, 16), int(rest)))
    if len(answers) != len(lines):
        raise RuntimeError(f"{len(answers)} answers to {len(lines)} accesses")
    return answers
