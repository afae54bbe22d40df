/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the LTC that the engine uses (K82P121M150SF5RM, chapter LTC; NXP's header of the part). */
#ifndef OUTBOARD_ENGINE_LTC_REGS_H
#define OUTBOARD_ENGINE_LTC_REGS_H

/* Offsets in bytes. */
#define LTC_MD      0x000u /* mode; writing it begins a message */
#define LTC_KS      0x008u /* bytes of the key; locks it */
#define LTC_DS      0x010u /* bytes of data, 12 bits; adds to what is left */
#define LTC_COM     0x030u
#define LTC_CTL     0x034u
#define LTC_CW      0x040u
#define LTC_STA     0x048u
#define LTC_DPAMS   0x068u
#define LTC_CTX     0x100u /* 16 words */
#define LTC_KEY     0x200u /* 8 words */
#define LTC_FIFOSTA 0x7c0u
#define LTC_IFIFO   0x7e0u
#define LTC_OFIFO   0x7f0u

#define LTC_MD_ENC    1u
#define LTC_MD_CTR    0x000u
#define LTC_MD_CBC    0x100u
#define LTC_MD_ECB    0x200u
#define LTC_MD_DK     0x1000u /* the key register has the form that decryption leaves */
#define LTC_MD_AES    0x100000u
#define LTC_MD_DES    0x200000u
#define LTC_MD_DES3   0x210000u
#define LTC_MD_SHA1   0x410000u
#define LTC_MD_SHA256 0x430000u

#define LTC_COM_ALL      1u
#define LTC_CTL_SWAPS    0x00f30000u /* IFS, OFS, KIS, KOS, CIS, COS: bytes as in the memory of a little-endian CPU */
#define LTC_CW_MODE_SIZE 0x5u        /* CM, CDS */
#define LTC_CW_ALL       0xc0000065u /* CM, CDS, CCR, CKR, COF, CIF */
#define LTC_STA_DI       0x10000u
#define LTC_STA_EI       0x100000u

#define LTC_FIFOSTA_IFL 0x7fu /* words in the input FIFO */
#define LTC_FIFOSTA_IFF 0x8000u
#define LTC_FIFOSTA_OFL 0x7f0000u
#define LTC_OFL_4       0x040000u

#endif
