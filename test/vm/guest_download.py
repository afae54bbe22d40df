#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine: the server of bench/download.py, with what a board has and this machine has to be given.

guest_download.py [prices]: a /dev/crypto of the project's own (test/devcrypto), beside the test module, and prices
measured here, if the provider is to choose by them. OB_BUILD is the build.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

BUILD = Path(os.environ["OB_BUILD"])
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import download_server  # noqa: E402

FOLDER = Path("/run/download")
CACHE = Path("/var/cache/outboard")
FILES = ("binding/openssl/outboard.so", "binding/openssl/outboard-provider", "offload/outboard-offload", "cli/outboard")
DEVICE = BUILD / "test/vm/cuse_devcrypto"
ALGORITHMS = "aes-cbc,aes-gcm,hmac-sha1,hmac-sha256"


def accelerators() -> str:
    """The drivers of the test module or of virtio-crypto, but for their own software."""
    names = [name for name in download_server.drivers() if name.startswith(("obaccel-", "virtio_crypto"))]
    return ",".join(names)


def crypto_device() -> subprocess.Popen[bytes]:
    """/dev/crypto by CUSE, for every user, as cryptodev-linux needs it for a server."""
    subprocess.run(["/sbin/modprobe", "cuse"], check=True)
    process = subprocess.Popen([DEVICE], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    path = Path("/dev/crypto")
    while not path.exists():
        if process.poll() is not None:
            sys.exit(f"{DEVICE.name} ended with {process.returncode}")
    path.chmod(0o666)
    return process


def calibrate(environment: dict[str, str], engines: str) -> None:
    """Prices of this machine, where a provider looks for them."""
    CACHE.mkdir(parents=True, exist_ok=True)
    prices = CACHE / "prices.csv"
    command = [FOLDER / "outboard", "calibrate", "-q", "-e", engines, "-a", ALGORITHMS]
    subprocess.run([*command, "-fo", prices], env=environment, check=True, stdout=sys.stderr)
    with prices.open("ab") as out:
        subprocess.run([FOLDER / "outboard-provider", "machine"], stdout=out, check=True)


def main() -> None:
    FOLDER.mkdir()
    for name in FILES:  # where the server's user may read them
        shutil.copy(BUILD / name, FOLDER)
    offload = accelerators()
    words = ["--module", f"{FOLDER}/outboard.so", "--helper", f"{FOLDER}/outboard-offload", "--offload", offload]
    # A busy host can hold this machine up for seconds.
    words += ["--deadline", "60000", "--outboard", f"{FOLDER}/outboard", "--folder", "/run"]
    words += ["--pem", f"{os.environ['OB_VM_OUT']}/server.pem"]
    options = download_server.arguments(words)
    device = crypto_device() if "obaccel-" in offload else None
    try:
        if "prices" in sys.argv[1:]:
            settings = {"OUTBOARD_OFFLOAD": offload, "OUTBOARD_HELPER": options.helper}
            calibrate(os.environ | settings, "openssl,afalg,devcrypto" if device else "openssl,afalg")
            lines = [f"module = {options.module}", f"helper = {options.helper}", f"offload = {offload}"]
            # For outboard doctor: what it says is what the server's own configuration has to do.
            Path("/etc/ssl/openssl.cnf").write_text(download_server.OPENSSL + "\n".join(lines) + "\n")
        download_server.serve(options)
    finally:
        if device:
            device.kill()
            device.wait()


if __name__ == "__main__":
    main()
