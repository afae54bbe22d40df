# SPDX-License-Identifier: Apache-2.0
"""docs/firmware.md to the letter: the files and commands of its projects, in empty folders, with the simulator that
stands in build/host. The set-up of the machine is left out. Each project must reach its results within the limits."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

COMMON = "Before you begin"
PROJECTS = ("A project with CMake", "A project with make")
FILE = re.compile(r"^```\w+\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^    (.*)$", re.MULTILINE)
SET_UP = "(cd outboard"
FLASH, INSTRUCTIONS = 20000, 100000


def section(text: str, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"docs/firmware.md has no section \"{title}\"")
    return found[1]


def commands(text: str) -> list[str]:
    return [line for line in COMMANDS.findall(FILE.sub("", text)) if not line.startswith(SET_UP)]


def follow(source: Path, folder: Path, common: str, project: str) -> str | None:
    """None, or what is wrong."""
    folder.mkdir(parents=True)
    (folder / "outboard").symlink_to(source)
    files = FILE.findall(project)
    for name, text in files:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    lines = commands(common) + commands(project)
    if not files or not any("cortexm-sim" in line for line in lines):
        return "the section has no file, or does not run the program"
    script = "\n".join(["set -e", *lines])
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"{done.stdout}{done.stderr}\na command fails"
    match = re.search(r"(\d+) instructions, \d+ cycles", done.stderr)
    size = subprocess.run(
        ["arm-none-eabi-size", folder / "build/firmware.elf"], capture_output=True, text=True, check=True
    )
    flash = sum(int(word) for word in size.stdout.splitlines()[1].split()[:2])
    print(f"{folder.name}: {flash} bytes of flash, {match[1] if match else 'no'} instructions")
    if not match or int(match[1]) > INSTRUCTIONS or flash > FLASH:
        return f"the limits are {FLASH} bytes and {INSTRUCTIONS} instructions"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="the repository, whose build/host has the simulator")
    parser.add_argument("folder", type=Path, help="for the projects; must not exist")
    args = parser.parse_args()
    text = (args.source / "docs/firmware.md").read_text()
    failed = False
    for title in PROJECTS:
        project = section(text, title)
        wrong = follow(args.source.resolve(), args.folder / title.split()[-1], section(text, COMMON), project)
        if wrong:
            print(f"docs/firmware.md, {title}: {wrong}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
