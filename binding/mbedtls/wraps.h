/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of Mbed TLS that the binding replaces, each with the switch that prevents this. CMake reads this list,
 * too: each line becomes a --wrap option of the linker. */
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
    W(FREE, md_free)                                                                                                   \
    W(AES_SETKEY_ENC, aes_setkey_enc)                                                                                  \
    W(AES_SETKEY_DEC, aes_setkey_dec)                                                                                  \
    W(FREE, aes_free)                                                                                                  \
    W(FREE, aes_xts_free)                                                                                              \
    W(AES_ECB, aes_crypt_ecb)                                                                                          \
    W(AES_CBC, aes_crypt_cbc)                                                                                          \
    W(AES_CTR, aes_crypt_ctr)                                                                                          \
    W(AES_XTS, aes_crypt_xts)                                                                                          \
    W(GCM_SETKEY, gcm_setkey)                                                                                          \
    W(GCM_STARTS, gcm_starts)                                                                                          \
    W(GCM_UPDATE_AD, gcm_update_ad)                                                                                    \
    W(GCM_UPDATE, gcm_update)                                                                                          \
    W(GCM_FINISH, gcm_finish)                                                                                          \
    W(GCM_CRYPT_AND_TAG, gcm_crypt_and_tag)                                                                            \
    W(GCM_AUTH_DECRYPT, gcm_auth_decrypt)                                                                              \
    W(CCM_SETKEY, ccm_setkey)                                                                                          \
    W(CCM_UPDATE_AD, ccm_update_ad)                                                                                    \
    W(CCM_UPDATE, ccm_update)                                                                                          \
    W(CCM_ENCRYPT_AND_TAG, ccm_encrypt_and_tag)                                                                        \
    W(CCM_AUTH_DECRYPT, ccm_auth_decrypt)                                                                              \
    W(CHACHAPOLY_ENCRYPT_AND_TAG, chachapoly_encrypt_and_tag)                                                          \
    W(CHACHAPOLY_AUTH_DECRYPT, chachapoly_auth_decrypt)                                                                \
    W(FREE, chachapoly_free)                                                                                           \
    W(CMAC, cipher_cmac)                                                                                               \
    W(CMAC_UPDATE, cipher_cmac_update)                                                                                 \
    W(CMAC_FINISH, cipher_cmac_finish)                                                                                 \
    W(DES_SETKEY_ENC, des_setkey_enc)                                                                                  \
    W(DES_SETKEY_DEC, des_setkey_dec)                                                                                  \
    W(FREE, des_free)                                                                                                  \
    W(DES_ECB, des_crypt_ecb)                                                                                          \
    W(DES_CBC, des_crypt_cbc)                                                                                          \
    W(DES3_SET2KEY_ENC, des3_set2key_enc)                                                                              \
    W(DES3_SET2KEY_DEC, des3_set2key_dec)                                                                              \
    W(DES3_SET3KEY_ENC, des3_set3key_enc)                                                                              \
    W(DES3_SET3KEY_DEC, des3_set3key_dec)                                                                              \
    W(FREE, des3_free)                                                                                                 \
    W(DES3_ECB, des3_crypt_ecb)                                                                                        \
    W(DES3_CBC, des3_crypt_cbc)                                                                                        \
    W(RSA_PUBLIC, rsa_public)                                                                                          \
    W(RSA_PRIVATE, rsa_private)                                                                                        \
    W(RSA_PKCS1_SIGN, rsa_pkcs1_sign)                                                                                  \
    W(RSA_PKCS1_VERIFY, rsa_pkcs1_verify)                                                                              \
    W(RSA_PSS_SIGN, rsa_rsassa_pss_sign)                                                                               \
    W(RSA_PSS_SIGN, rsa_rsassa_pss_sign_no_mode_check)                                                                 \
    W(RSA_PSS_VERIFY, rsa_rsassa_pss_verify)                                                                           \
    W(RSA_PSS_VERIFY_EXT, rsa_rsassa_pss_verify_ext)                                                                   \
    W(ECP_MUL, ecp_mul)                                                                                                \
    W(ECP_MUL_RESTARTABLE, ecp_mul_restartable)                                                                        \
    W(ECDSA_SIGN, ecdsa_sign)                                                                                          \
    W(ECDSA_SIGN_DET, ecdsa_sign_det_ext)                                                                              \
    W(ECDSA_VERIFY, ecdsa_verify)                                                                                      \
    W(ECDSA_WRITE_SIGNATURE, ecdsa_write_signature)                                                                    \
    W(ECDSA_READ_SIGNATURE, ecdsa_read_signature)
#endif
