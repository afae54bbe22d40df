/* SPDX-License-Identifier: Apache-2.0 */
/* The cryptography interface of uTasker (its document "Cryptography", V0.04, sections 2.2 and 3.1), served by Outboard:
 * AES-CBC in instances, and SHA-256. Names, values and results are uTasker's. */
#ifndef OUTBOARD_UTASKER_H
#define OUTBOARD_UTASKER_H

#ifdef __cplusplus
extern "C" {
#endif

/* In iInstanceCommand: an instance, and what to do. */
#ifndef AES_COMMAND_AES_ENCRYPT
#define AES_BLOCK_LENGTH                16
#define AES_INSTANCE_MASK               0x00ff
#define AES_COMMAND_AES_ENCRYPT         0x0100
#define AES_COMMAND_AES_DECRYPT         0x0200
#define AES_COMMAND_AES_SET_KEY_ENCRYPT 0x0400
#define AES_COMMAND_AES_SET_KEY_DECRYPT 0x0800
#define AES_COMMAND_AES_RESET_IV        0x1000
#define AES_COMMAND_AES_PRIME_IV        0x2000

/* Results; 0: done. */
#define AES_INVALID_INSTANCE_REFERENCE (-1)
#define AES_INSTANCE_NOT_INITIALISED   (-2) /* no key; or no command that the call knows */
#define AES_ENCRYPT_BAD_LENGTH         (-3)
#define AES_ENCRYPT_BAD_ALIGNMENT      (-4) /* never returned: any alignment works */
#define AES_INVALID_KEY_LENGTH         (-5)
#endif
#define AES_ENGINE_FAILED (-6) /* Outboard's own: every engine was busy or failed; the output is zero */

#ifndef SHA_START_CALCULATE_TERMINATE
#define SHA_START_CALCULATE_TERMINATE      0 /* a whole message */
#define SHA_START_CALCULATE_STAY_OPEN      1 /* its first part */
#define SHA_CONTINUE_CALCULATING           2 /* its next part */
#define SHA_CONTINUE_CALCULATING_TERMINATE 3 /* its last part */
#endif

/* Set the key of an instance (SET_KEY_ENCRYPT or SET_KEY_DECRYPT, which are the same here: an instance does both;
 * iKeyLength in bits, 128, 192 or 256, or 196 as older sources of uTasker have it), and zero its IV; or set the IV from
 * 16 bytes at ptrKey (PRIME_IV), or zero it (RESET_IV). */
extern int fnAES_Init(int iInstanceCommand, const unsigned char *ptrKey, int iKeyLength);

/* AES-CBC on ulDataLength bytes, a multiple of 16; the IV goes on with the next call. RESET_IV zeroes it first. Where
 * the length is wrong, or no engine serves, the output is zeroed. ptrTextOut may be ptrTextIn. */
extern int fnAES_Cipher(int iInstanceCommand, const unsigned char *ptrTextIn, unsigned char *ptrTextOut,
                        unsigned long ulDataLength);

/* SHA-256 in one of the four modes above, however the message is cut. ptrOutput receives 32 bytes in the modes that
 * terminate and is not used in the others. 0; AES_INSTANCE_NOT_INITIALISED: nothing has been started, or an unknown
 * mode; AES_ENGINE_FAILED. There is one message at a time. */
extern int fnSHA256(const unsigned char *ptrInput, unsigned char *ptrOutput, unsigned long ulLength, int iMode);

struct ob_ltc;

/* The LTC that serves direct calls (NATIVE_AES_CAU, NATIVE_SHA256_CAU), after ob_ltc_init, with its clock on; it stays
 * in the caller's memory. Before this call, and for an algorithm or a key length that the part lacks, direct calls end
 * with AES_ENGINE_FAILED. NULL takes it back. Outboard's own. */
extern void ob_utasker_ltc(struct ob_ltc *ltc);

/* Wipe all keys, IVs and hash states. Outboard's own. */
extern void ob_utasker_forget(void);

#ifdef __cplusplus
}
#endif

#endif
