#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derive the S-boxes of AES (FIPS 197 section 5.1.1) and SM4 (GB/T 32907-2016) as straight-line Boolean circuits.

Both S-boxes are affine o inversion o affine in a field of 256 elements. The inversion is computed in the tower
GF(((2^2)^2)^2) with normal bases: x = a*Y + b*Y^16 with a, b in GF(16), so that 1/x = x^16 / x^17 and x^17 lies in
GF(16). A product in GF(16) takes nine ANDs (Karatsuba twice); the inversion in GF(16) with five ANDs is the one of
Boyar and Peralta, "A new combinational logic minimization technique", ePrint 2009/191. All linear layers, the
changes of basis included, are merged and minimised with the greedy distance heuristic of the same paper; the layer
behind the last ANDs is minimised in transposed form. `--search` looks for the basis with the fewest gates; without
it, the bases found by that search are used and the headers are written.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Gate = tuple[str, str, str, str]  # output, operator, left, right

AES_POLY = 0x11B
SM4_POLY = 0x1F5


def gf_mul(x: int, y: int, poly: int) -> int:
    r = 0
    while y:
        if y & 1:
            r ^= x
        x <<= 1
        if x & 0x100:
            x ^= poly
        y >>= 1
    return r


def gf_pow(x: int, e: int, poly: int) -> int:
    r = 1
    while e:
        if e & 1:
            r = gf_mul(r, x, poly)
        x = gf_mul(x, x, poly)
        e >>= 1
    return r


def parity(x: int) -> int:
    return x.bit_count() & 1


def rotl8(x: int, n: int) -> int:
    return ((x << n) | (x >> (8 - n))) & 0xFF


def aes_affine(x: int) -> int:
    return x ^ rotl8(x, 1) ^ rotl8(x, 2) ^ rotl8(x, 3) ^ rotl8(x, 4) ^ 0x63


def aes_affine_inverse(x: int) -> int:
    return rotl8(x, 1) ^ rotl8(x, 3) ^ rotl8(x, 6) ^ 0x05


def sm4_affine(x: int) -> int:
    """Row i of the matrix is 0xa7 rotated; bit i of the result is the parity of the row with x."""
    return sum(parity(rotl8(0xA7, i) & x) << i for i in range(8)) ^ 0xD3


def identity(x: int) -> int:
    return x


@dataclass(frozen=True)
class Box:
    """S(x) = after(1 / before(x)) in the field of poly, with the basis found by the search."""

    name: str
    title: str
    standard: str
    poly: int
    before: Callable[[int], int]
    after: Callable[[int], int]
    basis: tuple[int, int, int]  # Y, Z, seed of the tie breaks
    complete: bool  # the circuit complements; else the caller's keys do

    def table(self) -> list[int]:
        return [self.after(gf_pow(self.before(x), 254, self.poly)) for x in range(256)]


def invert_matrix(cols: list[int]) -> list[int]:
    """Inverse of the matrix whose column j is cols[j]; returned as columns, ValueError if singular."""
    n = len(cols)
    table = {0: 0}
    for j, c in enumerate(cols):
        table.update({v ^ c: x ^ (1 << j) for v, x in list(table.items())})
    if len(table) != 1 << n:
        raise ValueError("singular")
    return [table[1 << i] for i in range(n)]


def apply_matrix(cols: list[int], x: int) -> int:
    r = 0
    for j, c in enumerate(cols):
        if x >> j & 1:
            r ^= c
    return r


# The nine linear forms of a GF(16) element with coordinates 0..3 (0, 1 and 2, 3 are the two GF(4) halves).
FORMS = [1, 2, 4, 8, 3, 12, 5, 10, 15]


def gf16_inverse_gates(d: list[str], e: list[str]) -> list[Gate]:
    """Boyar and Peralta's inversion in GF(16), d[0..3] to e[0..3]: 5 ANDs, 11 XORs."""
    return [
        ("i0", "^", d[0], d[1]),
        ("i1", "&", d[0], d[2]),
        ("i2", "^", d[3], "i1"),
        ("i3", "&", "i0", "i2"),
        (e[0], "^", "i3", d[1]),
        ("i4", "^", d[2], d[3]),
        ("i5", "^", d[1], "i1"),
        ("i6", "&", "i5", "i4"),
        (e[1], "^", "i6", d[3]),
        ("i7", "^", d[2], e[1]),
        ("i8", "^", "i2", e[1]),
        ("i9", "&", d[3], "i8"),
        (e[2], "^", "i9", "i7"),
        ("i10", "^", "i2", "i9"),
        ("i11", "&", e[0], "i10"),
        (e[3], "^", "i0", "i11"),
    ]


