/* SPDX-License-Identifier: Apache-2.0 */
/* One request on a session: keys, ops and whole messages, which applications fill in and engines serve. */
#ifndef OUTBOARD_OP_H
#define OUTBOARD_OP_H

#include "alg.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ob_engine;
struct ob_session;

enum ob_dir {
    OB_DIR_ENCRYPT = 1,  /* encryption; also hashing, MAC, signing, derivation and the RSA private operation on data */
    OB_DIR_DECRYPT = 2,  /* decryption; also verification */
    OB_DIR_GENERATE = 4, /* key generation */
    OB_DIR_BOTH = 3,
};

/* ---- public keys ---- */

enum ob_key_kind {
    OB_KEY_NONE = 0, /* for key generation: bits or curve say what to make */
    OB_KEY_RSA_PUBLIC,
    OB_KEY_RSA_PRIVATE,
    OB_KEY_EC_PUBLIC,
    OB_KEY_EC_PRIVATE,
    OB_KEY_SLOT, /* the key lies in a key slot of an engine and is never readable (slot.h) */
};

struct ob_bytes {
    const uint8_t *data;
    size_t len;
};

/* Watches the making of a key and may end it. The caller sets all to zero, and step and user as needed; it stays in
 * place until the session is closed, and watches one session at a time. Engines openssl, mbedtls, wolfssl and acryp
 * report a step for each candidate for a prime, or more often; keys of curves are made within a few. Others report
 * none. */
struct ob_watch {
    /* Called at each step: false gives up. It may be called by any thread that polls and with locks held, and calls no
     * function of a dispatcher. NULL: not called. */
    bool (*step)(struct ob_watch *watch);
    void *user;
    uint32_t steps; /* steps so far, of all keys that it watched; any thread may read it */
    uint32_t stop;  /* not 0: give up at the next step; any thread may set it at any time */
};

/* Memory that the caller lends an RSA key, for what an engine would otherwise compute of the modulus at each op: R^2
 * mod n. It holds nothing that is secret. It belongs to the session that was opened last with its key, begins empty
 * with it, is filled by its second op, and is wiped when it is closed; other sessions of the key do without. Results
 * are the same with and without; engine acryp uses it, others pass it over (docs/public-keys.md). No lock protects it:
 * one thread at a time opens, uses and closes the sessions of a key that has it; for other threads, copy the key and
 * set cache to NULL. The caller sets data and size, and all else to zero. */
struct ob_key_cache {
    uint8_t *data; /* of the modulus' length; must not move or be written by others until the session is closed */
    size_t size;
    /* -- below this line: core's and the engine's own -- */
    const struct ob_session *session; /* that it belongs to; */
    const void *maker;                /* the instance of the engine that has filled it; NULL: empty */
    uint32_t sum[2]; /* of the modulus and what is kept: the engine passes over what was written over */
    bool passed;     /* an op has done without: the next one fills it, so that a single op pays nothing */
};

/* A public or private key. The components are borrowed: they must live and not change until the session is closed.
 * Numbers are big-endian, leading zeros allowed; X25519, X448, Ed25519 and Ed448 use the byte strings of RFC 7748 and
 * RFC 8032 in x (public) and d (private). Missing components have len 0. */
struct ob_key {
    uint8_t kind;                   /* enum ob_key_kind */
    uint8_t curve;                  /* enum ob_curve, or 0 */
    uint16_t bits;                  /* RSA: bits of the modulus; elliptic curves: 0 or ob_curve_bits(curve) */
    uint32_t slot;                  /* OB_KEY_SLOT, written by slot.h: the number of the key slot, */
    uint32_t owner;                 /* who may use the key, */
    uint64_t serial;                /* its number, which no other key of the engine ever has, */
    const struct ob_engine *engine; /* and the engine that has it */
    struct ob_bytes n, e, d, p, q, dp, dq, qinv; /* RSA; d, p and q are needed for a private key, the rest helps */
    struct ob_bytes x, y;                        /* elliptic curve point */
    struct ob_watch *watch;                      /* OB_KEY_NONE: watches the key being made; NULL: no watch */
    struct ob_key_cache *cache;                  /* RSA: memory for what is costly to compute; NULL: none */
};

/* ---- op ---- */

enum ob_op_flags {
    OB_FIRST = 1,     /* the stream begins: iv is read, earlier stream state is forgotten */
    OB_LAST = 2,      /* the stream ends with this op's input: tag is written or compared */
    OB_AAD = 4,       /* aad is valid and precedes in; after the first byte of in no more aad may come */
    OB_ENCRYPT = 8,   /* cipher, AEAD, RSA: encrypt (absent: decrypt); for signatures and ECDH ignored */
    OB_VERIFY = 16,   /* MAC, signature: compare tag instead of writing it. With OB_RSA, from core alone: OB_OK if the
                       * public operation on out, which is as long as the modulus, gives in, else OB_E_AUTH */
    OB_GENERATE = 32, /* public key: make a key pair; out receives the components (pk.h) */
    OB_DETERMINISTIC = 64, /* ECDSA: sign with the nonce of RFC 6979; the session has the digest's hash */
    OB_POINT = 128,        /* ECDH, from ob_pk_multiply alone: y follows x, on a row with OB_CAP_POINT */
};

