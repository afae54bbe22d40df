#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the kept full runs on the simulated blocks: they are of today, and ones that are not are noticed."""

import unittest
from unittest import mock

import block_runs

VECTORS = block_runs.read_vectors(block_runs.wycheproof.VECTORS.read_bytes())


def made(engine: str, alg: str, split: int = 0) -> list[dict[str, str]]:
    """Rows as a run gives them: all vectors by the CPU, and by DMA, some of those declined."""
    digest, count = VECTORS[alg]
    own = {"engine": engine, "algorithm": alg, "vectors_digest": digest, "negatives": "0"}
    own["sources"] = block_runs.sources_digest(engine)
    rest = {"mode": "dma", "vectors": str(count - split), "declined": str(split)}
    return [own | {"mode": "cpu", "vectors": str(count), "declined": "0"}, own | rest]


class Kept(unittest.TestCase):
    def setUp(self) -> None:
        self.rows = made("hasher", "sha256") + made("cryp", "aes-gcm", 3)

    def wrong(self, why: str) -> None:
        with self.assertRaisesRegex(block_runs.wycheproof.StaleError, why):
            block_runs.check(self.rows, VECTORS)

    def test_what_is_kept(self) -> None:
        """The kept results are those of the blocks, drivers and vectors at hand."""
        block_runs.check(block_runs.wycheproof.read(block_runs.RESULTS), VECTORS)
        block_runs.check(self.rows, VECTORS)

    def test_other_sources_make_them_stale(self) -> None:
        read = type(block_runs.RESULTS).read_text
        for name in ("hasher_core.sv", "udma_ctl.sv", "hasher_udma.sv", "hasher.c", "udma.c"):

            def changed(path: object, name: str = name) -> str:
                return read(path) + ("int more;" if path.name == name else "")

            with self.subTest(name), mock.patch.object(type(block_runs.RESULTS), "read_text", changed):
                self.wrong("hasher, sha256: the block or its driver has changed")

    def test_comments_are_no_sources(self) -> None:
        read = type(block_runs.RESULTS).read_text

        def changed(path: object) -> str:
            return read(path) + {".sv": "// more\n", ".txt": ""}.get(path.suffix, "/* more */\n")

        with mock.patch.object(type(block_runs.RESULTS), "read_text", changed):
            block_runs.check(self.rows, VECTORS)

    def test_other_vectors_make_them_stale(self) -> None:
        self.rows[-1]["vectors_digest"] = "0" * 16
        self.wrong("cryp, aes-gcm: the vectors have changed")

    def test_a_vector_that_did_not_run_shows(self) -> None:
        self.rows[0]["vectors"] = str(int(self.rows[0]["vectors"]) - 1)
        self.wrong("hasher, sha256: .* in mode cpu")

    def test_a_refusal_before_the_dma(self) -> None:
        """What must be refused by both may be refused before the DMA is asked; nothing else may be missing there."""
        self.rows[-2]["negatives"] = "5"
        self.rows[-1]["vectors"] = str(int(self.rows[-1]["vectors"]) - 5)
        block_runs.check(self.rows, VECTORS)
        self.rows[-1]["vectors"] = str(int(self.rows[-1]["vectors"]) - 1)
        self.wrong("cryp, aes-gcm: .* in mode dma")

    def test_both_modes_must_have_run(self) -> None:
        del self.rows[-1]
        self.wrong("cryp, aes-gcm: 0 vectors of .* in mode dma")


if __name__ == "__main__":
    unittest.main()
