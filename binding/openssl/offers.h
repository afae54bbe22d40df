/* SPDX-License-Identifier: Apache-2.0 */
/* What the engines offer beside the default provider, and one key's way to them. */
#ifndef OUTBOARD_BINDING_OPENSSL_OFFERS_H
#define OUTBOARD_BINDING_OPENSSL_OFFERS_H

#include <outboard/correction.h>
#include <outboard/engine.h>

#include <string.h>

#include "binding/openssl/provider.h"
#include "port/linux/status.h"

/* Wipe len bytes at p, fast, for what is wiped often; ob_wipe goes byte by byte. */
static inline void obi_prov_wipe(void *p, size_t len)
{
    explicit_bzero(p, len); /* of a memset the compiler makes string instructions, slow to begin */
}

/* ---- offers.c ---- */

struct ob_prov_candidate {
    struct ob_engine *engine;
    const struct ob_price *price;
    uint32_t len_max; /* 0: any */
};

/* One direction: 0 is encryption, hashing and MAC, 1 is decryption. */
struct ob_prov_side {
    size_t from;                 /* the shortest op that pays on some engine; SIZE_MAX: none does */
    size_t compare_from;         /* the shortest op that is compared at all: observation may correct prices so far */
    size_t piece;                /* the longest op that all of them take */
    const struct ob_price *base; /* of the default provider; NULL: not known */
    struct ob_prov_candidate candidate[OB_ENGINES_MAX];
    unsigned n_candidates;
    bool intact;  /* all of them leave the output as it was where they fail */
    bool streams; /* all of them keep the standard mid-state, so that soft can go on with a stream that fails */
    struct ob_correction *corrections; /* OB_CORRECTION_CLASSES of them; NULL: prices are as measured */
};

_Static_assert(OB_ENGINES_MAX <= OBI_STATUS_ENGINES, "the status has fewer engines than a dispatcher");

struct ob_prov_offer {
    uint8_t alg;
    uint16_t bits;
    bool warm; /* atomic; an engine has done one: its self-test, helper and module are there */
    struct ob_prov_side side[2];
    struct obi_status_row own;    /* counters while others cannot see them, */
    struct obi_status_row *count; /* and where to count: there, or in the status */
};

static inline struct obi_status_row *obi_prov_count(const struct ob_prov_offer *o)
{
    return __atomic_load_n(&o->count, __ATOMIC_ACQUIRE);
}

static inline void obi_prov_add(uint64_t *count, uint64_t n)
{
    (void)__atomic_fetch_add(count, n, __ATOMIC_RELAXED);
}

/* The dispatcher with the engines that may take work, and soft, which stands by. */
extern struct ob_dispatcher obi_prov_dispatcher;

/* In every build (engine/soft). */
extern struct ob_engine ob_engine_soft;

/* The rows under which the price file names the default provider (reference.c); the first that has a price counts. */
#define OB_PROV_REFERENCES 2
extern struct ob_engine obi_prov_references[OB_PROV_REFERENCES];

/* By algorithm number; those of MACs follow. */
extern struct ob_prov_offer obi_prov_offers[];

static inline bool obi_prov_offer_pays(const struct ob_prov_offer *o)
{
    return o->side[0].from != SIZE_MAX || o->side[1].from != SIZE_MAX;
}

/* The offer for algorithm number i, or for a MAC with its hash or cipher; NULL if no engine pays. */
static inline struct ob_prov_offer *obi_prov_offer(unsigned i)
{
    return obi_prov_offer_pays(&obi_prov_offers[i]) ? &obi_prov_offers[i] : NULL;
}
struct ob_prov_offer *obi_prov_offer_mac(uint8_t alg, unsigned bits);

/* The first offer of an algorithm, whatever its key length; NULL: none. */
struct ob_prov_offer *obi_prov_offer_of(uint8_t alg);

/* Show the process's counters to who may see them (port/linux/status.h), once. */
void obi_prov_status_begin(void);
extern uint32_t obi_prov_status_begun;

/* In a child after a fork, before a session is used: the engines again, as in a new process. */
void obi_prov_offers_renew(void);

/* ---- events.c ---- */

/* What this thread gives to the dispatcher belongs to o. */
void obi_prov_events_of(struct ob_prov_offer *o);