/* One request on a session. The caller fills every field above the line and keeps op and buffers in place until
 * status is no longer OB_PENDING. in and out are equal or do not overlap; out overlaps nothing else. Core refuses with
 * OB_E_ARG what breaks this between out and in or aad; that out and tag overlap neither iv nor each other
 * is not checked: the caller ensures it.
 *
 * Lengths: ECB, CBC and XTS ops are whole blocks, except that the last op of an XTS unit is 16 bytes or more, of any
 * length; all others take any length. A stream of ECB, CBC or CTR has no limit but 2^64 bytes: SP 800-38A states none,
 * and the counter of CTR, all 16 bytes of it, wraps. How much one key may encrypt is the caller's to decide. out
 * receives in_len bytes. Hash digests, MACs and AEAD tags are in tag: hashes with tag_len exactly the digest's length,
 * MACs and AEADs truncated as the standard allows; CCM streams state total_aad, total_in and tag_len at FIRST, because
 * the first block holds them. Public key: in is the digest, message or peer's point, tag the signature (written, or
 * with OB_VERIFY compared; out_len is its length), out the result of encryption, decryption, derivation and generation.
 */
struct ob_op {
    uint32_t flags;
    int32_t status; /* written last, with release order */
    const uint8_t *iv;
    size_t iv_len;
    uint64_t deadline_ns; /* on the port's clock; 0: from now as the price has it (OB_DEADLINE_FACTOR in dispatch.h).
                           * Silence until then is a fault of the engine, whose class is set aside (DESIGN.md, rule 2);
                           * to give up an op without that, use ob_cancel */
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;
    size_t out_size;
    size_t out_len; /* bytes written to out. Symmetric: set to in_len by core; public key: written by the engine. What
                     * is not the result's length counts as OB_E_IO */
    uint8_t *tag;   /* read only where it is compared: decryption and OB_VERIFY */
    size_t tag_len;
    uint64_t total_aad, total_in; /* at FIRST: lengths of the whole stream; mandatory for CCM, else a hint, 0 unknown */
    void (*done)(struct ob_op *op); /* called once, after status is final, with no lock held; may be NULL */
    void *user;
    struct ob_op *next; /* the stream's next op, submitted with this one; NULL at the end */
    /* -- below this line: core's own -- */
    struct ob_session *session;
    struct ob_op *list_next; /* in the list that it is in: its engine's pending ops, completed ops, or ops to notify */
    uint64_t due_ns;         /* its deadline once pending */
    struct ob_dispatcher *dispatcher;
    uint32_t tried;            /* engines that declined or failed this op, one bit each */
    uint8_t engine;            /* index of the engine that has it */
    uint8_t row;               /* and that engine's row */
    uint8_t was_busy, failed;  /* at least one engine was busy, or failed */
    uint8_t cancelled;         /* why it is being cancelled, 0: it is not */
    uint8_t checking;          /* not 0: the result of a private RSA operation is being checked, */
    uint8_t made_by, made_row; /* which this engine's row has made; */
    uint32_t made_tried;       /* tried, */
    size_t made_len;           /* and out_len then */
    int16_t result;            /* the engine's answer while core has not yet used it */
    uint8_t state;             /* who may touch it: core, or the engine that has it pending */
};

/* ---- whole messages ---- */

/* One message in one call: an op with FIRST and LAST that waits for its answer, as ob_op says of the fields that have
 * the same names. out receives in_len bytes. */
struct ob_whole {
    uint32_t shape; /* OB_WHOLE_SHAPE */
    const uint8_t *iv;
    const uint8_t *aad;
    size_t aad_len; /* 0: none */
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;
    uint8_t *tag;
};

/* What messages have in common that are alike: OB_ENCRYPT and OB_VERIFY, the length of the IV, below 65536 (longer ones
 * need an op), and that of the tag. One word, so that one comparison is enough. */
#define OB_WHOLE_SHAPE(flags, iv_len, tag_len) ((uint32_t)(flags) | (uint32_t)(iv_len) << 8 | (uint32_t)(tag_len) << 24)
#define OB_WHOLE_FLAGS(w)                      ((w)->shape & 0xffu)
#define OB_WHOLE_IV_LEN(w)                     ((w)->shape >> 8 & 0xffffu)
#define OB_WHOLE_TAG_LEN(w)                    ((w)->shape >> 24)

/* Bytes of a whole message: fewer than this. */
#define OB_WHOLE_MAX ((size_t)1 << 24)

#ifdef __cplusplus
}
#endif

#endif
