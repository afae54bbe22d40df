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
#define LTC_ESTA    0x04cu
#define LTC_AADSZ   0x058u /* bytes of additional data, and below of IV: they come in whole blocks; add to DS */
#define LTC_IVSZ    0x060u
#define LTC_DPAMS   0x068u
#define LTC_PKASZ   0x080u /* bytes in A; B, N and E follow, 8 bytes apart */
#define LTC_CTX     0x100u /* 16 words */
#define LTC_KEY     0x200u /* 8 words */
#define LTC_FIFOSTA 0x7c0u
#define LTC_IFIFO   0x7e0u
#define LTC_OFIFO   0x7f0u

/* The number registers of the public-key accelerator, 64 words each, the lowest word first. For curves A and B are four
 * quarters of 16 words. */
#define LTC_PKA      0x800u
#define LTC_PKB      0xa00u
#define LTC_PKN      0xc00u
#define LTC_PKE      0xe00u
#define LTC_PK_SHIFT 9u /* distance of two, as a power of 2 */
#define LTC_QUARTER  0x40u

#define LTC_MD_ENC    1u
#define LTC_MD_BEGIN  0x4u /* AS: the first session of a message */
#define LTC_MD_END    0x8u /* AS: its last one */
#define LTC_MD_WHOLE  0xcu /* both */
#define LTC_MD_CTR    0x000u
#define LTC_MD_CBC    0x100u
#define LTC_MD_ECB    0x200u
#define LTC_MD_CCM    0x800u
#define LTC_MD_GCM    0x900u
#define LTC_MD_DK     0x1000u /* the key register has the form that decryption leaves */
#define LTC_MD_AES    0x100000u
#define LTC_MD_DES    0x200000u
#define LTC_MD_DES3   0x210000u
#define LTC_MD_SHA1   0x410000u
#define LTC_MD_SHA256 0x430000u

/* Modes of the accelerator: the result is in B. */
#define LTC_PK_CLEAR     0x8f0001u /* A, B, N, E */
#define LTC_PK_ADD       0x800002u
#define LTC_PK_SUB       0x800003u /* A - B */
#define LTC_PK_MUL       0x800005u
#define LTC_PK_EXP       0x800006u /* A to the power of E */
#define LTC_PK_REDUCE    0x800007u
#define LTC_PK_INVERT    0x800008u
#define LTC_PK_EC_ADD    0x800009u
#define LTC_PK_EC_DOUBLE 0x80000au
#define LTC_PK_EC_MUL    0x80000bu
#define LTC_PK_GCD       0x80000eu
#define LTC_PK_PRIME     0x80000fu
#define LTC_PK_EQUAL     0x400u /* a time that depends on the exponent's length alone */

#define LTC_SIZE_LAST    0x80000000u /* in AADSZ and IVSZ: there is no more of it */
#define LTC_COM_ALL      1u
#define LTC_CTL_SWAPS    0x00f30000u /* IFS, OFS, KIS, KOS, CIS, COS: bytes as in the memory of a little-endian CPU */
#define LTC_CW_MODE_SIZE 0x5u        /* CM, CDS */
#define LTC_CW_ALL       0xc0000065u /* CM, CDS, CCR, CKR, COF, CIF */
#define LTC_CW_MODE      0x1u        /* CM */
#define LTC_CW_PK        0x0000f001u /* CM, and the sizes of A, B, N and E */
#define LTC_STA_DI       0x10000u
#define LTC_STA_EI       0x100000u
#define LTC_STA_PRIME    0x10000000u
#define LTC_STA_ZERO     0x40000000u /* the result is 0, or the point at infinity */

#define LTC_ESTA_ERRID   0xfu
#define LTC_ERRID_DIVIDE 7u /* by zero: there is no inverse */

#define LTC_FIFOSTA_IFL 0x7fu /* words in the input FIFO */
#define LTC_FIFOSTA_IFF 0x8000u
#define LTC_FIFOSTA_OFL 0x7f0000u
#define LTC_OFL_4       0x040000u

#endif
