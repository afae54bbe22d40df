/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: what each row of its capability table costs until the command outboard calibrate has measured the
 * machine. These are measured figures: a wrong one makes a choice dearer, never an answer wrong. */
#ifndef OUTBOARD_ENGINE_SOFT_PRICES_H
#define OUTBOARD_ENGINE_SOFT_PRICES_H

#include "outboard/engine.h"

/* A price: to open a key, to begin an op, and for each KiB. First in ns on a PC of 2.6 GHz (x86-64, gcc 12 -O2). Then
 * in cycles, the unit of all prices without an operating system, on a simulated Cortex-M0 (STM32F0, gcc 12 -O2,
 * test/board/soft_cost). Modes that process several blocks at once have two more values after the first one, for
 * messages of less than four blocks of AES or three of SM4, which are processed one by one. A build with one engine has
 * no choice, so there all rows share one price. */
#if OB_ENGINES_MAX > 1
#define PRICE_OF(open, setup, per_kib) (&(const struct ob_price){OB_UPTO_ANY, open, setup, per_kib, setup, per_kib})
#define WIDE_OF(upto, open, setup_one, one, setup, per_kib)                                                            \
    ((const struct ob_price[]){{upto, open, setup_one, one, setup_one, one},                                           \
                               {OB_UPTO_ANY, open, setup, per_kib, setup, per_kib}})
#define AES_WIDE_OF(...) WIDE_OF(63, __VA_ARGS__)
#define SM4_WIDE_OF(...) WIDE_OF(47, __VA_ARGS__)
#ifdef __unix__
#define PRICE(ns, cycles)    PRICE_OF ns
#define AES_WIDE(ns, cycles) AES_WIDE_OF ns
#define SM4_WIDE(ns, cycles) SM4_WIDE_OF ns
#else
#define PRICE(ns, cycles)    PRICE_OF cycles
#define AES_WIDE(ns, cycles) AES_WIDE_OF cycles
#define SM4_WIDE(ns, cycles) SM4_WIDE_OF cycles
#endif
#else
static const struct ob_price only = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
#define PRICE(ns, cycles)    (&only)
#define AES_WIDE(ns, cycles) (&only)
#define SM4_WIDE(ns, cycles) (&only)
#endif

#define PRICE_MD5               PRICE((1, 100, 1050), (115, 4430, 21700))
#define PRICE_SHA1              PRICE((1, 85, 780), (125, 7760, 48800))
#define PRICE_SHA224            PRICE((1, 150, 1740), (135, 11200, 97600))
#define PRICE_SHA256            PRICE((1, 150, 1740), (145, 11200, 97600))
#define PRICE_SHA384            PRICE((1, 185, 1110), (155, 18800, 199000))
#define PRICE_SHA512            PRICE((1, 185, 1110), (165, 19100, 199000))
#define PRICE_SHA512_224        PRICE((1, 185, 1110), (175, 18400, 199000))
#define PRICE_SHA512_256        PRICE((1, 185, 1110), (185, 18500, 199000))
#define PRICE_SM3               PRICE((1, 155, 1780), (195, 11400, 101000))
#define PRICE_HMAC_MD5          PRICE((150, 170, 1050), (8390, 7980, 21700))
#define PRICE_HMAC_SHA1         PRICE((130, 145, 780), (13400, 13600, 48800))
#define PRICE_HMAC_SHA224       PRICE((255, 275, 1740), (19800, 19800, 97600))
#define PRICE_HMAC_SHA256       PRICE((255, 275, 1740), (19900, 19900, 97600))
#define PRICE_HMAC_SHA384       PRICE((340, 350, 1110), (60600, 46800, 199000))
#define PRICE_HMAC_SHA512       PRICE((340, 350, 1110), (60700, 46800, 199000))
#define PRICE_HMAC_SHA512_224   PRICE((340, 350, 1110), (60700, 46700, 199000))
#define PRICE_HMAC_SHA512_256   PRICE((340, 350, 1110), (60700, 46700, 199000))
#define PRICE_HMAC_SM3          PRICE((255, 290, 1780), (20300, 20200, 101000))
#define PRICE_AES_CMAC          PRICE((510, 40, 10270), (26100, 3210, 689000))
#define PRICE_AES_ECB           AES_WIDE((340, 20, 10300, 450, 1740), (14700, 4400, 467000, 175000, 519000))
#define PRICE_AES_CBC_ENC       PRICE((340, 20, 10280), (14700, 1760, 703000))
#define PRICE_AES_CBC_DEC       AES_WIDE((340, 20, 10300, 470, 2500), (14700, 4550, 582000, 183000, 729000))
#define PRICE_AES_CTR           AES_WIDE((340, 25, 10300, 470, 1890), (14700, 14900, 526000, 181000, 652000))
#define PRICE_AES_XTS           AES_WIDE((650, 190, 10300, 700, 2640), (29000, 24900, 559000, 191000, 686000))
#define PRICE_DES_ECB           PRICE((490, 12, 8400), (20700, 1460, 317000))
#define PRICE_DES_CBC           PRICE((490, 12, 9650), (20700, 1590, 345000))
#define PRICE_DES3_ECB          PRICE((1450, 12, 22200), (42500, 1460, 856000))
#define PRICE_DES3_CBC          PRICE((1450, 12, 23500), (42500, 1590, 884000))
#define PRICE_SM4_ECB           SM4_WIDE((620, 20, 35000, 1330, 2700), (21900, 2240, 1340000, 74000, 347000))
#define PRICE_SM4_CBC_ENC       PRICE((620, 20, 35000), (21900, 1760, 1440000))
#define PRICE_SM4_CBC_DEC       SM4_WIDE((620, 20, 35000, 1330, 3500), (21900, 4020, 1410000, 75600, 420000))
#define PRICE_SM4_CTR           SM4_WIDE((620, 30, 35000, 1330, 2750), (21900, 12800, 1400000, 84500, 406000))
#define PRICE_AES_GCM           PRICE((500, 600, 3600), (25000, 207000, 1540000))
#define PRICE_AES_CCM           PRICE((330, 500, 12300), (14800, 216000, 1340000))
#define PRICE_SM4_GCM           PRICE((1200, 1500, 4500), (43700, 122000, 1300000))
#define PRICE_CHACHA20_POLY1305 PRICE((1, 110, 1320), (450, 12000, 151000))

#endif
