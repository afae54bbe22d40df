# SPDX-License-Identifier: Apache-2.0
"""What the description of an assembly function consists of, and the boards on which figures are taken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

V6M, V7M, M7 = ("m0", "m0plus"), ("m3", "m4"), ("m7",)
BOARDS = {"m0": "stm32f0", "m0plus": "stm32l0", "m3": "stm32f1", "m4": "stm32f4", "m7": "stm32h7"}
KEY_BITS = (128, 192, 256)
CTR_BYTES = 4096
HASH_BYTES = 4096


@dataclass(frozen=True)
class Case:
    """Arguments of one call, and what its writable buffers must hold afterwards."""

    arguments: list[str | int]
    expected: list[bytes]


@dataclass(frozen=True)
class Function:
    symbol: str
    source: str  # file with the banner, below algo/
    image: str  # "aes" for aes_<core>.elf, and so on
    cores: tuple[str, ...]
    mode: str
    algorithm: str
    operation: str
    bits: int
    length: int
    tables: tuple[str, ...]
    constant_time: bool
    case: Callable[[random.Random, int], Case]  # the number says by how many words the buffers are misaligned
    public: tuple[int, ...] = ()  # arguments that are not secret
