#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a reader would type: walk.py READER prints the commands of the reader's pages as one script for bash, which
stops at the first that fails and tells the seconds of each section. walk.py alone prints the readers.

A page's commands are its indented blocks and its blocks "sh". A block after a paragraph that begins with a file's name
and ends in a colon is that file. Other blocks are not run. The script starts in the clone's folder, for tutorials in a
new one.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = "docs/tutorial/"
# The pages of each reader, with the sections that are walked; none named: all of them.
READERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "firmware": (("docs/start/firmware.md",), ("docs/tutorial/firmware.md",)),
    "linux": (("docs/start/linux.md",),),
    "soc": (("docs/start/soc.md",), ("docs/tutorial/soc.md",), ("hw/litex/README.md", "FuseSoC")),
    "author": (("docs/start/author.md",),),
    "plain": (("docs/building.md", "Building without `./run`"),),
}
FAILS = re.compile(r"# .*\bfails until\b")  # a command that its own comment says to fail


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Of each block that is run or written: heading, file name or nothing, text."""
    heading, paragraph, body = "", "", ""
    fence: str | None = None
    blank = True  # the line before was
    for line in [*text.splitlines(), ""]:
        if fence is not None and line.startswith("```"):
            name = re.match(r"`([\w.]+)`.*:$", paragraph, re.DOTALL)
            if name or fence == "sh":
                yield heading, name[1] if name else "", body
            fence, paragraph, body = None, "", ""
        elif fence is not None:
            body += line + "\n"
        elif line.startswith("    ") and (blank or body):
            body += line[4:] + "\n"
        else:
            if body:
                yield heading, "", body
            body = ""
            if line.startswith("```"):
                fence = line[3:].strip()
            elif line.startswith("#"):
                heading = line.lstrip("#").strip()
            elif line:
                paragraph = line if blank else f"{paragraph}\n{line}"
        blank = not line


def script(reader: str) -> str:
    lines = ["set -euo pipefail", "section() { echo; echo \"== $*, after $SECONDS s\"; }", "fails() { ! \"$@\"; }"]
    for page, *wanted in READERS[reader]:
        lines.append("mkdir -p ~/walk && cd ~/walk" if page.startswith(TUTORIALS) else "cd ~/outboard")
        last = ""
        for heading, name, body in blocks((ROOT / page).read_text()):
            if wanted and heading not in wanted:
                continue
            if heading != last:
                lines.append(f"section {shlex.quote(f'{page}: {heading}')}")
            last = heading
            if name:
                lines += [f"cat >{name} <<'end of {name}'", body + f"end of {name}"]
                continue
            for line in body.splitlines():
                if FAILS.search(line):
                    lines.append(f"fails {line}")
                elif " && " in line and not line.startswith("("):  # else a failure before the last && would not count
                    lines += ["(", line, ")"]
                else:
                    lines.append(line)
    return "\n".join([*lines, "section end", ""])


if __name__ == "__main__":
    print(script(sys.argv[1]) if len(sys.argv) > 1 else " ".join(READERS))
