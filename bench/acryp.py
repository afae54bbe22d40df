#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the public-key block alone, from its Verilated engine:
acryp.py --write|--check|--show|--prices [--long|--short].

A figure is the sum over the operations of the block that engine/acryp runs for an algorithm, each from its start to its
end, in its default configuration: the time of an operation depends only on lengths and on a public exponent. --write
renews the rows acryp:raw of bench/results/soc.csv, --check compares them exactly. RSA with 8192 bits takes a minute and
runs only with --long. --short checks one size of each kind, in seconds. --show prints the rows with operations a
second at 30 MHz, beside bench/peers/nuclei.csv. --prices writes engine/acryp/prices.h from the rows. The engine is
built by test/rtl/build.py (OB_RTL_DIR).
"""

import argparse
import csv
import io
import sys
from collections.abc import Iterator
from math import gcd
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test/rtl"), str(ROOT / "scripts/acryp")]

from tables import Curve, curves  # noqa: E402

RESULTS = ROOT / "bench/results/soc.csv"
PEERS = ROOT / "bench/peers/nuclei.csv"
PRICES = ROOT / "engine/acryp/prices.h"
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


def on_rsa(bits: int) -> Iterator[tuple[str, str, list[Operation]]]:
    n = (1 << bits) - 12345
    yield "rsa", "public", [("POWER_PUBLIC", [bits, 17, 0], [(n, bits), (3, bits), (E, 17)])]
    yield "rsa", "public-kept", [("POWER_PUBLIC", [bits, 17, 1], [(n, bits), (5, bits), (3, bits), (E, 17)])]
    # Not primes, so that the block's check fails at the end; the time is that of any key of these lengths.
    half = bits // 2
    p, q = (1 << half) - 1, (1 << half) - 3
    r = next(r for r in range(3, bits) if gcd(r, p * q) == 1)
    public = ((p * q, bits), (E, 17), (4, bits), (r, bits))
    values = (*public, (p, half), (q, half), (0, half), (0, half), (9, 64), (9, 64))
    yield "rsa", "private", [("RSA_PRIVATE", [half, half, bits, 17], [*values, (pow(q, -1, p), half)])]


def jobs(long: bool) -> Iterator[tuple[Key, list[Operation]]]:
    for bits in RSA:
        if bits < 8192 or long:
            for algorithm, operation, work in on_rsa(bits):
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


def figures(long: bool, short: bool = False) -> dict[Key, int]:
    """Cycles of each job; every distinct operation is simulated once."""
    from acryp_rtl import Rtl
    from acryp_sim import CHECK, OK, program

    rtl = Rtl(program(), "", 72)
    known: dict[str, int] = {}
    found = {}
    for key, work in jobs(long):
        if short and KINDS.isdisjoint(key):
            continue
        for name, params, operands in work:
            what = f"{name} {params} {operands}"
            if what not in known:
                code, _ = rtl.run(name, params, *operands)
                if code != (CHECK if name == "RSA_PRIVATE" else OK):
                    sys.exit(f"{name} {params} ends with {code}")
                known[what] = rtl.cycles
        found[key] = sum(known[f"{name} {params} {operands}"] for name, params, operands in work)
        print(*key, found[key], file=sys.stderr, flush=True)
    return found


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def kept() -> dict[Key, int]:
    return {
        (row["algorithm"], row["operation"], row["bits"]): int(row["cycles"])
        for row in read(RESULTS)
        if row["engine"] == ENGINE
    }


def write(new: dict[Key, int]) -> None:
    """Write the rows after those of others; rows that were not simulated in this run stay."""
    rows = read(RESULTS)
    columns = list(rows[0])
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row for row in rows if row["engine"] != ENGINE)
    for (algorithm, operation, bits), cycles in (kept() | new).items():
        row = dict.fromkeys(columns, "") | {"board": "soc", "engine": ENGINE, "mode": "cpu", "config": "default"}
        row |= {"algorithm": algorithm, "operation": operation, "bits": bits, "cycles": str(cycles)}
        writer.writerow(row | {"source": "rtl-sim"})
    RESULTS.write_text(text.getvalue())


def show() -> None:
    peers: dict[tuple[str, Key], int] = {}
    for row in read(PEERS):
        peers.setdefault((row["mode"], (row["algorithm"], row["operation"], row["bits"])), int(row["cycles"]))
    print("soc (rtl-sim), block acryp alone, default configuration: cycles of its operations, and how many a second at")
    print("30 MHz; published: whole calls with Nuclei's engine and with its N300 core alone, a second at 30 MHz")
    print(f"{'':42}{'cycles':>12}{'a second':>10}{'engine':>10}{'core':>8}")
    for key, cycles in kept().items():
        algorithm, operation, bits = key
        line = f"{algorithm:24}{operation:13}{bits:>5}{cycles:>12,}{HZ / cycles:>10.1f}"
        theirs = (peers.get((mode, key)) for mode in ("cpu", "sw"))
        texts = (f"{HZ / cycles:.2f}" if cycles else "-" for cycles in theirs)
        print(line + "".join(text.rjust(width) for text, width in zip(texts, (10, 8), strict=True)))


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
    raw, lines = kept(), []
    for (algorithm, operation, bits), work in jobs(True):
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
    options = parser.parse_args()
    if options.show:
        show()
    elif options.prices:
        PRICES.write_text(prices())
    elif options.write:
        write(figures(options.long))
    else:
        old = kept()
        new = figures(options.long, options.short)
        wrong = [f"{key}: {new[key]}, recorded {old.get(key)}" for key in new if old.get(key) != new[key]]
        print("\n".join(wrong))
        return 1 if wrong else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
