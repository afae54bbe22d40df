#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the kept results of Wycheproof's public-key vectors: they hold, and ones that do not are noticed."""

import unittest
from unittest import mock

import wycheproof

DIGEST, CASES = wycheproof.read_vectors(wycheproof.VECTORS.read_bytes())


class Kept(unittest.TestCase):
    def setUp(self) -> None:
        self.rows = wycheproof.read(wycheproof.RESULTS)

    def wrong(self, why: str, digest: str = DIGEST) -> None:
        """The rows are refused for this reason."""
        with self.assertRaisesRegex(wycheproof.StaleError, why):
            wycheproof.check(self.rows, digest, CASES)

    def test_results_are_good_and_those_of_today(self) -> None:
        wycheproof.check(self.rows, DIGEST, CASES)
        self.assertGreater(CASES.total(), 30000)

    def test_a_failure_shows(self) -> None:
        self.rows[-1]["failures"] = "1"
        self.wrong("1 failures")

    def test_other_vectors_make_them_stale(self) -> None:
        self.wrong("the vectors have changed", digest="0" * 16)

    def test_other_sources_make_them_stale(self) -> None:
        with mock.patch.object(wycheproof, "SOURCES", ("core/pk.c",)):
            self.wrong("its sources have changed")

    def test_a_vector_that_did_not_run_shows(self) -> None:
        for column in ("vectors", "declined"):
            with self.subTest(column):
                row = self.rows[len(self.rows) // 2]
                row[column] = str(int(row[column]) + 1)
                self.wrong("vectors and .* declined, of")

    def test_every_engine_must_be_there(self) -> None:
        for engine in wycheproof.ENGINES:
            with self.subTest(engine):
                rows, self.rows = self.rows, [row for row in self.rows if row["engine"] != engine]
                self.wrong(f"no result of {engine}")
                self.rows = rows

    def test_comments_are_no_sources(self) -> None:
        """A changed comment asks for no new run; a changed word does."""
        first = wycheproof.sources_digest("openssl")
        path = type(wycheproof.RESULTS)
        read = path.read_text
        with mock.patch.object(path, "read_text", lambda self: read(self) + "/* more */"):
            self.assertEqual(wycheproof.sources_digest("openssl"), first)
        with mock.patch.object(path, "read_text", lambda self: read(self) + "int more;"):
            self.assertNotEqual(wycheproof.sources_digest("openssl"), first)


if __name__ == "__main__":
    unittest.main()
