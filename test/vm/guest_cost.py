#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine: what a message costs in software, offloaded and where the provider sends it by itself.

guest_cost.py KIND ALGORITHM,... LENGTH,..., with a kind of
slower, faster: the accelerator is slower, or faster than the program's software;
shared: faster, but one operation keeps it for a while, and two processes at once do the same;
workers: as shared, with 1, 2 and 4 processes, or threads of one process; also each number of them fixed in software;
engine: the provider's way to it, with and without the helper, beside that of OpenSSL's own engine afalg.
The lines are those of vm_cost or vm_share behind the kind and who did it; an empty one ends an algorithm. OB_BUILD is
the build.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import accel

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "binding/openssl"))
from config import CONFIG  # noqa: E402

BUILD = Path(os.environ["OB_BUILD"])
FOLDER = Path("/run/cost")
PROVIDER, HELPER, OUTBOARD, COST, SHARE = (
    FOLDER / name for name in ("outboard.so", "outboard-offload", "outboard", "vm_cost", "vm_share")
)
# The kernel's software, which the module's device computes with, has the processor's instructions; the program's has
# not: it is left with SSE2.
KERNEL_FAST = (
    *("aesni_intel", "sha1_ssse3", "sha256_ssse3", "sha512_ssse3"),
    *("des3_ede_x86_64", "chacha_x86_64", "poly1305_x86_64"),
)
# What AF_ALG loads with its first requests.
KERNEL_AF_ALG = ("algif_hash", "algif_skcipher", "algif_aead")
FASTER = ("faster", "shared", "workers")
# Program and helper take turns without interrupting each other: else an operation takes 42 to 52 us, by how much of the
# processor both have had before, and the way of earlier lengths would count.
IN_TURN = ("slower", "faster")
DELAY = {"slower": ["delay_us=100"], "shared": ["delay_us=200"], "workers": ["delay_us=200"]}
PROCESSES = "2"
PROGRAM_SLOW = {"OPENSSL_ia32cap": "0x7000000:0"}
# Where that is not enough, since the kernel has nothing better than the program: the program's software takes so many
# times as long (docs/openssl-settings.md, setting slow), and is priced so.
SLOWED = ("md5", "hmac-md5", "sm3", "hmac-sm3", "sm4-ecb", "sm4-cbc", "sm4-ctr")
TIMES = "4"
# Without the provider, and what that may do: step aside always, offload always, choose.
CHOICES = {
    "openssl": {"OUTBOARD": "off"},
    "software": {"OUTBOARD": "default"},
    "afalg": {"OUTBOARD": "afalg"},
    "auto": {"OUTBOARD": "auto"},
}
WAYS = {
    "openssl:afalg": {"OUTBOARD": "off"},
    "afalg": {"OUTBOARD": "afalg"},
    "afalg:no-helper": {"OUTBOARD": "afalg", "OUTBOARD_HELPER": "none"},
}
SHARED = {
    "software": CHOICES["software"],
    "afalg": CHOICES["afalg"],
    "auto:fixed": {"OUTBOARD": "auto", "OUTBOARD_ADAPT": "off"},
    "auto": CHOICES["auto"],
}
# By the name of vm_share's workers, and how many of them there are: processes, and threads of one process.
WORKERS = {"1": 1, "2": 2, "4": 4, "1x2": 2, "1x4": 4}
SETTINGS = {"engine": WAYS, "shared": SHARED}
# Prices as measured are beside those that adapt where two processes gain most; who adapts has to see the others first.
FIXED_ALGORITHMS = ("aes-ctr",)
SETTLE_MS, SETTLE_FORCED_MS = "300", "50"
SETTLE_WORKERS_MS = "1000"  # four of them learn the more slowly


def drivers() -> str:
    lines = Path("/proc/crypto").read_text().splitlines()
    return ",".join(line.split()[-1] for line in lines if line.startswith("driver") and "obaccel-" in line)