def run(gates: list[Gate], values: dict[str, int]) -> dict[str, int]:
    v = dict(values)
    for out, op, a, b in gates:
        v[out] = v[a] & v[b] if op == "&" else v[a] ^ v[b]
    return v


def inverse16_table() -> list[int]:
    """What the inversion circuit computes, in its own order of coordinates."""
    table = []
    for x in range(16):
        v = run(gf16_inverse_gates(["d0", "d1", "d2", "d3"], ["e0", "e1", "e2", "e3"]),
                {f"d{i}": x >> i & 1 for i in range(4)})
        table.append(sum(v[f"e{i}"] << i for i in range(4)))
    return table


INVERSE16 = inverse16_table()


def linear_program(n: int, targets: list[int], rng: random.Random) -> list[tuple[int, int, int]]:
    """XORs (sum, left, right) that reach every target from the n unit vectors: the greedy distance heuristic."""
    have = [1 << i for i in range(n)]
    need = [x.bit_count() for x in range(1 << n)]  # how many elements of `have` sum up to x
    todo = {t for t in targets if need[t] > 1}
    steps = []
    depth = {v: 0 for v in have}
    while todo:
        direct = [t for t in todo if need[t] == 2]
        if direct:
            best = min(direct)
        else:
            choice = []
            for v in {a ^ b for i, a in enumerate(have) for b in have[:i]}:
                left = [min(need[t], 1 + need[t ^ v]) for t in todo]
                choice.append((sum(left), -sum(x * x for x in left), rng.random(), v))
            best = min(choice)[3]
        pairs = [(a, best ^ a) for a in have if best ^ a in have and a < best ^ a]
        _, _, left_v, right_v = min((max(depth[a], depth[b]), rng.random(), a, b) for a, b in pairs)
        steps.append((best, left_v, right_v))
        have.append(best)
        depth[best] = 1 + max(depth[left_v], depth[right_v])
        need = [min(need[x], 1 + need[x ^ best]) for x in range(1 << n)]
        todo.discard(best)
    return steps


def transpose(n: int, targets: list[int], steps: list[tuple[int, int, int]]) \
        -> tuple[list[tuple[str, list[str]]], dict[str, list[str]]]:
    """Turn the program for y = A x into one for z = A^T w: every node is the sum of the nodes that used it."""
    wanted = set(targets)
    used = []
    for s, a, b in reversed(steps):
        if s in wanted:
            wanted.update((a, b))
            used.append((s, a, b))
    steps = used[::-1]
    users: dict[int, list[str]] = {1 << i: [] for i in range(n)}
    for s, _, _ in steps:
        users[s] = []
    for k, t in enumerate(targets):
        users[t].append(f"w{k}")
    order = []
    for s, a, b in reversed(steps):
        order.append((s, users[s]))
        users[a].append(f"n{s}")
        users[b].append(f"n{s}")
    return [(f"n{s}", u) for s, u in order], {f"z{i}": users[1 << i] for i in range(n)}


@dataclass
class Circuit:
    gates: list[Gate]
    inverted: int  # outputs to complement
    input_flip: int  # inputs to complement


