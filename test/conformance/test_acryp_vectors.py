#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the kept results of all public-key vectors on acryp's microcode: they hold, and bad ones are noticed."""

import unittest
from unittest import mock

import acryp_vectors
import wycheproof

DIGEST, CASES = wycheproof.read_vectors(wycheproof.VECTORS.read_bytes(), "")


class Kept(unittest.TestCase):
    def setUp(self) -> None:
        self.rows = wycheproof.read(acryp_vectors.RESULTS)

    def wrong(self, why: str, digest: str = DIGEST) -> None:
        """The rows are refused for this reason."""
        with self.assertRaisesRegex(wycheproof.StaleError, why):
            acryp_vectors.check(self.rows, digest, CASES)

    def test_results_are_good_and_those_of_today(self) -> None:
        acryp_vectors.check(self.rows, DIGEST, CASES)
        self.assertGreater(sum(int(row["vectors"]) for row in self.rows), 30000)

    def test_a_failure_shows(self) -> None:
        self.rows[-1]["failures"] = "1"
        self.wrong("1 failures")

    def test_other_vectors_make_them_stale(self) -> None:
        self.wrong("the vectors have changed", digest="0" * 16)

    def test_another_microcode_driver_or_interpreter_makes_them_stale(self) -> None:
        for pattern in acryp_vectors.SOURCES:
            others = tuple(p for p in acryp_vectors.SOURCES if p != pattern)
            with self.subTest(pattern), mock.patch.object(acryp_vectors, "SOURCES", others):
                self.wrong("has changed since the results")

    def test_a_vector_that_did_not_run_shows(self) -> None:
        row = self.rows[len(self.rows) // 2]
        row["vectors"] = str(int(row["vectors"]) + 1)
        self.wrong("vectors and .* declined, of")

    def test_a_row_that_is_missing_shows(self) -> None:
        del self.rows[-1]
        self.wrong("no row is for")

    def test_no_result_shows(self) -> None:
        self.rows = []
        self.wrong("there is no result")


if __name__ == "__main__":
    unittest.main()
