/* SPDX-License-Identifier: Apache-2.0 */
/* What the engines can serve in place of the default provider, and how one key's ops reach them. */
#ifndef OUTBOARD_BINDING_OPENSSL_OFFERS_H
#define OUTBOARD_BINDING_OPENSSL_OFFERS_H

#include <outboard/correction.h>
#include <outboard/engine.h>
#include <outboard/parallel.h>

#include <string.h>

#include "binding/openssl/provider.h"
#include "port/linux/status.h"

/* Wipe len bytes at p. Faster than ob_wipe, which wipes byte by byte, for what is wiped often. */
static inline void obi_prov_wipe(void *p, size_t len)
{
    explicit_bzero(p, len); /* the compiler would turn a memset into string instructions, which are slow to start */
}

/* ---- offers.c ---- */

struct ob_prov_candidate {
    struct ob_engine *engine;
    const struct ob_price *price;
    uint32_t len_max; /* 0: any */
};

/* One direction. Index 0: encryption, hashing and MAC; 1: decryption. */
struct ob_prov_side {
    size_t from;                 /* the shortest op for which some engine pays; SIZE_MAX: none */
    size_t compare_from;         /* the shortest op that is compared, if prices are corrected */
    size_t piece;                /* the longest op that all engines take */
    const struct ob_price *base; /* price of the default provider; NULL: not known */
    struct ob_prov_candidate candidate[OB_ENGINES_MAX];
    unsigned n_candidates;
    bool intact;  /* every engine leaves the output untouched when it fails */
    bool streams; /* every engine keeps the standard mid-state, so soft can continue a stream after a failure */
    struct ob_correction *corrections; /* OB_CORRECTION_CLASSES of them; NULL: prices are used as measured */
    struct ob_parallel *parallel;      /* as many; not NULL if corrections is not */
};

_Static_assert(OB_ENGINES_MAX <= OBI_STATUS_ENGINES, "the status has fewer engines than a dispatcher");

struct ob_prov_offer {
    uint8_t alg;
    uint16_t bits;
    bool warm;                  /* atomic; an engine has served an op, so self-test, helper and module are ready */
    struct ob_prov_side *sides; /* atomic; two: new ones whenever prices change; the old ones stay for who uses them */
    struct obi_status_row own;  /* counters until the status is shared */
    struct obi_status_row *count; /* where to count: own, or in the status */
};

static inline struct obi_status_row *obi_prov_count(const struct ob_prov_offer *o)
{
    return __atomic_load_n(&o->count, __ATOMIC_ACQUIRE);
}

static inline void obi_prov_add(uint64_t *count, uint64_t n)
{
    (void)__atomic_fetch_add(count, n, __ATOMIC_RELAXED);
}

/* Take up the prices of text, which is freed, or of no file if it is NULL: then no engine pays. Engines start when
 * there are prices for the first time. True if some engine pays. The caller holds the mutex of offers.c. */
bool obi_prov_offers_price(char *text, size_t len);
bool obi_prov_offers_hold(void); /* try to take that mutex */
void obi_prov_offers_let_go(void);

/* The dispatcher of the engines that may serve, and of soft, the standby. */
extern struct ob_dispatcher obi_prov_dispatcher;

/* Part of every build (engine/soft). */
extern struct ob_engine ob_engine_soft;

/* atomic; operations that engines have at the moment */
extern uint32_t obi_prov_under_way;

/* The rows under which the price file lists the default provider (reference.c). The first one that has a price is
 * used. */
#define OB_PROV_REFERENCES 2
extern struct ob_engine obi_prov_references[OB_PROV_REFERENCES];

/* Indexed by algorithm number; the offers of MACs follow. */
extern struct ob_prov_offer obi_prov_offers[];

/* 0: encryption, hashing and MAC; 1: decryption. */
static inline const struct ob_prov_side *obi_prov_side(const struct ob_prov_offer *o, unsigned which)
{
    return &__atomic_load_n(&o->sides, __ATOMIC_ACQUIRE)[which];
}

static inline bool obi_prov_offer_pays(const struct ob_prov_offer *o)
{
    const struct ob_prov_side *sides = obi_prov_side(o, 0);

    return sides[0].from != SIZE_MAX || sides[1].from != SIZE_MAX;
}

/* ---- prices.c: a price file that appears or changes ---- */

/* Take up prices that have changed; to be called at each new key, and cheap. */
void obi_prov_prices_look(void);

/* The text of the price file, in allocated memory; NULL, with the reason in the settings, if there is none that is
 * valid here. The following: once this was done at the beginning, whether an engine may pay later for what none pays
 * now (and whether to look for changes); the same answer again; and to call in the child of a fork. */
char *obi_prov_prices_read(size_t *len);
bool obi_prov_prices_begin(const char *text);
bool obi_prov_prices_may_come(void);
void obi_prov_prices_forked(void);

