# SPDX-License-Identifier: Apache-2.0
"""The models that are built on ECB against cryptography's own modes, so that they can't hide a slip."""

import random
import unittest

import cipher_models as ref
from cryptography.hazmat.primitives.ciphers import algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM
from cryptography.hazmat.primitives.cmac import CMAC

RAND = random.Random(5)


class ModelTest(unittest.TestCase):
    def test_gcm(self) -> None:
        for n in (16, 24, 32):
            for iv_len in (12, 8, 16, 60):
                key, iv, aad, data = (RAND.randbytes(x) for x in (n, iv_len, 21, 77))
                self.assertEqual(b"".join(ref.gcm("AES", key, iv, aad, data)), AESGCM(key).encrypt(iv, data, aad))

    def test_ccm(self) -> None:
        for nonce_len in (7, 12, 13):
            for tag_len in (4, 10, 16):
                key, nonce, aad, data = (RAND.randbytes(x) for x in (16, nonce_len, 21, 77))
                model = AESCCM(key, tag_len).encrypt(nonce, data, aad)
                self.assertEqual(b"".join(ref.ccm("AES", key, nonce, aad, data, tag_len)), model)

    def test_xts(self) -> None:
        for length in (16, 17, 31, 64, 77):
            key, tweak, data = RAND.randbytes(64), RAND.randbytes(16), RAND.randbytes(length)
            for decrypt in (False, True):
                run = ref.Cipher(algorithms.AES(key), modes.XTS(tweak))
                model = (run.decryptor() if decrypt else run.encryptor()).update(data)
                self.assertEqual(ref.xts("AES", key[:32], key[32:], tweak, data, decrypt), model)

    def test_cmac(self) -> None:
        for length in (0, 1, 16, 17, 32):
            key, data = RAND.randbytes(16), RAND.randbytes(length)
            run = CMAC(algorithms.AES(key))
            run.update(data)
            self.assertEqual(ref.cmac("AES", key, data), run.finalize())

    def test_sm4(self) -> None:
        """GB/T 32907 annex A.1."""
        key = bytes.fromhex("0123456789abcdeffedcba9876543210")
        self.assertEqual(ref.ecb("SM4", key, key).hex(), "681edf34d206965e86b3e94f536e4246")


if __name__ == "__main__":
    unittest.main()
