/* SPDX-License-Identifier: Apache-2.0 */
/* One key's use of the engines: whether an op pays, a session from the first such op on, and counters. */
#include <outboard/compare.h>
#include <outboard/price.h>

#include "binding/openssl/offers.h"
#include "port/clock.h"

#include <stdlib.h>
#include <string.h>

uint32_t obi_prov_under_way;

/* Add the counts of this key to the offer's, which all threads share. */
static void flush_counts(struct ob_prov_use *u)
{
    if (u->offer && u->aside + u->earlier)
        obi_prov_add(&obi_prov_count(u->offer)->aside, u->aside + u->earlier);
    u->aside = u->earlier = 0;
}

static void close_session(struct ob_prov_use *u)
{
    if (!u->session)
        return;
    obi_prov_offers_renew();
    ob_session_close(u->session);
    obi_prov_wipe(u->session, sizeof *u->session);
    free(u->session);
    u->session = NULL;
}

/* Begin to use an offer: u->offer is not NULL. */
static void begin(struct ob_prov_use *u)
{
    static uint64_t keys; /* gives every key its own random sequence, which is the same in every run of one thread */

    if (!__atomic_load_n(&obi_prov_status_begun, __ATOMIC_RELAXED))
        obi_prov_status_begin();
    if (u->random == 0 && obi_prov_settings.mode == OB_PROV_RANDOM)
        u->random = 0x9e3779b97f4a7c15u * (__atomic_add_fetch(&keys, 1, __ATOMIC_RELAXED) | 1);
}

void obi_prov_use_new(struct ob_prov_use *u, struct ob_prov_offer *offer)
{
    u->offer = offer;
    u->session = NULL;
    u->timed = NULL;
    u->credit = u->aside = u->earlier = u->offloaded = u->random = 0;
    u->skip = u->backoff = 0;
    u->pick = 0;
    u->streams = false;
    u->key_len = 0;
    if (offer)
        begin(u);
}

void obi_prov_use_key(struct ob_prov_use *u, struct ob_prov_offer *offer, const uint8_t *key, size_t len)
{
    if (offer == u->offer) { /* the usual case needs no atomic operation */
        u->earlier += u->aside;
        u->aside = 0;
    } else {
        flush_counts(u);
    }
    close_session(u);
    u->credit = u->offloaded = 0;
    u->offer = offer;
    if (!offer || len > sizeof u->key) {
        u->offer = NULL;
        return;
    }
    if (len)
        memcpy(u->key, key, len);
    u->key_len = (uint16_t)len;
    begin(u);
}

/* xorshift64 (G. Marsaglia, "Xorshift RNGs", 2003, section 3). */
static uint64_t next_random(struct ob_prov_use *u)
{
    u->random ^= u->random << 13;
    u->random ^= u->random >> 7;
    u->random ^= u->random << 17;
    return u->random >> 32;
}

/* Choose at random an engine that takes an op of this length, or the default provider. */
static bool pick(struct ob_prov_use *u, const struct ob_prov_side *side, size_t len)
{
    unsigned n = 0, at = (unsigned)(next_random(u) % (side->n_candidates + 1));

    u->pick = 0;
    for (unsigned i = 0; i < side->n_candidates; i++)
        if ((side->candidate[i].len_max == 0 || len <= side->candidate[i].len_max) && n++ == at)
            u->pick = (uint8_t)(side->candidate[i].engine->index + 1);
    return u->pick != 0;
}

/* Take the time of the op under way. */
static void begin_to_time(struct ob_prov_use *u, const struct ob_prov_side *side, struct ob_correction *c, size_t len)
{
    u->timed = c;
    u->parallel = &side->parallel[c - side->corrections];
    u->beside = __atomic_load_n(&obi_prov_under_way, __ATOMIC_RELAXED);
    u->timed_len = len;
    u->paused = false;
    u->began_ns = ob_port_clock_ns();
}

/* True if the cheapest engine and not the default provider must serve an op of len bytes. c: corrections of both
 * prices, or NULL. The comparison is core's (compare.h), with one credit for all engines, because a key is opened on
 * all of them or on none. correction.h chooses between the engines and the default provider. */