/* Set the reason why nothing is offered. */
void obi_prov_why(const char *what, const char *more) __attribute__((nonnull));

/* The offer for algorithm number i, or for a MAC with its hash or cipher; NULL if no engine pays. */
static inline struct ob_prov_offer *obi_prov_offer(unsigned i)
{
    obi_prov_prices_look();
    return obi_prov_offer_pays(&obi_prov_offers[i]) ? &obi_prov_offers[i] : NULL;
}
struct ob_prov_offer *obi_prov_offer_mac(uint8_t alg, unsigned bits);

/* The first offer of an algorithm, for any key length; NULL if there is none. */
struct ob_prov_offer *obi_prov_offer_of(uint8_t alg);

/* Share the process's counters with other processes (port/linux/status.h); only once. */
void obi_prov_status_begin(void);
extern uint32_t obi_prov_status_begun;

/* Restart the engines in a child after a fork, before a session is used. */
void obi_prov_offers_renew(void);

/* ---- events.c ---- */

/* Set the offer to which this thread's next ops belong. */
void obi_prov_events_of(struct ob_prov_offer *o);

/* The dispatcher's trace function: counts, logs and traces. */
void obi_prov_event(void *user, const struct ob_trace *event);

/* Show, log and trace that observation has changed the preferred server of o, for ops of about len bytes. */
void obi_prov_event_adapted(struct ob_prov_offer *o, const struct ob_correction *c, size_t len);

/* ---- use.c ---- */

struct ob_prov_use {
    struct ob_prov_offer *offer; /* NULL: never offload */
    struct ob_session *session;  /* NULL until an engine first runs */
    uint64_t credit;             /* of the engines, while the key is not open on them (compare.h) */
    uint64_t aside, earlier;     /* ops of the default provider since the key was set, and with earlier keys */
    uint64_t offloaded;          /* ops that engines served since the key was set */
    uint64_t random;             /* state of the random choice */
    uint32_t skip, backoff;      /* ops that engines do not get after a failure, and how many the next time */
    uint8_t pick;                /* random choice: engine index + 1 */
    bool streams;                /* its ops are parts of streams, for which soft is the standby */
    /* The op under way, if its time is taken: */
    struct ob_correction *timed;  /* NULL: its time is not taken */
    struct ob_parallel *parallel; /* of the operations of its kind */
    size_t timed_len;
    uint64_t began_ns, price_ns[2]; /* start, and measured prices by enum ob_server */
    uint32_t beside;                /* operations that engines had when it began, itself included */
    bool paused;                    /* the application ran something else meanwhile */
    uint16_t key_len;
    uint8_t key[OB_SESSION_KEY_MAX];
};

/* Initialise without a key. The memory need not be zero. */
void obi_prov_use_new(struct ob_prov_use *u, struct ob_prov_offer *offer);

/* Set a new key of at most OB_SESSION_KEY_MAX bytes, which is copied. */
void obi_prov_use_key(struct ob_prov_use *u, struct ob_prov_offer *offer, const uint8_t *key, size_t len);

/* The same for the usual case: the last key had the same length, and no engine has run with it. This needs no function
 * call and no atomic operation. */
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

/* The shortest op for which prices are compared in a direction; SIZE_MAX: none. */
static inline size_t obi_prov_use_from(const struct ob_prov_use *u, unsigned side)
{
    return u->offer && obi_prov_settings.mode != OB_PROV_ASIDE_ALL ? obi_prov_side(u->offer, side)->compare_from
                                                                   : SIZE_MAX;
}

/* True if the next op of len bytes is to go to an engine. */
bool obi_prov_use_pays(struct ob_prov_use *u, unsigned side, size_t len);

/* To call when an op is done that obi_prov_use_pays has left to the default provider. */
void obi_prov_use_observe(struct ob_prov_use *u);
static inline void obi_prov_use_aside(struct ob_prov_use *u)
{
    if (u->timed)
        obi_prov_use_observe(u);
}

/* Run op, which is FIRST and LAST unless u->streams. OB_OK, or an error after which the default provider must serve it:
 * the input is then intact, even where the output overlaps it. */
int obi_prov_use_run(struct ob_prov_use *u, struct ob_op *op);

/* Make dst a copy of src; it will open a session of its own. */
void obi_prov_use_copy(struct ob_prov_use *dst, const struct ob_prov_use *src);

/* Answer the parameters that this provider adds to a context: "outboard-offloaded" and "outboard-aside", the numbers of
 * operations since the key was set. They must be requested first. False if an answer does not fit. */
bool obi_prov_use_answer(const struct ob_prov_use *u, const OSSL_PARAM *params);

/* Count, close and wipe. */
void obi_prov_use_end(struct ob_prov_use *u);

#endif
