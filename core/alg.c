/* SPDX-License-Identifier: Apache-2.0 */
/* Block, tag and key lengths of the algorithms (the standards named in outboard/alg.h). */
#include <outboard/alg.h>
#include <outboard/config.h>

size_t ob_alg_block(uint8_t alg)
{
    switch (OB_ALG_CLASS(alg)) {
#if OB_WITH_HASH || OB_WITH_MAC
    case OB_CLASS_HASH:
    case OB_CLASS_MAC: {
        unsigned number = alg & 0x1fu;
        if (number >= (OB_SHA384 & 0x1fu) && number <= (OB_SHA512_256 & 0x1fu))
            return 128;
        return alg == OB_AES_CMAC ? 16 : 64;
    }
#endif
#if OB_WITH_CIPHER
    case OB_CLASS_CIPHER:
        if (alg == OB_NULL)
            return 1;
        return alg >= OB_DES_ECB && alg <= OB_DES3_CBC ? 8 : 16;
#endif
#if OB_WITH_AEAD
    case OB_CLASS_AEAD:
        return alg == OB_CHACHA20_POLY1305 ? 64 : 16;
#endif
    default:
        return 0;
    }
}

size_t ob_alg_tag(uint8_t alg)
{
#if OB_WITH_HASH || OB_WITH_MAC
    /* digest bytes in the order of enum ob_alg */
    static const uint8_t digest[] = {16, 20, 28, 32, 48, 64, 28, 32, 32};
#endif

    switch (OB_ALG_CLASS(alg)) {
#if OB_WITH_HASH || OB_WITH_MAC
    case OB_CLASS_HASH:
    case OB_CLASS_MAC: {
        unsigned number = alg & 0x1fu;
        if (number < sizeof digest)
            return digest[number];
        return alg == OB_AES_CMAC ? 16 : 0;
    }
#endif
#if OB_WITH_AEAD
    case OB_CLASS_AEAD:
        return alg <= OB_CHACHA20_POLY1305 ? 16 : 0;
#endif
    default:
        return 0;
    }
}

bool ob_alg_key_ok(uint8_t alg, size_t key_len)
{
    switch (OB_ALG_CLASS(alg)) {
#if OB_WITH_HASH
    case OB_CLASS_HASH:
        return alg <= OB_SM3 && key_len == 0;
#endif
#if OB_WITH_MAC
    case OB_CLASS_MAC:
        if (alg != OB_AES_CMAC)
            return OB_IS_HMAC(alg);
        break;
#endif
#if OB_WITH_CIPHER
    case OB_CLASS_CIPHER:
        if (alg == OB_AES_XTS)
            return key_len == 32 || key_len == 64;
        if (alg == OB_DES_ECB || alg == OB_DES_CBC)
            return key_len == 8;
        if (alg == OB_DES3_ECB || alg == OB_DES3_CBC)
            return key_len == 16 || key_len == 24;
        if (alg >= OB_SM4_ECB)
            return key_len == 16 && (alg <= OB_SM4_CTR || alg == OB_NULL);
        break;
#endif
#if OB_WITH_AEAD
    case OB_CLASS_AEAD:
        if (alg == OB_SM4_GCM)
            return key_len == 16;
        if (alg >= OB_CHACHA20_POLY1305)
            return key_len == 32 && alg == OB_CHACHA20_POLY1305;
        break;
#endif
    default:
        return false;
    }
#if OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD
    return key_len == 16 || key_len == 24 || key_len == 32; /* AES */
#endif
}
