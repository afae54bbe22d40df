#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""OpenSSL's own evp_test vectors through the provider, in the modes forced, random and auto; the operations of each
engine and algorithm are printed. An algorithm that was offered and had vectors, and that no engine ever served, is a
failure."""

import json
import re
import sys
import unittest
from collections import Counter
from pathlib import Path

from common import PRICES, SOURCE, ProviderTest

DATA = SOURCE / "build/deps/evp_data"
FILES = sorted(
    path
    for pattern in ("evpciph_*.txt", "evpmd_*.txt", "evpmac_common.txt", "evpmac_sm3.txt")
    for path in DATA.glob(pattern)
)

# Algorithms by OpenSSL's name in the vectors, as the report names them.
NAMES = [
    (r"aes-\d+-(ecb|cbc|ctr|xts|gcm|ccm)", r"aes-\1"),
    (r"(?:des-ede3?-(ecb|cbc))", r"des3-\1"),
    (r"(?:des-ede3?)", "des3-ecb"),
    (r"sm4-(ecb|cbc|ctr)", r"sm4-\1"),
    (r"chacha20-poly1305", "chacha20-poly1305"),
    (r"(md5|sha1|sm3)", r"\1"),
    (r"sha2?-?(224|256|384|512)", r"sha\1"),
    (r"sha2?-?512[/-](224|256)", r"sha512-\1"),
    (r"hmac-(md5|sha1|sm3)", r"hmac-\1"),
    (r"hmac-sha2?-?(224|256|384|512)", r"hmac-sha\1"),
    (r"hmac-sha2?-?512[/-](224|256)", r"hmac-sha512-\1"),
    (r"cmac-aes-\d+-cbc", "aes-cmac"),
]


# The provider stands in front of HMAC and CMAC as a whole; with these no engine can serve.
ASIDE = r"hmac-(sha3-\d+|ripemd.*|blake.*|whirlpool)|cmac-(des.*|camellia.*|aria.*)"


def reported(name: str) -> str | None:
    if re.fullmatch(ASIDE, name):
        return None
    for pattern, replacement in NAMES:
        if re.fullmatch(pattern, name):
            return re.sub(pattern, replacement, name)
    raise ValueError(f"{name} is served, but not in the table of this test")


# What an accelerator of every class has at least.
PROMISED = {"aes-cbc", "aes-gcm", "aes-ccm", "aes-xts", "des3-cbc", "sha256", "hmac-sha256", "aes-cmac"}


class Vectors(ProviderTest):
    every = 1  # one in so many of the vectors of CCM, which are nine tenths of all
    limit = 120  # seconds

    def vectors(self, mode: str, engine: str, promised: set[str], **extra: str) -> None:
        """All vectors in a mode. Of the algorithms that have some, the engine must serve those that are offered, and
        those must be offered that are promised."""
        script = Path(__file__).with_name("evp_data.py")
        command = [sys.executable, script, str(self.every), *FILES]
        run = self.run_under(self.environment(mode, **extra), *command, timeout=self.limit)
        result = json.loads(run.stdout)
        counts = self.counts()
        served: Counter[str] = Counter()
        for name, n in result["runs"].items():
            if algorithm := reported(name):
                served[algorithm] += n
        print(f"\nmode {mode}: {sum(result['vectors'].values())} vectors; operations by algorithm and engine")
        for algorithm in sorted(served):
            by = {who: n for (a, who), n in sorted(counts.items()) if a == algorithm and n}
            print(f"  {algorithm:18} {served[algorithm]:5} runs:", ", ".join(f"{who} {n}" for who, n in by.items()))
        self.assertEqual(result["failures"], [])
        self.assertGreater(sum(result["vectors"].values()), 150 + 2500 // self.every)
        offered = {algorithm for algorithm, _ in counts} & served.keys()  # not an HMAC with a hash that no engine has
        self.assertEqual(sorted(promised - offered), [], "promised, and not offered")
        enough = 16 if mode == "random" else 1  # so that drawing it never is no accident
        never = [name for name in offered if served[name] >= enough and counts[name, engine] == 0]
        self.assertEqual(never, [], f"offered, tested, and never served by {engine}")


class EvpData(Vectors):
    """With the accelerator that every machine has (accel.c)."""

    def test_forced(self) -> None:
        self.vectors("accel", "accel", PROMISED)

    def test_forced_soft(self) -> None:
        self.vectors("soft", "soft", PROMISED)

    def test_random(self) -> None:
        self.vectors("random", "accel", PROMISED)

    def test_auto(self) -> None:
        """With prices at which the accelerator pays from the first byte on."""
        rows = []
        for row in PRICES.read_text().splitlines():
            fields = row.split(",")
            if fields[0] == "accel":
                fields[8:] = ["0"] * 5
            rows.append(",".join(fields))
        self.vectors("auto", "accel", PROMISED, OUTBOARD_PRICES=str(self.write("prices", "\n".join(rows) + "\n")))


if __name__ == "__main__":
    unittest.main()
