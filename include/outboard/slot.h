/* SPDX-License-Identifier: Apache-2.0 */
/* Key slots: keys that live in an engine, are used there and can never be read (docs/key-slots.md). A slot's key is a
 * struct ob_key of kind OB_KEY_SLOT: its fields are the handle, which may be copied and kept anywhere.
 *
 * A key that lives in an engine cannot move: no other engine ever serves it. While its engine is set aside after a
 * failure its ops end with OB_E_IO, and the key stays. Keys end with ob_stop, with the process, and in a forked child
 * (ob_after_fork): there the child's copy is wiped and the handles are refused with OB_E_STATE.
 *
 * Errors common to all calls: OB_E_STATE, the handle names no key of its owner: never made, destroyed, or another
 * owner's; the answer does not say which. */
#ifndef OUTBOARD_SLOT_H
#define OUTBOARD_SLOT_H

#include "pk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a key may be used for. Nothing allows to read it. */
enum ob_slot_usage {
    OB_SLOT_SIGN = 1,    /* make signatures and MACs */
    OB_SLOT_VERIFY = 2,  /* check them */
    OB_SLOT_ENCRYPT = 4, /* encrypt */
    OB_SLOT_DECRYPT = 8, /* decrypt */
    OB_SLOT_DERIVE = 16, /* agree on secrets (OB_ECDH) */
};

/* The one algorithm of a key and what it may be used for; fixed when the key is made. */
struct ob_slot_policy {
    uint8_t alg;    /* enum ob_alg; no hash */
    uint8_t hash;   /* public key: as ob_pk_open has it; else 0 */
    uint8_t usage;  /* OR of enum ob_slot_usage, at least one; all that alg can do, no other; OB_AES_CTR and OB_SM4_CTR:
                     * both, because encrypting again decrypts */
    uint32_t owner; /* any number: of a client, if one process serves several. A handle is good with this number only */
};

/* Put a private key, or for the second form a symmetric one, into a free slot of engine e, which belongs to a
 * dispatcher. work: memory for a session that is not open. *slot receives the handle; the caller's key may be wiped
 * then. OB_OK; OB_E_ARG: not a private key, or a policy that does not suit it; OB_E_DECLINED: e has no slots, does not
 * do this, or not with the dispatcher's requirements (as OB_SESSION_CT), or the key is too large for a slot; OB_E_BUSY:
 * no slot is free, or e is in use for too long; OB_E_IO: e, its self-test or the random source has failed. After an
 * error *slot is no handle and the slot is empty. */
OB_MUST_CHECK int ob_slot_import(struct ob_key *slot, struct ob_session *work, struct ob_engine *e,
                                 const struct ob_slot_policy *policy, const struct ob_key *key);
OB_MUST_CHECK int ob_slot_import_symmetric(struct ob_key *slot, struct ob_session *work, struct ob_engine *e,
                                           const struct ob_slot_policy *policy, const uint8_t *key, size_t key_len);

/* The same with a key that the engine makes: curve, or bits for RSA and symmetric keys. */
OB_MUST_CHECK int ob_slot_generate(struct ob_key *slot, struct ob_session *work, struct ob_engine *e,
                                   const struct ob_slot_policy *policy, uint8_t curve, unsigned bits);

/* Write the public half of a private key to out, of which at most OB_SLOT_PUBLIC_MAX bytes are needed, and let *key
 * point there. OB_OK; OB_E_ARG: a symmetric key, or too little room; OB_E_BUSY and OB_E_IO as above. */
#define OB_SLOT_PUBLIC_MAX 1056 /* n and e of RSA with 8192 bits */
OB_MUST_CHECK int ob_slot_public(struct ob_dispatcher *d, const struct ob_key *slot, struct ob_key *key, uint8_t *out,
                                 size_t out_size);

/* Open s for the slot's key and algorithm, on d (NULL: ob_default), which has its engine. The handle is borrowed until
 * ob_session_close. ob_pk_open does the same for public keys, if algorithm and hash are those of the policy, else
 * OB_E_ARG. All typed calls serve s, each message in one call: streams are refused with OB_E_ARG, as is what the key
 * may not be used for. An op on a key that was destroyed after this ends with OB_E_STATE. */
OB_MUST_CHECK int ob_slot_open(struct ob_session *s, struct ob_dispatcher *d, const struct ob_key *slot);

/* Wipe the key and free its slot. From then on no op begins with it; this waits, with ob_poll, for ops under way. The
 * handle does not change, because open sessions may borrow it, and names no key any more. OB_OK; OB_E_BUSY: an op did
 * not end within the dispatcher's timeout; the key is refused to all but a second call of this. */
OB_MUST_CHECK int ob_slot_destroy(struct ob_dispatcher *d, const struct ob_key *slot);

/* Slots of e, and how many of them have no key; 0 for an engine that keeps no keys. */
unsigned ob_slot_count(const struct ob_engine *e, unsigned *n_free);

#ifdef __cplusplus
}
#endif

#endif