static bool cheaper(struct ob_prov_use *u, const struct ob_prov_side *side, struct ob_correction *c, size_t len)
{
    struct ob_comparison engines = OB_COMPARISON_NONE; /* includes the price of opening the key */
    uint64_t default_cost, least_run = UINT64_MAX, *price = u->price_ns;
    bool offload;

    if (c)
        begin_to_time(u, side, c, len);
    price[OB_SERVER_CALLER] = ob_price_cost(side->base, obi_prov_settings.objective, len, false);
    price[OB_SERVER_ENGINE] = UINT64_MAX;
    default_cost = ob_correction_cost(c, OB_SERVER_CALLER, price[OB_SERVER_CALLER]);
    for (unsigned i = 0; i < side->n_candidates; i++) {
        const struct ob_prov_candidate *k = &side->candidate[i];
        uint64_t measured, run, open = u->session ? 0 : k->price->open;

        if (k->len_max && len > k->len_max)
            continue;
        measured = ob_price_cost(k->price, obi_prov_settings.objective, len, false);
        if (measured + open < price[OB_SERVER_ENGINE])
            price[OB_SERVER_ENGINE] = measured + open;
        run = ob_correction_cost(c, OB_SERVER_ENGINE, measured);
        least_run = run < least_run ? run : least_run;
        (void)ob_compare(&engines, (int)i, run, open, u->credit);
    }
    if (engines.best < 0) { /* the op is too long for all engines */
        u->timed = NULL;
        return false;
    }
    offload = ob_correction_choose(c, default_cost, engines.cost) == OB_SERVER_ENGINE;
    if (!offload) {
        u->credit = ob_compare_credit(u->credit, least_run, default_cost);
    } else if (c && !ob_parallel_may(u->parallel, u->beside)) {
        obi_prov_add(&obi_prov_count(u->offer)->busy, 1);
        offload = false;
    }
    u->beside += offload;
    return offload;
}

/* Account for the op under way, which server has served. */
static void observe(struct ob_prov_use *u, enum ob_server server)
{
    struct ob_correction *c = u->timed;
    uint64_t took_ns = ob_port_clock_ns() - u->began_ns;
    enum ob_server other = server == OB_SERVER_ENGINE ? OB_SERVER_CALLER : OB_SERVER_ENGINE;

    u->timed = NULL;
    (void)ob_parallel_observe(u->parallel, u->beside, server == OB_SERVER_CALLER, u->price_ns[OB_SERVER_CALLER],
                              took_ns);
    if (ob_correction_observe(c, server, u->price_ns[server], ob_correction_cost(c, other, u->price_ns[other]),
                              took_ns))
        obi_prov_event_adapted(u->offer, c, u->timed_len);
}

void obi_prov_use_observe(struct ob_prov_use *u)
{
    observe(u, OB_SERVER_CALLER);
}

bool obi_prov_use_pays(struct ob_prov_use *u, unsigned which, size_t len)
{
    const struct ob_prov_side *side;
    struct ob_correction *c;

    u->timed = NULL;
    if (!u->offer || len < obi_prov_side(u->offer, which)->compare_from)
        return false;
    side = obi_prov_side(u->offer, which);
    c = side->corrections ? ob_correction_of(side->corrections, len) : NULL;
    if (c && len < side->from && !ob_correction_sample(c))
        return false;
    if (u->skip) {
        u->skip--;
        return false;
    }
    switch (obi_prov_settings.mode) {
    case OB_PROV_ASIDE_ALL:
        return false;
    case OB_PROV_FORCED:
        return len <= side->piece;
    case OB_PROV_RANDOM:
        return pick(u, side, len);
    default:
        return cheaper(u, side, c, len);
    }
}

/* ---- running ---- */

static int open_session(struct ob_prov_use *u)
{
    int r;

    if (u->session)
        return OB_OK;
    u->session = calloc(1, sizeof *u->session);
    if (!u->session)
        return OB_E_BUSY;
    r = ob_session_open(u->session, &obi_prov_dispatcher, u->offer->alg, u->key_len ? u->key : NULL, u->key_len);
    if (r == OB_OK && !u->streams && obi_prov_settings.mode == OB_PROV_AUTO)
        r = ob_session_require(u->session, OB_SESSION_HARDWARE); /* the default provider is the fallback */
    if (r != OB_OK) {
        free(u->session);
        u->session = NULL;
    }
    return r;
}

/* If the mode names an engine, or one was drawn, no other engine may serve a whole op. A stream may continue on the
 * standby. */
static int pin(struct ob_prov_use *u, const struct ob_op *op)
{
    const struct ob_engine *e = NULL;

    if (obi_prov_settings.mode == OB_PROV_AUTO || !(op->flags & OB_FIRST))
        return OB_OK;
    if (op->flags & OB_LAST && !(u->streams && obi_prov_settings.mode == OB_PROV_FORCED))
        e = obi_prov_dispatcher.engine[obi_prov_settings.mode == OB_PROV_FORCED ? 0 : u->pick - 1];
    return ob_session_pin(u->session, e);
}

/* libcrypto calls CTR and ECB, HMAC and hashes while it holds the lock of its DRBG: a job that paused there would keep
 * the lock. TLS records are in CBC or an AEAD, so these may pause. */
static bool may_pause(const struct ob_prov_use *u)
{
    uint8_t alg = u->offer->alg;

    return OB_ALG_CLASS(alg) == OB_CLASS_AEAD || alg == OB_AES_CBC || alg == OB_DES3_CBC || alg == OB_SM4_CBC;
}

