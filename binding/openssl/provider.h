/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the OpenSSL provider share: the libcrypto that loaded it, the algorithms, and their servers. */
#ifndef OUTBOARD_BINDING_OPENSSL_PROVIDER_H
#define OUTBOARD_BINDING_OPENSSL_PROVIDER_H

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

#include <outboard/dispatch.h>

/* A function of a dispatch table, before the cast to its type. */
typedef void (*ob_prov_fn)(void);

/* More than the largest function number of a cipher, digest or MAC (core_dispatch.h). */
#define OB_PROV_FNS 16

/* ---- algorithms (algorithms.c) ---- */

enum ob_prov_kind {
    OB_PROV_CIPHER, /* ECB, CBC, CTR: the server is chosen for each update */
    OB_PROV_XTS,    /* one data unit per update */
    OB_PROV_AEAD,   /* TLS records, and messages of AAD and one update */
    OB_PROV_DIGEST, /* the server is chosen when the buffer is full or the message ends */
    OB_PROV_MAC,    /* as for digests */
};

/* One algorithm that the provider can serve in place of the default provider. */
struct ob_prov_algorithm {
    const char *name;            /* the first of the default provider's names */
    uint8_t operation;           /* OSSL_OP_CIPHER, ... */
    uint8_t kind;                /* enum ob_prov_kind */
    uint8_t alg;                 /* enum ob_alg; OB_ALG_NONE: the key decides later */
    uint16_t bits;               /* of the key; 0 for hashes */
    uint8_t block;               /* bytes of a block */
    const OSSL_DISPATCH *own;    /* this provider's functions that know their algorithm */
    const OSSL_DISPATCH *shared; /* and the functions of its kind */
};

extern const struct ob_prov_algorithm obi_prov_algorithms[];
extern const unsigned obi_prov_n_algorithms;
#define OB_PROV_ALGORITHMS_MAX 48

/* The default provider's functions for one algorithm, in one library context. */
struct ob_prov_base {
    ob_prov_fn fn[OB_PROV_FNS]; /* by function number; NULL if it lacks the function */
    void *provctx;
};

/* ---- one instance of the provider in one library context (provider.c, upstream.c) ---- */

struct ob_prov {
    const OSSL_CORE_HANDLE *handle;
    OSSL_FUNC_core_get_params_fn *get_params;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_provider_register_child_cb_fn *register_child_cb;
    OSSL_FUNC_provider_deregister_child_cb_fn *deregister_child_cb;
    OSSL_FUNC_provider_name_fn *provider_name;
    OSSL_FUNC_provider_get0_provider_ctx_fn *provider_ctx;
    OSSL_FUNC_provider_get0_dispatch_fn *provider_dispatch;
    OSSL_FUNC_provider_up_ref_fn *provider_up_ref;
    OSSL_FUNC_provider_free_fn *provider_free;
    const OSSL_CORE_HANDLE *base; /* the default provider, with a reference; NULL: not loaded (yet) */
    bool registered;              /* libcrypto tells when other providers are loaded, */
    bool listens;                 /* and still does: until base is known */
    struct ob_prov_base bases[OB_PROV_ALGORITHMS_MAX];
    OSSL_DISPATCH *functions[OB_PROV_ALGORITHMS_MAX];
    OSSL_ALGORITHM offered[OSSL_OP_MAC + 1][OB_PROV_ALGORITHMS_MAX + 1]; /* per operation; the end has NULL names */
    uint32_t built;                                                      /* offered is complete */
};

/* Find what the core offers in its dispatch table, and the default provider in p's library context. False if this
 * libcrypto lacks something that the provider needs. */
bool obi_prov_upstream(struct ob_prov *p, const OSSL_DISPATCH *core);

/* Fill p->bases with the default provider's functions, and p->offered with the algorithms for which an engine pays.
 * False while there is no default provider. */
bool obi_prov_build(struct ob_prov *p);

void obi_prov_release(struct ob_prov *p);

