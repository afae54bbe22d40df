# SPDX-License-Identifier: Apache-2.0
"""What the leak checks call of the portable C, on every processor."""

from __future__ import annotations

# Portable C that promises constant time: function and arguments. "+0a000000" ends a key structure with its 10 rounds.
SOFT: list[tuple[str, list[str | int]]] = [
    ("obi_sha256_blocks", ["secretio:32", "secret:128", 2]),
    ("obi_sha512_blocks", ["secretio:64", "secret:256", 2]),
    ("obi_sha1_blocks", ["secretio:20", "secret:128", 2]),
    ("obi_chacha20_xor", ["secretio:48+01000000000000000000000000000000", "out:128", "secret:128", 2]),
    ("obi_aes_ct_key", ["out:244", "secret:32", 32]),
    ("obi_aes_ct_encrypt", ["secret:240+0a000000", "out:48", "secret:48", 3]),
    ("obi_aes_ct_decrypt", ["secret:240+0a000000", "out:48", "secret:48", 3]),
    ("obi_ghash_ct", ["secretio:16", "secret:16", "secret:32", 2]),
    ("obi_poly1305_blocks", ["secretio:52", "secret:32", 2, 1]),
]
# These multiply secrets to 64 bits with OB_WIDE_MUL, which is constant time on cores with a single-cycle UMULL only.
LONG_MULTIPLIES = {"obi_poly1305_blocks", "obi_ghash_ct"}