def build(box: Box, y: int, z: int, seed: int) -> Circuit | None:
    rng = random.Random(seed)
    poly = box.poly

    def mul(p: int, q: int) -> int:
        return gf_mul(p, q, poly)

    w = next(x for x in range(2, 256) if gf_pow(x, 3, poly) == 1)
    basis4 = [w, mul(w, w)]
    basis16 = [mul(z, b) for b in basis4] + [mul(gf_pow(z, 4, poly), b) for b in basis4]
    basis = [mul(y, b) for b in basis16] + [mul(gf_pow(y, 16, poly), b) for b in basis16]
    try:
        to_tower = invert_matrix(basis)
    except ValueError:
        return None
    index16 = {apply_matrix(basis16, c): c for c in range(16)}
    if len(index16) != 16:
        return None

    # The inversion circuit gives coordinates in this basis, in some order, for inputs in a basis that follows from it.
    orders = []
    for pout in PERMUTATIONS:
        inner = [gf_pow(apply_matrix(basis16, permute(INVERSE16[c], pout)), 254, poly) for c in range(16)]
        if all(inner[c] == apply_matrix([inner[1], inner[2], inner[4], inner[8]], c) for c in range(16)):
            orders.append((pout, {x: c for c, x in enumerate(inner)}))
    if not orders:
        return None
    pout, norm16 = orders[rng.randrange(len(orders))]

    # Top: input bits to the 18 forms of a and b and the four bits of the linear part of the norm.
    before0 = box.before(0)
    in_cols = [apply_matrix(to_tower, box.before(1 << j) ^ before0) for j in range(8)]
    flip = next(x for x in range(256) if box.before(x) == 0)
    rows = [sum((in_cols[j] >> i & 1) << j for j in range(8)) for i in range(8)]

    def form(mask: int, offset: int) -> int:
        r = 0
        for i in range(4):
            if mask >> i & 1:
                r ^= rows[offset + i]
        return r

    y16 = gf_pow(y, 16, poly)
    norm, trace2 = mul(y, y16), mul(y ^ y16, y ^ y16)
    lin_cols = []
    for j in range(8):
        a = apply_matrix(basis16, in_cols[j] & 15)
        b = apply_matrix(basis16, in_cols[j] >> 4)
        lin_cols.append(norm16[mul(mul(a, a) ^ mul(b, b), norm)])
    lin = [sum((lin_cols[j] >> m & 1) << j for j in range(8)) for m in range(4)]
    fa = [form(f, 0) for f in FORMS]
    fb = [form(f, 4) for f in FORMS]

    # Products: coordinates of p*q as sums of the nine ANDs of the forms.
    forms_of = [[parity(f & c) for f in FORMS] for c in range(16)]
    product = product_matrix(lambda p, q: index16[mul(apply_matrix(basis16, p), apply_matrix(basis16, q))], forms_of)
    scaled = product_matrix(
        lambda p, q: norm16[mul(trace2, mul(apply_matrix(basis16, p), apply_matrix(basis16, q)))], forms_of)

    targets = fa + fb + [x for x in lin if x]
    top = linear_program(8, targets, rng)
    names = {1 << j: f"x{j}" for j in range(8)}
    gates: list[Gate] = []
    for k, (s, left, right) in enumerate(top):
        names[s] = f"y{k}"
        gates.append((f"y{k}", "^", names[left], names[right]))

    for k in range(9):
        gates.append((f"p{k}", "&", names[fa[k]], names[fb[k]]))
    mid_targets = scaled
    mid = linear_program(9, mid_targets, rng)
    mid_names = {1 << k: f"p{k}" for k in range(9)}
    for k, (s, left, right) in enumerate(mid):
        mid_names[s] = f"m{k}"
        gates.append((f"m{k}", "^", mid_names[left], mid_names[right]))
    d = ["", "", "", ""]
    for m in range(4):
        if lin[m]:
            gates.append((f"d{m}", "^", mid_names[mid_targets[m]], names[lin[m]]))
            d[m] = f"d{m}"
        else:
            d[m] = mid_names[mid_targets[m]]
    e = [f"e{i}" for i in range(4)]
    gates += gf16_inverse_gates(d, [e[pout[i]] for i in range(4)])
    fe = {1: "e0", 2: "e1", 4: "e2", 8: "e3"}
    for f, left, right in ((3, 1, 2), (12, 4, 8), (5, 1, 4), (10, 2, 8), (15, 3, 12)):
        fe[f] = f"f{f}"
        gates.append((f"f{f}", "^", fe[left], fe[right]))

    # 1/x = (a*e) Y^16 + (b*e) Y, then the affine map after it.
    after0 = box.after(0)
    out_cols = [box.after(v) ^ after0 for v in basis]
    w_cols = []
    for half in range(2):
        for k in range(9):
            coords = sum((product[m] >> k & 1) << m for m in range(4))
            w_cols.append(apply_matrix(out_cols[4:] if half == 0 else out_cols[:4], coords))
    for k in range(9):
        gates.append((f"w{k}", "&", fe[FORMS[k]], names[fa[k]]))
    for k in range(9):
        gates.append((f"w{k + 9}", "&", fe[FORMS[k]], names[fb[k]]))
    bottom = linear_program(8, w_cols, rng)
    nodes, outs = transpose(8, w_cols, bottom)
    depth = depths(gates)
    alias: dict[str, str] = {}
    serial = 0
    for node, names_of_terms in [*nodes, *outs.items()]:
        terms = [alias.get(t, t) for t in names_of_terms]
        while len(terms) > 1:  # the two that are ready first
            terms.sort(key=lambda t: depth[t])
            name = f"b{serial}"
            serial += 1
            gates.append((name, "^", terms[0], terms[1]))
            depth[name] = 1 + max(depth[terms[0]], depth[terms[1]])
            terms = [*terms[2:], name]
        alias[node] = terms[0]
    final = {alias[f"z{i}"]: f"z{i}" for i in range(8)}
    if len(final) != 8:
        return None
    gates = [(final.get(o, o), op, final.get(p, p), final.get(q, q)) for o, op, p, q in gates]
    return Circuit(prune(gates), after0, flip)


