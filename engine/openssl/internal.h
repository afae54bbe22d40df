/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the engine openssl share. */
#ifndef OB_ENGINE_OPENSSL_INTERNAL_H
#define OB_ENGINE_OPENSSL_INTERNAL_H

#include <stdbool.h>

#include <openssl/evp.h>

#include "outboard/engine.h"

#include "engine/openssl/state.h"

_Static_assert(sizeof(struct ob_openssl_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is too small for openssl");

/* The use of a session's two chains. A chain is made when it is first needed: a session that only encrypts never
 * expands its key for decryption. */
enum openssl_chain_use {
    CHAIN_ENCRYPT = 0,
    CHAIN_DECRYPT = 1,
    CHAIN_STREAM = 0, /* CTR, GCM, ChaCha20-Poly1305: both directions use one key schedule */
    CHAIN_MAC = 0,    /* CMAC, CCM: CBC encryption */
    CHAIN_CCM_CTR = 1,
};

enum openssl_md_use { MD_WORK, MD_INNER, MD_OUTER };

/* The use of a session's two key contexts. Each is set up once and serves many ops. */
enum openssl_pkey_use { PKEY_PRIVATE, PKEY_PUBLIC };

static inline struct ob_openssl_state *openssl_state(struct ob_session *s)
{
    return ob_state(s);
}

/* ---- openssl.c, default.c ---- */

extern const struct ob_engine_ops ob_openssl_ops;
extern struct ob_engine ob_engine_openssl_default; /* for calibrate alone (default.c) */

/* ---- lib.c: the library context, and the algorithms fetched once from it ---- */

int obi_openssl_lib_start(void);
OSSL_LIB_CTX *obi_openssl_lib(void);

/* NULL if the library has no such algorithm. */
const EVP_CIPHER *obi_openssl_cipher(uint8_t alg, size_t key_len);
const EVP_MD *obi_openssl_md(uint8_t hash);

/* ---- random.c: ob_random as the seed of the library's generators ---- */

int obi_openssl_random_start(OSSL_LIB_CTX *lib);

/* begin: ob_random works for s in this thread from now on. failed: true if the random source has failed since begin. */
void obi_openssl_random_begin(struct ob_session *s);
bool obi_openssl_random_failed(void);

/* ---- modes.c: building blocks of cipher.c, xts.c and block.c; all return OB_OK or OB_E_IO ---- */

/* Make *ctx for alg with the key, if it does not exist. */
int obi_openssl_context(EVP_CIPHER_CTX **ctx, uint8_t alg, const uint8_t *key, size_t key_len, int encrypt);

/* Process len bytes, in several calls if len exceeds INT_MAX. out NULL: the bytes are additional data. */
int obi_openssl_update(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in, size_t len);

/* CBC over whole blocks of `block` bytes each; iv becomes the next chaining value. */
int obi_openssl_cbc(struct ob_openssl_chain *c, uint8_t *iv, size_t block, bool encrypt, uint8_t *out,
                    const uint8_t *in, size_t len);

/* CBC-MAC over whole 16-byte blocks: y = E(y ^ block) for each. */
int obi_openssl_cbc_mac(struct ob_openssl_chain *c, uint8_t y[16], const uint8_t *in, size_t len);

/* CTR over any length. done: bytes of the stream so far; counter and part are as in struct ob_mid. */
int obi_openssl_ctr(struct ob_openssl_chain *c, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out,
                    const uint8_t *in, size_t len);

/* counter += n over all 128 bits, big-endian. */
void obi_openssl_counter_add(uint8_t counter[16], uint64_t n);

/* ---- one file per class. open returns OB_OK, OB_E_DECLINED or OB_E_IO; after a failure openssl.c releases what open
 * has made. submit returns as in engine.h ---- */

int obi_openssl_hash_open(struct ob_session *s);
int obi_openssl_hash_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_hmac_open(struct ob_session *s);
int obi_openssl_hmac_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_cmac_open(struct ob_session *s);
int obi_openssl_cmac_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_cipher_open(struct ob_session *s, bool encrypt); /* expands the key for this direction */
int obi_openssl_cipher_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_xts_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_aead_open(struct ob_session *s);
int obi_openssl_aead_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_ccm_open(struct ob_session *s);
int obi_openssl_ccm_submit(struct ob_session *s, struct ob_op *op);

/* The library's own CCM, which takes a message with its data in one op: for default.c. */
int obi_openssl_default_ccm_open(struct ob_session *s);
int obi_openssl_default_ccm_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_pk_open(struct ob_session *s);
int obi_openssl_pk_submit(struct ob_session *s, struct ob_op *op);

#endif