/* Wait for op. Inside an ASYNC_JOB the application runs other code meanwhile. */
static int finish(struct ob_prov_use *u, struct ob_op *op)
{
    static bool looked;
    static void *(*current_job)(void);
    static int (*pause_job)(void);
    int32_t status;

    if (!may_pause(u))
        return ob_wait(op);
    if (!__atomic_load_n(&looked, __ATOMIC_ACQUIRE)) {
        current_job = (void *(*)(void))obi_prov_symbol("ASYNC_get_current_job");
        pause_job = (int (*)(void))obi_prov_symbol("ASYNC_pause_job");
        __atomic_store_n(&looked, true, __ATOMIC_RELEASE);
    }
    while ((status = __atomic_load_n(&op->status, __ATOMIC_ACQUIRE)) == OB_PENDING) {
        (void)ob_poll(&obi_prov_dispatcher);
        if (__atomic_load_n(&op->status, __ATOMIC_ACQUIRE) != OB_PENDING)
            continue;
        if (!current_job || !pause_job || !current_job())
            return ob_wait(op);
        u->paused = true;
        if (!pause_job())
            return ob_wait(op);
    }
    return status;
}

static int submit(struct ob_prov_use *u, struct ob_op *op)
{
    int r;

    obi_prov_offers_renew();
    obi_prov_events_of(u->offer);
    r = open_session(u);
    if (r != OB_OK)
        return r;
    r = pin(u, op);
    if (r == OB_OK)
        r = ob_submit(u->session, op);
    return r == OB_PENDING ? finish(u, op) : r;
}

/* True if a failed op could not be repeated because its input is overwritten, or if core would refuse it. */
static bool overlap(const struct ob_prov_use *u, const struct ob_op *op)
{
    const struct ob_prov_side *side = obi_prov_side(u->offer, op->flags & OB_ENCRYPT ? 0 : 1);

    if (!op->out || !op->in_len || (op->in == op->out && side->intact && op->tag_len == 0))
        return false;
    return op->in < op->out + op->in_len && op->out < op->in + op->in_len;
}

int obi_prov_use_run(struct ob_prov_use *u, struct ob_op *op)
{
    uint8_t *mine = (uint8_t *)(uintptr_t)op->in, *copy = NULL;
    bool whole = (op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST);
    int r = OB_E_BUSY;

    if (overlap(u, op)) {
        copy = malloc(op->in_len);
        if (copy) {
            memcpy(copy, op->in, op->in_len);
            op->in = copy;
        }
    }
    if (copy || !overlap(u, op)) {
        (void)__atomic_fetch_add(&obi_prov_under_way, 1, __ATOMIC_RELAXED);
        r = submit(u, op);
        (void)__atomic_fetch_sub(&obi_prov_under_way, 1, __ATOMIC_RELAXED);
    }
    if (copy && r != OB_OK)
        memcpy(mine, copy, op->in_len);
    if (r == OB_OK || r == OB_E_AUTH) { /* a wrong tag is an answer, too */
        struct obi_status_engine *count = &obi_prov_count(u->offer)->engine[op->engine];

        obi_prov_add(&count->ops, 1);
        obi_prov_add(&count->bytes, op->in_len);
        flush_counts(u);
        u->offloaded++;
        u->backoff = 0;
        if (u->timed && whole && !u->paused && __atomic_load_n(&u->offer->warm, __ATOMIC_RELAXED))
            observe(u, OB_SERVER_ENGINE);
        __atomic_store_n(&u->offer->warm, true, __ATOMIC_RELAXED);
    } else if (r == OB_E_BUSY) { /* as many operations as it takes are under way: no failure */
        obi_prov_add(&obi_prov_count(u->offer)->busy, 1);
    } else {
        obi_prov_add(&obi_prov_count(u->offer)->failed, 1);
        u->backoff = u->backoff ? u->backoff : 1;
        u->skip = u->backoff;
        u->backoff = u->backoff < OB_BACKOFF_OPS_MAX ? 2 * u->backoff : OB_BACKOFF_OPS_MAX;
    }
    u->timed = NULL;
    if (copy) {
        obi_prov_wipe(copy, op->in_len);
        free(copy);
        op->in = mine;
    }
    return r;
}

/* ---- copies and the end ---- */

void obi_prov_use_copy(struct ob_prov_use *dst, const struct ob_prov_use *src)
{
    *dst = *src;
    dst->session = NULL;
    dst->timed = NULL;
    dst->aside = dst->earlier = 0;
}

bool obi_prov_use_answer(const struct ob_prov_use *u, const OSSL_PARAM *params)
{
    const OSSL_PARAM *ask;

    if (!params || !params->key || params->key[0] != 'o') /* they are requested alone: no search otherwise */
        return true;
    if ((ask = obi_prov_param(params, "outboard-offloaded")) && !obi_prov_param_set_number(ask, u->offloaded))
        return false;
    ask = obi_prov_param(params, "outboard-aside");
    return !ask || obi_prov_param_set_number(ask, u->aside);
}

void obi_prov_use_end(struct ob_prov_use *u)
{
    flush_counts(u);
    close_session(u);
    if (u->key_len) /* a hash has no key, and its context is often short-lived */
        obi_prov_wipe(u->key, sizeof u->key);
}