/* For the dispatcher: count, log and trace. */
void obi_prov_event(void *user, const struct ob_trace *event);

/* By what was observed of ops of about len bytes, another server is now preferred for o: show, log and trace. */
void obi_prov_event_adapted(struct ob_prov_offer *o, const struct ob_correction *c, size_t len);

/* ---- use.c ---- */

struct ob_prov_use {
    struct ob_prov_offer *offer; /* NULL: never offload */
    struct ob_session *session;  /* NULL until an engine first runs */
    uint64_t credit;             /* of the engines, since the key was set, while it is not open there (compare.h) */
    uint64_t aside, earlier;     /* ops given to the default provider since the key was set; under earlier keys */
    uint64_t offloaded;          /* ops done by engines since the key was set */
    uint64_t random;             /* state of the random choice */
    uint32_t skip, backoff;      /* ops to keep from the engines after a failure, and how many the next time */
    uint8_t pick;                /* random choice: engine index + 1 */
    bool streams;                /* its ops are parts of streams: soft stands by */
    /* The op under way, if it is timed: */
    struct ob_correction *timed; /* NULL: it is not */
    size_t timed_len;
    uint64_t began_ns, price_ns[2]; /* by enum ob_server, as measured */
    bool paused;                    /* the application did something else meanwhile */
    uint16_t key_len;
    uint8_t key[OB_SESSION_KEY_MAX];
};

/* Begin without a key, in memory that need not be clear. */
void obi_prov_use_new(struct ob_prov_use *u, struct ob_prov_offer *offer);

/* Begin with a new key of at most OB_SESSION_KEY_MAX bytes, which is copied. */
void obi_prov_use_key(struct ob_prov_use *u, struct ob_prov_offer *offer, const uint8_t *key, size_t len);

/* The same where most is as before: a key after one of the same length, with which no engine has run. Most keys are:
 * this takes no call and no atomic operation. */
static inline void obi_prov_use_next_key(struct ob_prov_use *u, struct ob_prov_offer *offer, const uint8_t *key,
                                         size_t len)
{
    if (!offer || offer != u->offer || u->session || len != u->key_len ||
        !__atomic_load_n(&obi_prov_status_begun, __ATOMIC_RELAXED) || (len != 16 && len != 24 && len != 32)) {
        obi_prov_use_key(u, offer, key, len);
        return;
    }
    u->earlier += u->aside;
    u->credit = u->aside = u->offloaded = 0;
    memcpy(u->key, key, 16);
    if (len > 16)
        memcpy(u->key + 16, key + 16, 8);
    if (len > 24)
        memcpy(u->key + 24, key + 24, 8);
}

/* The shortest op that is compared on a side; SIZE_MAX: none is. */
static inline size_t obi_prov_use_from(const struct ob_prov_use *u, unsigned side)
{
    return u->offer && obi_prov_settings.mode != OB_PROV_ASIDE_ALL ? u->offer->side[side].compare_from : SIZE_MAX;
}

/* True if the next op of len bytes is to go to an engine. */
bool obi_prov_use_pays(struct ob_prov_use *u, unsigned side, size_t len);

/* What obi_prov_use_pays has kept from the engines is done. */
void obi_prov_use_observe(struct ob_prov_use *u);
static inline void obi_prov_use_aside(struct ob_prov_use *u)
{
    if (u->timed)
        obi_prov_use_observe(u);
}

/* Run op, which is FIRST and LAST unless u->streams. OB_OK, or an error after which the default provider has to do it:
 * the input is then what it was, even where the output overlaps it. */
int obi_prov_use_run(struct ob_prov_use *u, struct ob_op *op);

/* dst becomes a copy of src, with a session of its own to come. */
void obi_prov_use_copy(struct ob_prov_use *dst, const struct ob_prov_use *src);

/* Answer what a program may ask of a context, beyond what OpenSSL defines: "outboard-offloaded" and "outboard-aside",
 * numbers of operations since the key was set, with no other before them. False if an answer does not fit. */
bool obi_prov_use_answer(const struct ob_prov_use *u, const OSSL_PARAM *params);

/* Count, close and wipe. */
void obi_prov_use_end(struct ob_prov_use *u);

#endif
