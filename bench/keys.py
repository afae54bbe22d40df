#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Public keys through Mbed TLS on the simulated SoC: keys.py --write|--check|--show|--software [--short] [--minutes N].

They come from the examples benchmark_keys (one call of the library, ECDH two) and tls_keys (a handshake of TLS 1.3,
client and server together). --write runs what is on the block, some 200 million cycles, and renews its rows of
bench/results/soc.csv; --check compares them exactly; a run of the same program and hardware is not repeated. With
--short the run of benchmark_keys ends after P-256, and the rows that it prints later are left alone. --software
runs the library's own code, which takes billions of cycles, for so many minutes (default 60) a program at most, and
renews the rows that it has printed until then; nothing compares these. --show prints the file beside
bench/peers/nuclei.csv.
"""

import argparse
import csv
import io
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/soc.csv"
PEERS = ROOT / "bench/peers/nuclei.csv"
HZ = 30_000_000
PROGRAMS = ("benchmark_keys", "tls_keys")
# What benchmark_keys prints last in a short run: the line after P-256, whose answers are checked by then.
LAST = "ecdsa-secp224r1 sign 224 block:"
# Operations a second at 30 MHz that are to be reached.
GOALS = {
    ("rsa", "public", "2048"): 600,
    ("rsa", "public-kept", "2048"): 600,
    ("rsa", "private", "2048"): 24,
    ("ecdsa-secp256r1", "sign", "256"): 300,
    ("ecdsa-secp256r1", "verify", "256"): 220,
    ("ecdh-secp256r1", "handshake", "256"): 130,
    ("ecdh-x25519", "handshake", "255"): 200,
}
GROUPS = {"x25519": "x25519", "P-256": "secp256r1"}
CERTIFICATES = {"ECDSA P-256": ("ecdsa-secp256r1", "256"), "RSA-2048": ("rsa", "2048")}

Key = tuple[str, str, str, str]  # engine, algorithm, operation, bits
Figure = tuple[int, int]  # cycles, and those of the CPU


def figures(text: str) -> Iterator[tuple[Key, Figure]]:
    """What a program has printed."""
    engine = ""
    for line in text.splitlines():
        if one := re.fullmatch(r"(\S+) (\S+) (\d+) (block|library): (\d+) \((\d+)\)", line):
            yield (
                ("acryp" if one[4] == "block" else "mbedtls", one[1], one[2], one[3]),
                (int(one[5]), int(one[5]) - int(one[6])),
            )
        elif head := re.fullmatch(r"all keys (on the block|by the library)", line):
            engine = "acryp" if head[1] == "on the block" else "mbedtls"
        elif tls := re.fullmatch(r"  ([^,]+), (.+?) +(\d+) cycles, of which the CPU slept (\d+)", line):
            algorithm, bits = CERTIFICATES[tls[2]]
            name = f"tls13-{GROUPS[tls[1]]}-{algorithm}"
            yield (engine, name, "handshake", bits), (int(tls[3]), int(tls[3]) - int(tls[4]))


def on_block(is_short: bool) -> dict[Key, Figure]:
    """The figures of runs that are not long; of a short one, those until the last that it has."""
    found: dict[Key, Figure] = {}
    for program in PROGRAMS:
        command = [str(ROOT / "run"), "app", "soc", program, "--quiet", "--cache"]
        if is_short and program == "benchmark_keys":
            command += ["--until", LAST]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode or "error" in done.stdout:
            sys.exit(f"{done.stdout}\n{program} ended with {done.returncode}")
        found |= figures(done.stdout)
    return found


def by_library(program: str, minutes: float) -> dict[Key, Figure]:
    """The figures that a long run prints in this time."""
    command = [str(ROOT / "run"), "app", "soc", program, "--quiet", "--long", "--max-cycles", "100000000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        timer = threading.Timer(minutes * 60, run.terminate)
        timer.start()
        text = ""
        for line in run.stdout or ():
            print(line, end="", file=sys.stderr, flush=True)
            text += line
        timer.cancel()
    return {key: figure for key, figure in figures(text) if key[0] == "mbedtls"}


def rows() -> list[dict[str, str]]:
    with RESULTS.open(newline="") as file:
        return list(csv.DictReader(file))


def is_mine(row: dict[str, str]) -> bool:
    return row["engine"] in ("acryp", "mbedtls") and bool(re.match(r"rsa$|ecdsa-|ecdh-|tls13-", row["algorithm"]))


def kept() -> dict[Key, Figure]:
    return {
        (row["engine"], row["algorithm"], row["operation"], row["bits"]): (int(row["cycles"]), int(row["cpu_cycles"]))
        for row in rows()
        if is_mine(row)
    }


def write(new: dict[Key, Figure]) -> None:
    """Write the rows after those of others; rows without a new figure stay."""
    old = rows()
    columns = list(old[0])
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row for row in old if not is_mine(row))
    for (engine, algorithm, operation, bits), (cycles, cpu) in sorted((kept() | new).items()):
        row = dict.fromkeys(columns, "") | {"board": "soc", "engine": engine, "config": "default"}
        row |= {"mode": "cpu" if engine == "acryp" else "sw", "algorithm": algorithm, "operation": operation}
        row |= {"bits": bits, "cycles": str(cycles), "cpu_cycles": str(cpu), "source": "rtl-sim"}
        writer.writerow(row)
    RESULTS.write_text(text.getvalue())


def a_second(cycles: int | None) -> str:
    return f"{HZ / cycles:.2f}" if cycles else "-"


def show() -> None:
    peers: dict[tuple[str, tuple[str, str, str]], int] = {}
    with PEERS.open(newline="") as file:
        for row in csv.DictReader(file):
            key = row["mode"], (row["algorithm"], row["operation"], row["bits"])
            peers.setdefault(key, int(row["cycles"] or 0))
    mine = kept()
    print("\nsoc (rtl-sim), public keys through Mbed TLS: cycles of a call on the block acryp, driver and binding")
    print("included (a handshake of ECDH is two multiplications, one of TLS 1.3 both sides together), those of")
    print("the CPU among them, and those of the library's own code; how many a second at 30 MHz, the goal, and what is")
    print("published: Nuclei's engine and its N300 core alone; a dash: not simulated, or not published. The first")
    print("handshake of TLS 1.3, P-256 alone, includes the self-tests of the other blocks. RSA public is the first")
    print("call with a key; public-second also makes R^2, which the binding keeps, and public-kept uses it.")
    columns = (("block", 12), ("CPU", 11), ("library", 16), ("a second", 12), ("goal", 6), ("library", 9))
    print(f"{'':50}" + "".join(name.rjust(width) for name, width in (*columns, ("engine", 9), ("core", 8))))
    for engine, algorithm, operation, bits in mine:
        if engine != "acryp":
            continue
        cycles, cpu = mine[engine, algorithm, operation, bits]
        library = mine.get(("mbedtls", algorithm, operation, bits), (None, 0))[0]
        key = algorithm, operation, bits
        print(
            f"{algorithm:34}{operation:11}{bits:>5}{cycles:>12,}{cpu:>11,}"
            f"{f'{library:,}' if library else '-':>16}{HZ / cycles:>12.1f}{GOALS.get(key, ''):>6}"
            f"{a_second(library):>9}{a_second(peers.get(('cpu', key))):>9}{a_second(peers.get(('sw', key))):>8}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    for name in ("write", "check", "show", "software"):
        action.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--short", action="store_true", help="with --write and --check: P-256 and what is before it")
    parser.add_argument("--minutes", type=float, default=60, help="of a program with --software")
    options = parser.parse_args()
    if options.show:
        show()
    elif options.software:
        for program in reversed(PROGRAMS):
            write(by_library(program, options.minutes))
    elif options.write:
        write(on_block(options.short))
    else:
        old, new = kept(), on_block(options.short)
        wrong = [f"{key}: {new[key]}, recorded {old.get(key)}" for key in new if old.get(key) != new[key]]
        wanted = [key for key in old if key[0] == "acryp" and (not options.short or key[1:] in GOALS)]
        wrong += [f"{key}: recorded, and no program prints it" for key in wanted if key not in new]
        print("\n".join(wrong))
        return 1 if wrong else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
