#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/mutants.py on planted.c: a mutant that the test notices dies, one without a test survives; and --check on
kept results that are good, too bad, too old, or whose excuses are none. test_tool.py BUILD MUTATE"""

import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD, TOOL = Path(sys.argv[1]), Path(sys.argv[2])
SOURCE = "test/mutants/planted.c"
PLAN = f"""
folders = ["core"]
later = []
[left_out]
[test]
[source]
"{SOURCE}" = {{tests = ["planted"]}}
"""


def load():
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "scripts/mutants.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tool(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.m = load()
        self.m.PLACE, self.m.JOURNAL, self.m.TOOL = self.place, self.place / "journal", TOOL
        (self.place / "plan.toml").write_text(PLAN)
        (self.place / "excuses.toml").write_text("")

    def outcomes(self, wanted: list[str]) -> list[str]:
        """Try the mutants with these changes, and one that changes no code: what counts, in this order."""
        mutants = [each for each in self.m.mutants_of(SOURCE, None, 1) if each.after in wanted]
        self.assertEqual({each.after for each in mutants}, set(wanted))
        mutants.sort(key=lambda each: wanted.index(each.after))
        mutants.append(self.m.Mutant(1, "", "a comment", (ROOT / SOURCE).read_text() + "/* more */\n"))
        rows = self.m.try_mutants(SOURCE, mutants, 40, 2, 1, build=False)
        rows.sort(key=lambda row: wanted.index(row["after"]))
        return [f"{row['after']} {row['outcome']}" for row in rows]

    def test_mutants(self) -> None:
        wanted = ["sum = sum - n;", "n = n / 1;", "result = result - n--;", "n = n * 1;", "result = result + n-/;"]
        expected = [
            "sum = sum - n; killed",
            "n = n / 1; timeout",
            "result = result - n--; survived",  # no test calls planted_idle
        ]  # n * 1 is the same as n / 1, and the last one does not compile
        self.assertEqual(self.outcomes(wanted), expected)
        with mock.patch.object(self.m.Bench, "judge", side_effect=AssertionError):
            self.assertEqual(self.outcomes(wanted), expected)  # nothing is tried again

    def test_changed_lines(self) -> None:
        all_lines = {each.line for each in self.m.mutants_of(SOURCE, None, 1)}
        some = {each.line for each in self.m.mutants_of(SOURCE, {10}, 1)}
        self.assertIn(10, some)
        self.assertLessEqual(some, {10, 11})  # a statement may be inserted after the line
        self.assertGreater(len(all_lines), 5)

    def test_order(self) -> None:
        """The seed decides the order, and nothing else."""
        first, again, other = (self.m.mutants_of(SOURCE, None, seed) for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual(set(first), set(other))


class Check(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.m = load()
        self.m.ROOT, self.m.PLACE = self.root, self.root / "test/mutants"
        self.write("core/a.c", "int a;\nint b;\n")
        self.write("core/b.c", "int a;\n")
        self.write("core/data.c", "int data;\n")
        self.write(
            "test/mutants/plan.toml",
            'folders = ["core"]\nlater = ["core/b.c"]\n[left_out]\n"core/data.c" = "data"\n[test]\n[source]\n'
            '"core/a.c" = {tests = []}\n"core/b.c" = {tests = []}\n',
        )
        self.write("test/mutants/excuses.toml", "")
        self.kept("core/a.c", [("int a;", "killed")] * 20 + [("int b;", "timeout")] * 20)
        self.finds("")  # nothing is wrong
        self.kept("core/b.c", [("int a;", "killed")] * 40)
        self.finds("core/b.c: listed for later")
        plan = (self.root / "test/mutants/plan.toml").read_text()
        self.write("test/mutants/plan.toml", plan.replace('["core/b.c"]', "[]", 1))

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def kept(self, source: str, outcomes: list[tuple[str, str]]) -> None:
        rows = [
            dict(zip(self.m.HEADER, (source, "", "1", "1", before, f"mutant {i}", outcome, "")))
            for i, (before, outcome) in enumerate(outcomes)
        ]
        self.m.write_result(source, rows)

    def excuse(self, mutant: str, proof: str) -> None:
        self.write(
            "test/mutants/excuses.toml",
            f'[[excuse]]\nsource = "core/b.c"\nbefore = "int a;"\nafter = "{mutant}"\nproof = "{proof}"\n',
        )

    def finds(self, words: str) -> None:
        found = self.m.check()
        self.assertEqual(len(found), 1 if words else 0, found)
        self.assertIn(words, "".join(found))

    def test_good(self) -> None:
        self.assertEqual(self.m.check(), [])

    def test_survivors(self) -> None:
        self.kept("core/b.c", [("int a;", "survived")] * 4 + [("int a;", "killed")] * 36)
        self.assertEqual(self.m.check(), [])  # 95 %
        self.kept("core/b.c", [("int a;", "survived")] * 5 + [("int a;", "killed")] * 35)
        self.finds("75 of 80 mutants are killed or excused")
        self.excuse("mutant 4", "The value of the variable has no use at all.")
        self.assertEqual(self.m.check(), [])

    def test_excuses(self) -> None:
        self.excuse("mutant 4", "The value of the variable has no use at all.")
        self.finds("is of no kept survivor")
        self.kept("core/b.c", [("int a;", "survived")] * 5 + [("int a;", "killed")] * 35)
        self.excuse("mutant 4", "It is equivalent.")
        self.finds("is no proof")
        self.excuse("mutant 4", "The value of the variable has no use at all.")
        self.excuse("mutant 4", "The value of the variable has no use at all.")
        self.finds("")
        self.write("core/b.c", "int c;\nint a ;\n")  # the line is gone, and what was proved of it
        found = self.m.check()
        self.assertTrue(any("75 of 80 mutants" in each for each in found), found)

    def test_stale(self) -> None:
        self.write("core/a.c", "int a;\nint c;\n")  # 20 of 80 are of lines that are gone
        self.assertEqual(self.m.check(), [])
        self.write("core/a.c", "int c;\n")
        self.finds("40 of 80 mutants are of lines that are no longer there")

    def test_missing(self) -> None:
        self.write("core/new.c", "int a;\n")  # in no plan: 40 of 120
        self.finds("40 of 120 mutants")
        self.assertEqual(self.m.unplanned(), ["core/new.c"])

    def test_left(self) -> None:
        self.kept("core/gone.c", [("int a;", "killed")])
        self.finds("the kept result of no planned source")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
