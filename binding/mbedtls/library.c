/* SPDX-License-Identifier: Apache-2.0 */
/* The library's own code as rows of the dispatcher: an op stays with the library where that is cheaper. */
#include "binding/mbedtls/internal.h"

/* Prices per op and per KiB. With an operating system in ns, measured on one virtual CPU of a server (AMD EPYC with AES
 * instructions, Mbed TLS 3.6.7, gcc 12.2 -O2), which had other work, too. On a microcontroller in cycles: the software
 * column that Nuclei publishes for Mbed TLS on an N300 core, times 1024, with the cost of one block as setup. Set
 * ob_mbedtls_library.prices to replace them by prices that were measured on the target. */
#if defined(__unix__)
#define PRICE(ns, ns_kib, cycles, cycles_kib) (&(const struct ob_price){OB_UPTO_ANY, 0, ns, ns_kib, ns, ns_kib})
#else
#define PRICE(ns, ns_kib, cycles, cycles_kib)                                                                          \
    (&(const struct ob_price){OB_UPTO_ANY, 0, cycles, cycles_kib, cycles, cycles_kib})
#endif

/* All rows have OB_CAP_MID, because an engine can take over a stream of the library at any byte. */
#define ROW(alg, dirs, bits_min, bits_max, price)                                                                      \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, OB_CAP_MID, bits_min, bits_max, 0, price                                             \
    }
#define HASH(alg, ...) ROW(alg, OB_DIR_ENCRYPT, 0, 0, PRICE(__VA_ARGS__))
#define HMAC(alg, ...) ROW(OB_HMAC(alg), OB_DIR_BOTH, 0, UINT16_MAX, PRICE(__VA_ARGS__))
#define AES(alg, ...)  ROW(alg, OB_DIR_BOTH, 128, 256, PRICE(__VA_ARGS__))

static const struct ob_cap caps[] = {
    HASH(OB_MD5, 83, 1257, 1000, 14200),
    HASH(OB_SHA1, 71, 883, 1600, 23300),
    HASH(OB_SHA224, 129, 2109, 3400, 52000),
    HASH(OB_SHA256, 128, 2103, 3400, 52000),
    HASH(OB_SHA384, 234, 1740, 14000, 109000),
    HASH(OB_SHA512, 240, 1752, 14000, 109000),
    HMAC(OB_MD5, 366, 1252, 4000, 14200),
    HMAC(OB_SHA1, 319, 884, 6400, 23300),
    HMAC(OB_SHA224, 593, 2140, 13600, 52000),
    HMAC(OB_SHA256, 591, 2151, 13600, 52000),
    HMAC(OB_SHA384, 998, 1771, 56000, 109000),
    HMAC(OB_SHA512, 1301, 2086, 56000, 109000),
    AES(OB_AES_CMAC, 29, 1313, 4000, 90000),
    AES(OB_AES_ECB, 25, 271, 200, 73000),
    ROW(OB_AES_CBC, OB_DIR_ENCRYPT, 128, 256, PRICE(18, 994, 200, 75000)),
    ROW(OB_AES_CBC, OB_DIR_DECRYPT, 128, 256, PRICE(29, 275, 200, 75000)),
    AES(OB_AES_CTR, 34, 872, 200, 75000),
    ROW(OB_AES_XTS, OB_DIR_BOTH, 256, 512, PRICE(50, 1055, 1400, 80000)),
    ROW(OB_DES_ECB, OB_DIR_BOTH, 64, 64, PRICE(25, 8327, 200, 112000)),
    ROW(OB_DES_CBC, OB_DIR_BOTH, 64, 64, PRICE(7, 9789, 200, 112000)),
    ROW(OB_DES3_ECB, OB_DIR_BOTH, 128, 192, PRICE(14, 22753, 200, 275000)),
    ROW(OB_DES3_CBC, OB_DIR_BOTH, 128, 192, PRICE(7, 24466, 200, 275000)),
    AES(OB_AES_GCM, 74, 2536, 4000, 158000),
    AES(OB_AES_CCM, 48, 1939, 4000, 175000),
    ROW(OB_CHACHA20_POLY1305, OB_DIR_BOTH, 256, 256, PRICE(165, 1592, 6000, 60000)),
};

static const struct ob_engine_ops ops = {
    .name = "mbedtls-own",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .flags = OB_ENGINE_REENTRANT | OB_ENGINE_CALLER,
};

struct ob_engine ob_mbedtls_library = {.ops = &ops};
