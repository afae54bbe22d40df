#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the site in Chromium, without a window and without a network: browser.py SITE SCREENS. A page fails if it
shows no heading, if the browser reports an error (a file that is missing, a script that fails), or if the search does
not find a function of the C interface. The screenshots are for a person to look at."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# What a person would look at: the start, a page of each kind, and every page with plots.
SHOWN = ("index.html", "docs/start/*.html", "docs/cli.html", "docs/api/aead.html", "docs/performance/*.html")
SEARCH = ("search.html?q=ob_aead_open", "docs/api/aead.html")
CHROMIUM = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr")
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND"


def browse(*options: str) -> tuple[str, list[str]]:
    """What the browser prints, and what pages wrote to its console."""
    done = subprocess.run([*CHROMIUM, NO_NETWORK, *options], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, [line for line in done.stderr.splitlines() if ":CONSOLE" in line]


def check(site: Path, screens: Path) -> Iterator[str]:
    screens.mkdir(parents=True, exist_ok=True)
    pages = [path for pattern in SHOWN for path in sorted(site.glob(pattern))]
    for page in pages:
        name = str(page.relative_to(site).with_suffix("")).replace("/", "-")
        text, errors = browse("--dump-dom", page.as_uri())
        if not re.search(r"<h1>\s*\S", text):
            yield f"{page}: no heading"
        for error in errors:
            yield f"{page}: {error}"
        browse("--window-size=1300,2000", f"--screenshot={screens / name}.png", page.as_uri())
    text, errors = browse("--virtual-time-budget=20000", "--dump-dom", f"{site.as_uri()}/{SEARCH[0]}")
    if SEARCH[1] not in text:
        yield f"{SEARCH[0]} does not find {SEARCH[1]}"
    print(f"{len(pages)} pages in Chromium; screenshots: {screens}")


if __name__ == "__main__":
    found = list(check(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
    print("\n".join(found))
    sys.exit(f"{len(found)} findings" if found else 0)
