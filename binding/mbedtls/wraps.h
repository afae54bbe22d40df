/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of Mbed TLS that the binding takes over, each with the switch that keeps it from doing so. CMake reads
 * this list, too: each line becomes a --wrap option of the linker. */
#ifndef OB_BINDING_MBEDTLS_WRAPS_H
#define OB_BINDING_MBEDTLS_WRAPS_H

/* W(OB_MBEDTLS_<switch>, mbedtls_<function>) */
#define OBI_MBEDTLS_WRAPS(W)                                                                                           \
    W(MD5, md5)                                                                                                        \
    W(MD5_UPDATE, md5_update)                                                                                          \
    W(MD5_FINISH, md5_finish)                                                                                          \
    W(SHA1, sha1)                                                                                                      \
    W(SHA1_UPDATE, sha1_update)                                                                                        \
    W(SHA1_FINISH, sha1_finish)                                                                                        \
    W(SHA256, sha256)                                                                                                  \
    W(SHA256_UPDATE, sha256_update)                                                                                    \
    W(SHA256_FINISH, sha256_finish)                                                                                    \
    W(SHA512, sha512)                                                                                                  \
    W(SHA512_UPDATE, sha512_update)                                                                                    \
    W(SHA512_FINISH, sha512_finish)                                                                                    \
    W(HMAC, md_hmac)                                                                                                   \
    W(HMAC_STARTS, md_hmac_starts)                                                                                     \
    W(HMAC_UPDATE, md_hmac_update)                                                                                     \
    W(HMAC_FINISH, md_hmac_finish)                                                                                     \
    W(HMAC_RESET, md_hmac_reset)                                                                                       \
    W(AES_SETKEY_ENC, aes_setkey_enc)                                                                                  \
    W(AES_SETKEY_DEC, aes_setkey_dec)                                                                                  \
    W(FREE, aes_free)                                                                                                  \
    W(FREE, aes_xts_free)                                                                                              \
    W(AES_ECB, aes_crypt_ecb)                                                                                          \
    W(AES_CBC, aes_crypt_cbc)                                                                                          \
    W(AES_CTR, aes_crypt_ctr)                                                                                          \
    W(AES_XTS, aes_crypt_xts)
#endif
