#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the public-key block alone, from its Verilated engine:
acryp.py --write|--check|--show|--prices [--long|--short] [--config NAME].

A figure is the sum over the operations of the block that engine/acryp runs for an algorithm, each from its start to its
end: the time of an operation depends only on lengths and on a public exponent. Each configuration of scripts/area.py
runs, or that of --config. --write renews the rows acryp:raw of bench/results/soc.csv and the table of
hw/acryp/README.md, --check compares them exactly. RSA with 8192 bits takes minutes and runs only with --long. --short
checks one size of each kind, in seconds. --show prints the rows with operations a second at 30 MHz, beside
bench/peers/nuclei.csv. --prices writes engine/acryp/prices.h from the rows. The engines are those in OB_RTL_DIR, or
they are built first.
"""

import argparse
import csv
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from math import gcd
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test/rtl"), str(ROOT / "scripts/acryp"), str(ROOT / "scripts")]

import area  # noqa: E402
from acryp_rtl import Rtl  # noqa: E402
from acryp_sim import CHECK, OK, program  # noqa: E402
from tables import Curve, curves  # noqa: E402

RESULTS = ROOT / "bench/results/soc.csv"
PEERS = ROOT / "bench/peers/nuclei.csv"
PRICES = ROOT / "engine/acryp/prices.h"
PAGE = ROOT / "hw/acryp/README.md"
BEGIN, END = "<!-- configurations: made by bench/acryp.py -->\n", "<!-- end of the configurations -->\n"
CONFIGS = area.CONFIGS["acryp"]  # parameters by name; the first one is the block's own
DEFAULT = next(iter(CONFIGS))
ENGINE = "acryp:raw"
HZ = 30_000_000
E = 65537
RSA = (2048, 3072, 4096, 8192)
# What the driver adds, from RSA with 8192 bits on the SoC: cycles for a word in or out, and for an operation. For a
# word of a table, which is stored as the block takes it: an estimate.
WORD, OPERATION, TABLE_WORD = 75, 2000, 15

BLIND = 64  # bits of the random multiple of the order in a secret scalar: OBI_ACRYP_BLIND

Operation = tuple[str, list[int], list[tuple[int, int]]]  # name, parameters, operands with their bits
Key = tuple[str, str, str]  # algorithm, operation, bits


def width(config: str) -> int:
    return CONFIGS[config].get("Width", 72)


def modular(name: str, modulus: int, bits: int) -> Operation:
    operands = [(modulus, bits), (3, bits)] + ([(5, bits)] if name != "INVERT" else [])
    return name, [bits], operands


def point(c: Curve) -> Operation:
    """A secret multiple of any point, by the blinded scalar."""
    bits, scalar = c.field, c.order_bits + BLIND
    k = (1 << (scalar - 1)) + 12345
    return "POINT", [bits, scalar], [(v, bits) for v in (c.p, c.a, c.b, 5, c.x, c.y)] + [(k, scalar)]


def base(c: Curve, both: bool = False) -> Operation:
    """A multiple of the base point by its table, and the sum with another one."""
    bits, k = c.field, (1 << (c.order_bits - 1)) + 12345
    params, operands = [bits, c.columns, c.windows], [(v, bits) for v in (c.p, c.a, c.b, 5)]
    operands += [(v, bits) for at in c.comb() for v in at] + [(k, 6 * c.columns)]
    if both:
        other = c.times(12345, (c.x, c.y))
        operands += [(v, bits) for v in other] + [(k | 1 << 5 * c.windows, 5 * c.windows + 1)]
    return ("EDWARDS_" if c.edwards else "") + ("BASE_SUM" if both else "BASE"), params, operands


def reduction(c: Curve, bits: int) -> Operation:
    n = -(-bits // c.order_bits)
    return "REDUCE", [c.order_bits, n], [(c.order, c.order_bits)] + [(7, c.order_bits)] * n


def on_curve(c: Curve) -> Iterator[tuple[str, str, list[Operation]]]:
    """The algorithms on a curve in Weierstrass form."""
    n = {name: modular(name, c.order, c.order_bits) for name in ("MUL", "ADD", "SUB", "INVERT")}
    multiple, total = base(c), base(c, both=True)
    if c.name == "sm2":
        yield "sm2", "sign", [multiple] + [n["ADD"]] * 3 + [n["MUL"]] * 2 + [n["SUB"], n["INVERT"]]
        yield "sm2", "verify", [n["ADD"], total, n["ADD"]]
        return
    name = c.name.replace("brainpoolp", "brainpoolP")
    yield f"ecdsa-{name}", "sign", [multiple, n["MUL"], n["ADD"], n["INVERT"], n["MUL"]]
    yield f"ecdsa-{name}", "verify", [n["INVERT"], n["MUL"], n["MUL"], total]
    yield f"ecdh-{name}", "derive", [point(c)]
    yield f"ecdh-{name}", "handshake", [multiple, point(c)]


def on_edwards(c: Curve) -> Iterator[tuple[str, str, list[Operation]]]:
    """EdDSA: a signature with a key whose public half is known; a verification that needs the root of -1."""
    digest = 512 if c.field == 255 else 912
    n = {name: modular(name, c.order, c.order_bits) for name in ("MUL", "ADD")}
    p = {name: modular(name, c.p, c.field) for name in ("MUL", "SUB", "INVERT")}
    e = (c.p + 3) // 8 if c.field == 255 else (c.p + 1) // 4
    power = ("POWER_PUBLIC", [c.field, e.bit_length(), 0], [(c.p, c.field), (3, c.field), (e, e.bit_length())])
    yield c.name, "sign", [
        reduction(c, c.field + 1), *[reduction(c, digest)] * 2, base(c), n["MUL"], n["ADD"],
    ]  # fmt: skip
    more = 2 if c.field == 255 else 0
    yield c.name, "verify", [
        *[p["MUL"]] * (4 + more), *[p["SUB"]] * 4, p["INVERT"], power, reduction(c, digest),
        base(c, both=True),
    ]  # fmt: skip


def on_rsa(bits: int, word: int) -> Iterator[tuple[str, str, list[Operation]]]:
    n = (1 << bits) - 12345
    yield "rsa", "public", [("POWER_PUBLIC", [bits, 17, 0], [(n, bits), (3, bits), (E, 17)])]
    yield "rsa", "public-kept", [("POWER_PUBLIC", [bits, 17, 1], [(n, bits), (5, bits), (3, bits), (E, 17)])]
    # Not primes, so that the block's check fails at the end; the time is that of any key of these lengths.
    half, blind = bits // 2, min(word, 64)
    p, q = (1 << half) - 1, (1 << half) - 3
    r = next(r for r in range(3, bits) if gcd(r, p * q) == 1)
    public = ((p * q, bits), (E, 17), (4, bits), (r, bits))
    values = (*public, (p, half), (q, half), (0, half), (0, half), (9, blind), (9, blind))
    yield "rsa", "private", [("RSA_PRIVATE", [half, half, bits, 17], [*values, (pow(q, -1, p), half)])]


def jobs(long: bool, word: int) -> Iterator[tuple[Key, list[Operation]]]:
    for bits in RSA:
        if bits < 8192 or long:
            for algorithm, operation, work in on_rsa(bits, word):
                yield (algorithm, operation, str(bits)), work
    for c in curves():
        if c.name in ("x25519", "x448"):
            ladder = ("LADDER", [c.field, c.field], [(v, c.field) for v in (c.p, c.a, 5, 9, 1 << (c.field - 1))])
            for operation, work in (("derive", [ladder]), ("handshake", [ladder, ladder])):
                yield (f"ecdh-{c.name}", operation, str(c.field)), work
        else:
            for algorithm, operation, work in (on_edwards if c.name in ("ed25519", "ed448") else on_curve)(c):
                yield (algorithm, operation, str(c.field)), work


# One of each kind: RSA, curves whose prime is -1 modulo a word and those whose is not, for each program.
KINDS = {"2048", "ecdsa-secp256r1", "ecdh-secp256r1", "ecdsa-secp256k1", "ecdh-x25519", "ed25519"}


def engine(config: str) -> Rtl:
    """The Verilated engine in a configuration."""
    variant = "" if config == DEFAULT else f"-{config}"
    if "OB_RTL_DIR" not in os.environ:
        command = [sys.executable, str(ROOT / "test/rtl/build.py"), "acryp:acryp_core"]
        command += [str(ROOT / f"build/rtl/acryp_core{variant}")]
        command += [f"-G{name}={value}" for name, value in CONFIGS[config].items()]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(done.stdout)
    return Rtl(program(), variant, width(config))


def figures(config: str, long: bool, short: bool = False) -> dict[Key, int]:
    """Cycles of each job; every distinct operation is simulated once."""
    rtl = engine(config)
    known: dict[str, int] = {}
    found = {}
    for key, work in jobs(long, width(config)):
        if short and KINDS.isdisjoint(key):
            continue
        for name, params, operands in work:
            what = f"{name} {params} {operands}"
            if what not in known:
                code, _ = rtl.run(name, params, *operands)
                if code != (CHECK if name == "RSA_PRIVATE" else OK):
                    sys.exit(f"{config}: {name} {params} ends with {code}")
                known[what] = rtl.cycles
        found[key] = sum(known[f"{name} {params} {operands}"] for name, params, operands in work)
        print(config, *key, found[key], file=sys.stderr, flush=True)
    return found


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def kept(config: str) -> dict[Key, int]:
    return {
        (row["algorithm"], row["operation"], row["bits"]): int(row["cycles"])
        for row in read(RESULTS)
        if row["engine"] == ENGINE and row["config"] == config
    }


def write(new: dict[str, dict[Key, int]]) -> None:
    """Write the rows where they were, or at the end; rows that were not simulated in this run stay."""
    rows = read(RESULTS)
    columns = list(rows[0])
    mine = []
    for config in CONFIGS:
        for (algorithm, operation, bits), cycles in (kept(config) | new.get(config, {})).items():
            row = dict.fromkeys(columns, "") | {"board": "soc", "engine": ENGINE, "mode": "cpu", "config": config}
            row |= {"algorithm": algorithm, "operation": operation, "bits": bits, "cycles": str(cycles)}
            mine.append(row | {"source": "rtl-sim"})
    at = next((i for i, row in enumerate(rows) if row["engine"] == ENGINE), len(rows))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for part in (rows[:at], mine, rows[at:]):
        writer.writerows(row for row in part if part is mine or row["engine"] != ENGINE)
    RESULTS.write_text(text.getvalue())


# What the block's page shows: a name, an algorithm, its operations, bits.
SHOWN = (
    *((f"RSA-{bits}", "rsa", ("public-kept", "public", "private"), str(bits)) for bits in RSA),
    ("ECDSA P-256", "ecdsa-secp256r1", ("sign", "verify"), "256"),
    ("ECDSA P-384", "ecdsa-secp384r1", ("sign", "verify"), "384"),
    ("ECDSA P-521", "ecdsa-secp521r1", ("sign", "verify"), "521"),
    ("ECDSA secp256k1", "ecdsa-secp256k1", ("sign", "verify"), "256"),
    ("ECDSA brainpoolP512r1", "ecdsa-brainpoolP512r1", ("sign", "verify"), "512"),
    ("SM2", "sm2", ("sign", "verify"), "256"),
    ("Ed25519", "ed25519", ("sign", "verify"), "255"),
    ("Ed448", "ed448", ("sign", "verify"), "448"),
    ("ECDH P-256", "ecdh-secp256r1", ("derive",), "256"),
    ("X25519", "ecdh-x25519", ("derive",), "255"),
    ("X448", "ecdh-x448", ("derive",), "448"),
)


def page() -> str:
    """hw/acryp/README.md with the table as the rows have it."""
    before, rest = PAGE.read_text().split(BEGIN)
    after = rest.split(END)[1]
    lines = [f"| | | {' | '.join(CONFIGS)} |", "|---" * (2 + len(CONFIGS)) + "|"]
    for title, algorithm, operations, bits in SHOWN:
        cells = [title, ", ".join(operations)]
        for config in CONFIGS:
            rows = kept(config)
            cells.append(" / ".join(f"{rows[algorithm, operation, bits]:,}" for operation in operations))
        lines.append(f"| {' | '.join(cells)} |")
    return before + BEGIN + "\n".join(lines) + "\n" + END + after


def show() -> None:
    peers: dict[tuple[str, Key], int] = {}
    for row in read(PEERS):
        peers.setdefault((row["mode"], (row["algorithm"], row["operation"], row["bits"])), int(row["cycles"]))
    print("soc (rtl-sim), block acryp alone: cycles of its operations, and how many a second at 30 MHz, in each")
    print("configuration; published: whole calls with Nuclei's engine and with its N300 core alone, a second at 30 MHz")
    heads = "".join(f"{config:>13}{'a second':>9}" for config in CONFIGS)
    print(f"{'':42}{heads}{'engine':>8}{'core':>7}")
    rows = {config: kept(config) for config in CONFIGS}
    for key in rows[DEFAULT]:
        algorithm, operation, bits = key
        line = f"{algorithm:24}{operation:13}{bits:>5}"
        for config in CONFIGS:
            cycles = rows[config].get(key)
            line += f"{cycles:>13,}{HZ / cycles:>9.1f}" if cycles else f"{'-':>13}{'-':>9}"
        theirs = (peers.get((mode, key)) for mode in ("cpu", "sw"))
        texts = (f"{HZ / cycles:.2f}" if cycles else "-" for cycles in theirs)
        print(line + "".join(text.rjust(room) for text, room in zip(texts, (8, 7), strict=True)))


def driver_cycles(work: list[Operation]) -> int:
    """What the CPU adds: its words in and out, and its operations."""
    words = 0
    tables = 0
    for name, params, operands in work:
        words += sum(-(-bits // 32) for _, bits in operands) + 2 * -(-params[0] // 32)
        tables += 66 * -(-params[0] // 32) if "BASE" in name else 0
    return (words - tables) * WORD + tables * TABLE_WORD + len(work) * OPERATION


PRICE_HEAD = """/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: prices in cycles, made by bench/acryp.py --prices from the figures of the simulated block with what the
 * driver adds; do not edit. */
