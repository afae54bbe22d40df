# SPDX-License-Identifier: Apache-2.0
"""The binding compiles, without a warning, with every configuration of Mbed TLS: the library's own ones, single
algorithms and combinations that leave out what usually stands beside them, and random ones.

A configuration that the library itself refuses (check_config.h) is left out and counted. The seed of the random ones
is printed; --seed repeats them.
"""

import argparse
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Wstrict-prototypes", "-Wmissing-prototypes"]

# Switches of the library that decide what the binding compiles, by the word after MBEDTLS_.
SWITCHES = """
AES_C AES_ROM_TABLES AES_FEWER_TABLES BLOCK_CIPHER_NO_DECRYPT CAMELLIA_C CCM_C CHACHAPOLY_C CHACHA20_C CIPHER_C
CIPHER_MODE_CBC CIPHER_MODE_CTR CIPHER_MODE_XTS CIPHER_PADDING_PKCS7 CMAC_C DES_C GCM_C GCM_LARGE_TABLE MD_C
MD5_C POLY1305_C SHA1_C SHA224_C SHA256_C SHA384_C SHA512_C SHA256_SMALLER CHECK_RETURN_WARNING PLATFORM_C
"""

# Each line is a whole configuration.
SINGLE = """
AES_C
AES_C GCM_C
AES_C CCM_C
AES_C CIPHER_MODE_CBC
AES_C CIPHER_MODE_CTR
AES_C CIPHER_MODE_XTS
AES_C BLOCK_CIPHER_NO_DECRYPT GCM_C
AES_C CIPHER_C GCM_C
AES_C CIPHER_C CMAC_C
AES_C CIPHER_C CCM_C CHECK_RETURN_WARNING
CAMELLIA_C CIPHER_C GCM_C
CHACHA20_C POLY1305_C CHACHAPOLY_C
BIGNUM_C RSA_C OID_C MD_C SHA256_C PKCS1_V15
BIGNUM_C RSA_C OID_C MD_C SHA256_C PKCS1_V21 RSA_NO_CRT
BIGNUM_C ECP_C ECP_DP_CURVE25519_ENABLED
BIGNUM_C ECP_C ECDSA_C ASN1_PARSE_C ASN1_WRITE_C ECP_DP_SECP192R1_ENABLED
DES_C
DES_C CIPHER_MODE_CBC
MD_C MD5_C
MD_C SHA1_C
MD_C SHA224_C
MD_C SHA256_C
MD_C SHA384_C
MD_C SHA512_C
SHA256_C
SHA224_C
SHA224_C SHA256_C CHECK_RETURN_WARNING
MD_C SHA256_C AES_C GCM_C
""".strip().splitlines()


def single(words: str) -> str:
    return "".join(f"#define MBEDTLS_{word}\n" for word in words.split())


def named(library: Path, name: str, work: Path) -> Path:
    """A configuration that the library's own script makes: full, baremetal, ..."""
    path = work / f"{name}.h"
    path.write_text((library / "include/mbedtls/mbedtls_config.h").read_text())
    subprocess.run([sys.executable, "-B", library / "scripts/config.py", "-f", path, name], check=True)
    return path


def shuffled(rng: random.Random, full: str) -> str:
    """The library's full configuration with a random choice of SWITCHES."""
    share = rng.choice((0.2, 0.5, 0.8))
    for word in SWITCHES.split():
        line = rf"^(//)?#define MBEDTLS_{word}\b.*$"
        replacement = f"#define MBEDTLS_{word}" if rng.random() < share else ""
        full = re.sub(line, replacement, full, flags=re.M)
    return full


class Matrix:
    """Compiles the binding's files, each with each configuration and compiler."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.compilers: list[str] = args.cc
        self.include: list[str] = [
            f"-I{args.source}",
            f"-I{args.source}/include",
            f"-I{args.generated}",
            "-isystem",
            f"{args.library}/include",
        ]
        self.files: list[Path] = sorted((args.source / "binding/mbedtls").glob("*.c"))
        self.work: Path = args.work

    def accepted(self, config: Path) -> bool:
        """Whether the library takes this configuration."""
        probe = '#include <mbedtls/build_info.h>\n#include "check_config.h"\n'
        run = subprocess.run(
            [
                self.compilers[0],
                *self.include,
                *self.config(config),
                "-I",
                self.mbedtls_headers(),
                "-fsyntax-only",
                "-xc",
                "-",
            ],
            input=probe,
            text=True,
            capture_output=True,
        )
        return run.returncode == 0

    def mbedtls_headers(self) -> str:
        return f"{self.include[-1]}/mbedtls"

    @staticmethod
    def config(path: Path) -> list[str]:
        return [f'-DMBEDTLS_CONFIG_FILE="{path}"']

    def compile(self, compiler: str, config: Path) -> str:
        """What the compiler says of the binding with this configuration: nothing if all is well."""
        said = ""
        replaceable = [file for file in self.files if file.name in ("gcm.c", "gcm_replaced.c", "hash.c")]
        for file, replaces in [(file, 0) for file in self.files] + [(file, 1) for file in replaceable]:
            run = subprocess.run(
                [
                    compiler,
                    *WARNINGS,
                    "-Werror",
                    "-O1",
                    *self.include,
                    *self.config(config),
                    f"-DOB_MBEDTLS_REPLACE={replaces}",
                    "-c",
                    file,
                    "-o",
                    os.devnull,
                ],
                text=True,
                capture_output=True,
            )
            if run.returncode:
                said += "\n".join(run.stderr.splitlines()[:12]) + "\n"
        return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="root of the tree")
    parser.add_argument("--generated", type=Path, required=True, help="folder of outboard/state_size.h")
    parser.add_argument("--library", type=Path, required=True, help="sources of Mbed TLS")
    parser.add_argument("--work", type=Path, required=True, help="folder for the configurations")
    parser.add_argument("--cc", action="append", required=True, help="a compiler; may be given several times")
    parser.add_argument("--random", type=int, default=6, help="number of random configurations (default 6)")
    parser.add_argument("--seed", type=int, default=20260101)
    args = parser.parse_args()

    args.work.mkdir(parents=True, exist_ok=True)
    configs = [named(args.library, name, args.work) for name in ("full", "baremetal", "baremetal_size", "crypto")]
    configs += sorted((args.library / "configs").glob("config-*.h"))
    for words in SINGLE:
        path = args.work / f"only_{words.replace(' ', '_').lower()}.h"
        path.write_text(single(words))
        configs.append(path)
    rng = random.Random(args.seed)
    full = configs[0].read_text()
    matrix = Matrix(args)
    refused = 0
    made = 0
    while made < args.random:
        path = args.work / f"random_{args.seed}_{made + refused}.h"
        path.write_text(shuffled(rng, full))
        if matrix.accepted(path):
            configs.append(path)
            made += 1
        else:
            refused += 1
            if refused > 100 * (made + 1):
                sys.exit("the library accepts hardly any random configuration: SWITCHES needs a look")

    failed = 0
    jobs = [(compiler, config) for config in configs for compiler in matrix.compilers]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (compiler, config), said in zip(jobs, pool.map(lambda job: matrix.compile(*job), jobs)):
            if said:
                failed += 1
                print(f"FAILED: {compiler}, {config.name}\n{said}")
    print(
        f"{len(jobs)} builds of the binding: {len(configs)} configurations ({args.random} random, seed {args.seed}, "
        f"{refused} more refused by the library), {len(matrix.compilers)} compilers; {failed} failed"
    )
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
