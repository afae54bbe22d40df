/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel calls the algorithms (crypto_alg.cra_name). */
#include "offload/names.h"

#include <outboard/alg.h>

/* In the order of enum ob_alg, as capability rows must be. */
const struct obi_kernel_name obi_kernel_names[OBI_KERNEL_NAMES] = {
    {OB_MD5, "md5", 0, 0},
    {OB_SHA1, "sha1", 0, 0},
    {OB_SHA224, "sha224", 0, 0},
    {OB_SHA256, "sha256", 0, 0},
    {OB_SHA384, "sha384", 0, 0},
    {OB_SHA512, "sha512", 0, 0},
    {OB_SM3, "sm3", 0, 0},
    {OB_HMAC_MD5, "hmac(md5)", 0, 0},
    {OB_HMAC_SHA1, "hmac(sha1)", 0, 0},
    {OB_HMAC_SHA224, "hmac(sha224)", 0, 0},
    {OB_HMAC_SHA256, "hmac(sha256)", 0, 0},
    {OB_HMAC_SHA384, "hmac(sha384)", 0, 0},
    {OB_HMAC_SHA512, "hmac(sha512)", 0, 0},
    {OB_HMAC_SM3, "hmac(sm3)", 0, 0},
    {OB_AES_CMAC, "cmac(aes)", 16, 32},
    {OB_AES_ECB, "ecb(aes)", 16, 32},
    {OB_AES_CBC, "cbc(aes)", 16, 32},
    {OB_AES_CTR, "ctr(aes)", 16, 32},
    {OB_AES_XTS, "xts(aes)", 32, 64},
    {OB_DES_ECB, "ecb(des)", 8, 8},
    {OB_DES_CBC, "cbc(des)", 8, 8},
    {OB_DES3_ECB, "ecb(des3_ede)", 16, 24},
    {OB_DES3_CBC, "cbc(des3_ede)", 16, 24},
    {OB_SM4_ECB, "ecb(sm4)", 16, 16},
    {OB_SM4_CBC, "cbc(sm4)", 16, 16},
    {OB_SM4_CTR, "ctr(sm4)", 16, 16},
    {OB_AES_GCM, "gcm(aes)", 16, 32},
    {OB_AES_CCM, "ccm(aes)", 16, 32},
    {OB_SM4_GCM, "gcm(sm4)", 16, 16},
    {OB_CHACHA20_POLY1305, "rfc7539(chacha20,poly1305)", 32, 32},
};