PERMUTATIONS = [(i, j, k, 6 - i - j - k) for i in range(4) for j in range(4) for k in range(4)
                if len({i, j, k}) == 3]


def permute(c: int, p: tuple[int, ...]) -> int:
    """Bit i of c goes to bit p[i]."""
    return sum((c >> i & 1) << p[i] for i in range(4))


def product_matrix(product: Callable[[int, int], int], forms_of: list[list[int]]) -> list[int]:
    """For each of four output bits, the set of the nine ANDs whose sum it is."""
    table: dict[int, int] = {0: 0}
    pairs = [(1 << i, 1 << j) for i in range(4) for j in range(4)]
    for k in range(9):
        vec = sum((forms_of[p][k] & forms_of[q][k]) << n for n, (p, q) in enumerate(pairs))
        table.update({v ^ vec: s | 1 << k for v, s in list(table.items())})
    want = [sum((product(p, q) >> m & 1) << n for n, (p, q) in enumerate(pairs)) for m in range(4)]
    return [table[x] for x in want]


def depths(gates: list[Gate]) -> dict[str, int]:
    """The longest path to every variable."""
    d = {f"x{i}": 0 for i in range(8)}
    for out, _, a, b in gates:
        d[out] = 1 + max(d[a], d[b])
    return d


def prune(gates: list[Gate]) -> list[Gate]:
    """Drop gates that no output needs."""
    live = {f"z{i}" for i in range(8)}
    kept = []
    for g in reversed(gates):
        if g[0] in live:
            live.update(g[2:])
            kept.append(g)
    return kept[::-1]


def check(box: Box, circuit: Circuit) -> None:
    """Evaluate on all 256 inputs at once: bit x of every variable belongs to input x."""
    ones = (1 << 256) - 1
    planes = {f"x{i}": sum((x >> i & 1) << x for x in range(256)) for i in range(8)}
    for i in range(8):
        if circuit.input_flip >> i & 1:
            planes[f"x{i}"] ^= ones
    v = run(circuit.gates, planes)
    for x, want in enumerate(box.table()):
        got = sum((v[f"z{i}"] >> x & 1) << i for i in range(8)) ^ circuit.inverted
        if got != want:
            raise SystemExit(f"{box.name}: circuit is wrong at {x:#x}: {got:#x} instead of {want:#x}")


def peak(gates: list[Gate]) -> tuple[int, int]:
    """Peak and sum over time of the number of live variables."""
    last: dict[str, int] = {}
    for i, g in enumerate(gates):
        for a in g[2:]:
            last[a] = i
    live = {f"x{i}" for i in range(8)}
    top = total = 0
    for i, g in enumerate(gates):
        live.add(g[0])
        live = {a for a in live if a.startswith("z") or last[a] > i}
        top = max(top, len(live))
        total += len(live)
    return top, total


def schedule(gates: list[Gate], rng: random.Random) -> list[Gate]:
    """List scheduling that prefers the gate which frees most operands, ties to the oldest operands."""
    uses: dict[str, int] = {}
    for g in gates:
        for a in g[2:]:
            uses[a] = uses.get(a, 0) + 1
    ready_names = {f"x{i}" for i in range(8)}
    born: dict[str, int] = {n: 0 for n in ready_names}
    rest = list(gates)
    done: list[Gate] = []
    while rest:
        ready = [g for g in rest if g[2] in ready_names and g[3] in ready_names]

        def key(g: Gate) -> tuple[float, float]:
            freed = sum(1 for a in g[2:] if uses[a] == 1)
            return (freed + 0.6 * rng.random(), max(born[a] for a in g[2:]) + rng.random())

        g = max(ready, key=key)
        rest.remove(g)
        done.append(g)
        ready_names.add(g[0])
        born[g[0]] = len(done)
        for a in g[2:]:
            uses[a] -= 1
    return done