#ifndef OUTBOARD_ENGINE_ACRYP_PRICES_H
#define OUTBOARD_ENGINE_ACRYP_PRICES_H

#include <outboard/engine.h>

"""
SHORT = {
    "secp192r1": "p192",
    "secp224r1": "p224",
    "secp256r1": "p256",
    "secp384r1": "p384",
    "secp521r1": "p521",
    "secp192k1": "k192",
    "secp224k1": "k224",
    "secp256k1": "k256",
    "brainpoolP256r1": "b256",
    "brainpoolP384r1": "b384",
    "brainpoolP512r1": "b512",
}
GENERATE = 60_000_000  # RSA key generation: what its candidates take on the average, a rough figure


def price(name: str, cycles: int, cpu: int) -> str:
    return f"static const struct ob_price price_{name} = {{OB_UPTO_ANY, 100, {cycles}, 0, {cpu}, 0}};"


def prices() -> str:
    raw, lines = kept(DEFAULT), []
    for (algorithm, operation, bits), work in jobs(True, width(DEFAULT)):
        cycles, cpu = raw[algorithm, operation, bits], driver_cycles(work)
        if operation in ("public-kept", "handshake") or (algorithm, operation, bits) == ("rsa", "public", "3072"):
            continue
        name = algorithm.partition("-")[2] or algorithm
        name = f"rsa_{operation}_{bits}" if algorithm == "rsa" else f"{SHORT.get(name, name)}_{operation}"
        lines.append(price(name, cycles + cpu, cycles + cpu))  # submit returns at the end
    lines.insert(0, price("rsa_generate", GENERATE, GENERATE))
    return PRICE_HEAD + "\n".join(lines) + "\n\n#endif\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    for name in ("write", "check", "show", "prices"):
        action.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--long", action="store_true", help="RSA with 8192 bits, too")
    parser.add_argument("--short", action="store_true", help="with --check: one size of each kind")
    parser.add_argument("--config", choices=list(CONFIGS), help="this one alone")
    options = parser.parse_args()
    configs = [options.config] if options.config else list(CONFIGS)
    if options.show:
        show()
    elif options.prices:
        PRICES.write_text(prices())
    elif options.write:
        write({config: figures(config, options.long) for config in configs})
        PAGE.write_text(page())
    else:
        wrong = [] if page() == PAGE.read_text() else [f"{PAGE.name} does not have the rows of {RESULTS.name}"]
        for config in configs:
            old, new = kept(config), figures(config, options.long, options.short)
            wrong += [f"{config} {key}: {new[key]}, recorded {old.get(key)}" for key in new if old.get(key) != new[key]]
        print("\n".join(wrong))
        return 1 if wrong else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