def prepare(kind: str) -> dict[str, str]:
    """Load what the kind takes: the environment of a program."""
    if kind in FASTER:
        subprocess.run(["/sbin/modprobe", "-a", *KERNEL_FAST], check=True)
    accel.load(*DELAY.get(kind, []))
    FOLDER.mkdir(exist_ok=True)
    # Into memory: while a page comes from the host, the machine has nothing to do, and its clock goes on to the next
    # timer that there is, an operation's deadline among them.
    for source in (
        "binding/openssl/outboard.so",
        "offload/outboard-offload",
        "cli/outboard",
        "test/vm/vm_cost",
        "test/vm/vm_share",
    ):
        shutil.copy(BUILD / source, FOLDER)
    (FOLDER / "openssl.cnf").write_text(CONFIG.format(module=PROVIDER))
    environment = os.environ | {
        "OPENSSL_CONF": str(FOLDER / "openssl.cnf"),
        "OUTBOARD_OFFLOAD": drivers(),
        "OUTBOARD_HELPER": str(HELPER),
        "OUTBOARD_DEADLINE": "60000",
        "OUTBOARD_PRICES": str(FOLDER / "prices.csv"),
    }
    environment |= PROGRAM_SLOW if kind in FASTER else {}
    warm_up(environment)
    return environment


def warm_up(environment: dict[str, str]) -> None:
    """Bring all that a first operation waits for into memory: else the host decides if its helper starts in time."""
    subprocess.run(["/sbin/modprobe", "-a", *KERNEL_AF_ALG], check=True)
    # Its verdict does not count here: what it has waited for in vain is there for the next one.
    subprocess.run([OUTBOARD, "selftest", "afalg"], env=unconfigured(environment), stdout=sys.stderr, check=False)


def unconfigured(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in ("OPENSSL_CONF", "OUTBOARD_PRICES")}


def calibrate(environment: dict[str, str], algorithm: str) -> None:
    command = [OUTBOARD, "calibrate", "-q", "-t", "0", "-e", "openssl,afalg", "-a", algorithm]
    command += ["--slow", environment["OUTBOARD_SLOW"]]
    subprocess.run([*command, "-fo", FOLDER / "prices.csv"], env=unconfigured(environment), check=True)


def in_turn() -> None:
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def measure(kind: str, algorithm: str, lengths: str, environment: dict[str, str]) -> None:
    for who, setting in SETTINGS.get(kind, CHOICES).items():
        if who == "auto:fixed" and algorithm not in FIXED_ALGORITHMS:
            continue
        settle = SETTLE_MS if setting["OUTBOARD"] == "auto" else SETTLE_FORCED_MS
        command = [str(SHARE), PROCESSES, settle] if kind == "shared" else [str(COST)]
        command += [algorithm, lengths, *(["afalg"] if who == "openssl:afalg" else [])]
        run(kind, who, command, environment | setting, in_turn if kind in IN_TURN else None)


def measure_workers(algorithm: str, lengths: str, environment: dict[str, str]) -> None:
    """With each number of workers: all in software, all offloaded, as the provider chooses, and each mixture, fixed."""
    for workers, number in WORKERS.items():
        ways = {who: (workers, CHOICES[who], SETTLE_FORCED_MS) for who in ("software", "afalg")}
        ways["auto"] = (workers, CHOICES["auto"], SETTLE_WORKERS_MS)
        for aside in range(1, number):
            left = f"1x{number - aside}" if "x" in workers else str(number - aside)
            ways[f"afalg+{aside}"] = (f"{left}+{aside}", CHOICES["afalg"], SETTLE_FORCED_MS)
        for who, (spread, setting, settle) in ways.items():
            command = [str(SHARE), spread, settle, algorithm, lengths]
            run(f"workers-{workers}", who, command, environment | setting, None)


def run(kind: str, who: str, command: list[str], environment: dict[str, str], turns: Callable[[], None] | None) -> None:
    """Print what a program measures, and how often the module worked meanwhile."""
    before = accel.get("operations")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, preexec_fn=turns) as program:
        for line in program.stdout or ():
            print(f"{kind},{who},{line}", end="", flush=True)
    if program.returncode:
        sys.exit(f"{who}: {command} ended with {program.returncode}")
    operations = accel.get("operations") - before
    print(f"{kind} {who}, {command[-2]}: {operations} operations of the module", file=sys.stderr, flush=True)


def main() -> None:
    kind, algorithms, lengths = sys.argv[1:]
    environment = prepare(kind)
    for algorithm in algorithms.split(","):
        slow = TIMES if kind in FASTER and algorithm in SLOWED else "1"
        if kind != "engine":
            calibrate(environment | {"OUTBOARD_SLOW": slow}, algorithm)
        slowed = environment | {"OUTBOARD_SLOW": slow}
        if kind == "workers":
            measure_workers(algorithm, lengths, slowed)
        else:
            measure(kind, algorithm, lengths, slowed)
        print(flush=True)


if __name__ == "__main__":
    main()