/* Add an error with this text to the caller's error queue. */
void obi_prov_error(const struct ob_prov *p, const char *text, ...) __attribute__((format(printf, 2, 3)));

/* An optional function of the libcrypto that loaded the provider, looked up by name in that object. NULL if it is not
 * found, as in a program that is linked to libcrypto.a and exports nothing. */
ob_prov_fn obi_prov_symbol(const char *name);

/* ---- settings (settings.c) ---- */

enum ob_prov_mode {
    OB_PROV_OFF,       /* offer nothing */
    OB_PROV_AUTO,      /* the cheapest server, by the price file */
    OB_PROV_ASIDE_ALL, /* the default provider, called through this one, for all that auto offers: for comparison */
    OB_PROV_FORCED,    /* one engine, whatever the price */
    OB_PROV_RANDOM,    /* a random engine or the default provider for each operation: for tests */
};

struct ob_prov_settings {
    uint8_t mode;      /* enum ob_prov_mode */
    uint8_t objective; /* enum ob_objective */
    bool adapt;        /* observed times correct prices (outboard/correction.h) */
    uint32_t slow;     /* how many times as long the default provider takes, for measurements; 1: no change */
    char engine[32];   /* for OB_PROV_FORCED */
    char prices[256];  /* path of the price file */
    char report[256];  /* path of a file to which counters are appended at the end; empty: none */
    char status[256];  /* folder for the shared counters; empty: the usual one; "off": none */
    char log[256];     /* path of a file to which errors are appended; empty: none */
    char trace[256];   /* path of a file to which every event is appended; empty: none */
    char why[256];     /* the error because of which mode is off */
};

extern struct ob_prov_settings obi_prov_settings;

/* Read the settings of the process, once: from the provider's section of openssl.cnf through p, then from the
 * environment unless the program is setuid. */
void obi_prov_settings_read(const struct ob_prov *p);

/* ---- slow.c ---- */

/* Make the functions of b, for an algorithm of this operation, take settings.slow times as long. False if memory is
 * short. The caller must free b->provctx. */
bool obi_prov_slow(struct ob_prov_base *b, uint8_t operation);

/* ---- offers.c ---- */

/* Set up engines and prices, once per process. False, with settings.why, if nothing can be offered. */
bool obi_prov_offers_make(const struct ob_prov *p);

/* True if some engine pays for the algorithm at some length. */
bool obi_prov_worth(const struct ob_prov_algorithm *a);

/* The engines of this build, in order, with NULL at the end (engines.c). */
extern struct ob_engine *const obi_prov_engines[];

/* ---- parameters (param.c) ---- */

/* The parameter of this name, or NULL. */
const OSSL_PARAM *obi_prov_param(const OSSL_PARAM *params, const char *name);

/* Read its value as a number of up to 64 bits: false if it is not a number. */
bool obi_prov_param_number(const OSSL_PARAM *p, uint64_t *value);

/* Answer a request, which obi_prov_param has returned: false if the answer does not fit. */
bool obi_prov_param_set_octets(const OSSL_PARAM *p, const void *data, size_t len);
bool obi_prov_param_set_number(const OSSL_PARAM *p, uint64_t value);
bool obi_prov_param_set_text(const OSSL_PARAM *p, const char *text);

/* ---- functions per operation ---- */

/* Make a context of algorithm number i; NULL if memory is short. */
void *obi_prov_cipher_new(void *provctx, unsigned i);
void *obi_prov_xts_new(void *provctx, unsigned i);
void *obi_prov_aead_new(void *provctx, unsigned i);
void *obi_prov_digest_new(void *provctx, unsigned i);
void *obi_prov_mac_new(void *provctx, unsigned i);

/* The functions that all algorithms of a kind share; 0 ends the table. */
extern const OSSL_DISPATCH obi_prov_cipher_functions[], obi_prov_xts_functions[], obi_prov_aead_functions[],
    obi_prov_digest_functions[], obi_prov_mac_functions[];

#endif