AES = Box("aes_sbox", "the AES S-box without its final constant, S(x) ^ 0x63", "FIPS 197 section 5.1.1", AES_POLY,
          identity, aes_affine, (0xFE, 0x51, 5), False)
AES_INV = Box("aes_invsbox", "the inverse AES S-box of a flipped input, x ^ 0x63",
              "FIPS 197 section 5.3.2", AES_POLY, aes_affine_inverse, identity, (0x71, 0x5C, 7), False)
SM4 = Box("sm4_sbox", "the SM4 S-box", "GB/T 32907-2016 section 6.2.1", SM4_POLY, sm4_affine, sm4_affine,
          (0xBE, 0x50, 6), True)
BOXES = [AES, AES_INV, SM4]


def search(box: Box, tries: int) -> None:
    """Print every basis that needs fewer gates than those before it."""
    best = (999, 999)
    for y in range(2, 256):
        for z in range(2, 256):
            if gf_pow(z, 15, box.poly) != 1 or gf_pow(z, 3, box.poly) == 1 or gf_pow(y, 15, box.poly) == 1:
                continue
            if gf_pow(y, 16, box.poly) < y or gf_pow(z, 4, box.poly) < z:
                continue
            for seed in range(tries):
                c = build(box, y, z, seed)
                if c is None:
                    break
                if (cost := (len(c.gates), max(depths(c.gates).values()))) < best:
                    check(box, c)
                    best = cost
                    print(f"{box.name}: {cost[0]} gates, depth {cost[1]} with ({y:#x}, {z:#x}, {seed})", flush=True)


def emit(box: Box) -> str:
    circuit = build(box, *box.basis)
    if circuit is None:
        raise SystemExit(f"{box.name}: the basis is not one")
    check(box, circuit)
    rng = random.Random(1)
    gates = min((schedule(circuit.gates, rng) for _ in range(200)), key=peak)
    check(box, Circuit(gates, circuit.inverted, circuit.input_flip))
    guard = f"OBI_{box.name.upper()}_CT_H"
    ands = sum(1 for g in gates if g[1] == "&")
    flips = circuit.input_flip.bit_count() + circuit.inverted.bit_count() if box.complete else 0
    lines = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* A Boolean circuit on bit planes for {box.title}: {box.standard}. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        f"/* Made by algo/gen_sbox.py, which says how: {ands} ANDs, {len(gates) - ands} XORs"
        + (f", {flips} NOTs. */" if flips else ". */"),
        "",
        "/* q[i] holds bit i of every byte, in any order of the bytes. The includer defines the type obi_plane. */",
        f"static inline __attribute__((always_inline)) void {box.name}(obi_plane q[8])",
        "{",
    ]
    for i in range(8):
        flip = "~" if box.complete and circuit.input_flip >> i & 1 else ""
        lines.append(f"    const obi_plane x{i} = {flip}q[{i}];")
    lines += [f"    const obi_plane {out} = {left} {op} {right};" for out, op, left, right in rename(gates)]
    lines.append("")
    for i in range(8):
        flip = "~" if box.complete and circuit.inverted >> i & 1 else ""
        lines.append(f"    q[{i}] = {flip}z{i};")
    lines += ["}", "", "#endif", ""]
    return "\n".join(lines)


def rename(gates: list[Gate]) -> list[Gate]:
    """Number the inner variables t0, t1, ... in the order of the program."""
    names: dict[str, str] = {}
    for g in gates:
        if not g[0].startswith("z"):
            names[g[0]] = f"t{len(names)}"
    return [(names.get(o, o), op, names.get(a, a), names.get(b, b)) for o, op, a, b in gates]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the S-box circuits of algo/, or look for smaller ones.")
    parser.add_argument("--search", type=int, metavar="N", help="try N tie breaks in every basis; takes hours")
    parser.add_argument("--check", action="store_true", help="fail if the headers differ from what would be written")
    args = parser.parse_args()
    folder = Path(__file__).resolve().parent
    for box in BOXES:
        if args.search:
            search(box, args.search)
            continue
        path = folder / f"{box.name}_ct.h"
        text = emit(box)
        if not args.check:
            path.write_text(text, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            raise SystemExit(f"{path.name} is not what gen_sbox.py makes; run it and commit the result")


if __name__ == "__main__":
    main()
