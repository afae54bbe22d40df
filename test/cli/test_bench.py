#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the table that ./run bench prints (bench/host.py), on made-up figures."""

import contextlib
import io
import os
import sys
import unittest
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(os.environ["OB_SOURCE"]) / "bench"))
import host  # noqa: E402

ENGINES = ("soft", "mbedtls", "openssl", "afalg", "devcrypto")  # the last ones are the fastest


def figures(engines: tuple[str, ...]) -> host.Figures:
    found: host.Figures = defaultdict(dict)
    for rank, engine in enumerate(engines, 1):
        for job in host.MESSAGES:
            for length in (host.SHORT, host.LONG):
                found[*job, length][engine] = {"ns": 1000 / rank, "kib_per_s": 102_400_000 * rank}
        for job in host.PUBLIC_KEYS:
            found[*job, 0][engine] = {"ops_per_s": 1_234_567 * rank}
    return found


def printed(engines: tuple[str, ...]) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        host.table(figures(engines))
    return output.getvalue()


class Table(unittest.TestCase):
    def test_no_engine_is_left_out(self) -> None:
        for count in range(1, len(ENGINES) + 1):
            text = printed(ENGINES[:count])
            for engine in ENGINES[:count]:
                self.assertEqual(text.split().count(engine), 2, f"{engine} among {count}")  # messages, public keys

    def test_the_best_has_the_star(self) -> None:
        text = printed(ENGINES)
        self.assertEqual(text.count("*"), 2 + 2 * len(host.MESSAGES) + len(host.PUBLIC_KEYS))  # 2: in the titles
        last = text.partition("afalg")[2]
        self.assertEqual(last.count("1,000k"), 0)
        self.assertRegex(last, r"aes-gcm 128 enc +250 +400k +200\* +500k\*")

    def test_it_fits_a_terminal(self) -> None:
        for line in printed(ENGINES).splitlines():
            self.assertLessEqual(len(line), 80)

    def test_it_ends_with_where_everything_is(self) -> None:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            host.notes(Path("build/bench"))
        lines = output.getvalue().splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertRegex(lines[-2], r"^Table.* build/bench/host\.csv$")
        self.assertRegex(lines[-1], r"^Plot.* build/bench/cost\.png$")

    def test_no_figures(self) -> None:
        self.assertEqual(printed(()), "")


if __name__ == "__main__":
    unittest.main()
