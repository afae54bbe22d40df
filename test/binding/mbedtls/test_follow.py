# SPDX-License-Identifier: Apache-2.0
"""The settings OB_WITH_... follow the configuration of the library that OB_MBEDTLS_TARGET names, and what the user sets
stays: each case configures a project of a user and reads the definitions of the target outboard. A library that is to
be replaced by engines that cannot is refused. The project may bind a second library by itself."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C ASM)
add_library(crypto INTERFACE)
target_include_directories(crypto INTERFACE {include})
target_compile_definitions(crypto INTERFACE {definitions})
set(OB_MBEDTLS_TARGET crypto)
set(OB_FOLLOW_MBEDTLS ON)
set(OB_ENGINES soft)
{settings}
add_subdirectory({source} outboard)
get_target_property(definitions outboard COMPILE_DEFINITIONS)
message(STATUS "definitions: ${{definitions}}")
{after}
"""
SECOND = """ob_bind_mbedtls(second crypto DEFINITIONS {definitions})
get_target_property(sources second_objects SOURCES)
get_target_property(definitions second INTERFACE_COMPILE_DEFINITIONS)
message(STATUS "second: ${{definitions}} ${{sources}}")
"""
# Configuration (None: the library's own), settings of the user, algorithms and classes that remain.
CASES: list[tuple[str | None, str, str]] = [
    ("AES_C GCM_C SHA256_C AES_ONLY_128_BIT_KEY_LENGTH", "", "SHA256 AES AES_128 AES_GCM HASH AEAD"),
    ("AES_C CIPHER_MODE_CBC CIPHER_C", "", "AES AES_128 AES_192 AES_256 AES_ECB AES_CBC AES_DEC CIPHER"),
    ("AES_C CIPHER_MODE_CTR BLOCK_CIPHER_NO_DECRYPT", "", "AES AES_128 AES_192 AES_256 AES_CTR CIPHER"),
    ("MD_C SHA384_C", "", "SHA512 HMAC HASH MAC"),
    ("SHA256_C SHA224_C", "set(OB_WITH_SM3 1)\nset(OB_DEFINITIONS OB_WITH_PK=1)", "SHA224 SHA256 SM3 HASH PK"),
    ("SHA256_C", "set(OB_ENGINES soft ltc)", "SHA224 SHA256 HASH"),  # ltc's row of SHA-224 needs its known answer
    ("SHA256_C", "set(OB_ENGINES soft hasher)", ""),  # the block's rows stay
    (
        None,
        "",
        "MD5 SHA1 SHA224 SHA256 SHA512 HMAC AES AES_128 AES_192 AES_256 AES_ECB AES_CBC AES_CTR AES_XTS AES_DEC "
        "AES_GCM AES_CCM AES_CMAC DES CHACHA20_POLY1305 HASH MAC CIPHER AEAD",
    ),
]


def configure(
    folder: Path,
    args: argparse.Namespace,
    include: str,
    definitions: str,
    settings: str,
    refused: bool = False,
    after: str = "",
) -> str:
    text = PROJECT.format(include=include, definitions=definitions, settings=settings, source=args.source, after=after)
    (folder / "CMakeLists.txt").write_text(text)
    command = ["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_C_COMPILER={args.cc}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if (done.returncode != 0) != refused:
        sys.exit(done.stdout + done.stderr)
    return done.stdout + done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("source", "library"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--cc", required=True)
    args = parser.parse_args()
    failures = 0
    for config, settings, wanted in CASES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            definitions = ""
            if config is not None:
                (folder / "config.h").write_text("".join(f"#define MBEDTLS_{word}\n" for word in config.split()))
                definitions = f'MBEDTLS_CONFIG_FILE="{folder}/config.h"'
            text = configure(folder, args, f"$<BUILD_INTERFACE:{args.library}/include>", definitions, settings)
            found = set(re.findall(r"OB_WITH_(\w+)=1", re.search(r"definitions: (.*)", text)[1]))
        if found != set(wanted.split()):
            print(f"{config}, {settings}: {' '.join(sorted(found))}, expected {wanted}")
            failures += 1
    with tempfile.TemporaryDirectory() as name:
        text = configure(Path(name), args, f"$<1:{args.library}/include>", "", "")
        if "cannot be read" not in text or "OB_WITH" in re.search(r"definitions: (.*)", text)[1]:
            print(f"a configuration that cannot be read:\n{text}")
            failures += 1
    include = f"$<BUILD_INTERFACE:{args.library}/include>"
    for engines, refused in (("ltc", True), ("ltc soft", False)):
        with tempfile.TemporaryDirectory() as name:
            settings = f"set(OB_ENGINES {engines})\nset(OB_MBEDTLS_REPLACE 1)\nset(OB_MBEDTLS_SESSIONS 3)"
            text = configure(Path(name), args, include, "", settings, refused)
        wanted = "no engine of" if refused else "OB_MBEDTLS_SESSIONS=3"
        if wanted not in text:
            print(f"{engines}, replacing the library: no {wanted!r} in\n{text}")
            failures += 1
    for definition, wanted in (
        ("OB_MBEDTLS_SESSIONS=5", "second: OB_MBEDTLS_SESSIONS=5.*binding/mbedtls/pool.c"),
        ("OB_MBEDTLS_CYPHERS=0", 'Did you mean\\s+"OB_MBEDTLS_CIPHERS"'),
    ):
        with tempfile.TemporaryDirectory() as name:
            after = SECOND.format(definitions=definition)
            text = configure(Path(name), args, include, "", "", "CYPHERS" in definition, after)
        if not re.search(wanted, text):
            print(f"ob_bind_mbedtls of a project, {definition}: no {wanted!r} in\n{text}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
