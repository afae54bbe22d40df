#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the site in Chromium, without a window and without a network: browser.py SITE [SCREENS]. It fails if a page
shows no heading, if it is wider than a phone or a small window, if the browser reports an error (a file that is
missing, a script that fails), or if the search does not find a function of the C interface. SCREENS gets screenshots
for a person."""

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# What a person would look at: the start, a page of each kind, and every page with plots.
SHOWN = ("index.html", "README.html", "docs/start/*.html", "docs/tutorial/*.html", "docs/cli.html")
SHOWN += ("docs/api/aead.html", "docs/performance/*.html")
SEARCH = ("search.html?q=ob_aead_open", "docs/api/aead.html")
CHROMIUM = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr")
WIDTHS = (390, 1050, 1200)  # pixels: of a phone, and of windows with one and with both columns beside the page
NARROW = 500  # the narrowest window that Chromium makes
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND"


def browse(*options: str, seconds: int = 120) -> tuple[str, list[str]]:
    """What the browser prints, and what pages wrote to its console."""
    command = [*CHROMIUM, NO_NETWORK, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True)
    return done.stdout, [line for line in done.stderr.splitlines() if ":CONSOLE" in line]


# A page that shows all others in a frame, one after the other, and writes down how wide they are in each width.
LOOK = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="seen"></pre><script>
const pages = PAGES, seen = {};
function next() {
    const page = pages.shift();
    if (page === undefined) {
        document.getElementById("seen").textContent = "seen " + JSON.stringify(seen) + " end";
        return;
    }
    const frame = document.createElement("iframe");
    frame.width = WIDTHS[0];
    frame.height = 800;
    frame.onload = () => {
        const root = frame.contentDocument.documentElement, heading = root.querySelector("h1");
        const widths = WIDTHS.map((width) => {
            frame.width = width;
            return root.scrollWidth;
        });
        seen[page] = [widths, heading ? heading.textContent.trim().length : 0];
        frame.remove();
        next();
    };
    frame.src = page;
    document.body.append(frame);
}
next();
</script></body>"""


def findings(site: Path) -> Iterator[str]:
    """What is wrong with any page."""
    pages = sorted(str(path.relative_to(site)) for path in site.rglob("*.html") if "_static" not in path.parts)
    look = site / "look.html"
    look.write_text(LOOK.replace("PAGES", json.dumps(pages)).replace("WIDTHS", json.dumps(WIDTHS)))
    try:
        text, errors = browse(
            "--allow-file-access-from-files", "--virtual-time-budget=3600000", "--dump-dom", look.as_uri(), seconds=900
        )
    finally:
        look.unlink()
    yield from errors
    told = re.search(r"seen (\{.*\}) end", text, re.DOTALL)
    seen = json.loads(html.unescape(told[1])) if told else {}
    for page in pages:
        widths, heading = seen.get(page, ([], 0))
        if not heading and page != "search.html":  # that one has its heading once it has searched
            yield f"{page}: no heading"
        for width, most in zip(widths, WIDTHS, strict=False):
            if width > most:
                yield f"{page}: {width} pixels wide in a window of {most}"
    print(f"{len(seen)} of {len(pages)} pages opened")


def screenshots(page: Path, name: Path) -> None:
    for width, end in ((1300, ""), (NARROW, "-narrow")):
        browse(f"--window-size={width},2000", f"--screenshot={name}{end}.png", page.as_uri())


def search(site: Path) -> Iterator[str]:
    text, _ = browse("--virtual-time-budget=20000", "--dump-dom", f"{site.as_uri()}/{SEARCH[0]}")
    if SEARCH[1] not in text:
        yield f"{SEARCH[0]} does not find {SEARCH[1]}"


def main(site: Path, screens: Path | None) -> int:
    found = [*findings(site), *search(site)]
    if screens:
        screens.mkdir(parents=True, exist_ok=True)
        for page in [path for pattern in SHOWN for path in sorted(site.glob(pattern))]:
            screenshots(page, screens / str(page.relative_to(site).with_suffix("")).replace("/", "-"))
        print(f"screenshots: {screens}")
    print("\n".join([*found, f"{len(found)} findings"]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None))
