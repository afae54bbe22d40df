/* SPDX-License-Identifier: Apache-2.0 */
/* Public RSA keys that the binding keeps open, found by their numbers as its other sessions are by theirs: a context
 * may be freed, copied or given another key, and what was kept for a key still belongs to this key alone. The numbers
 * are public. docs/decisions/mbedtls-sessions-by-key.md */
#include "binding/mbedtls/rsa_keys.h"

#if OBI_RSA_KEYS

#include "port/lock.h"
#include "port/process.h"
#include "port/thread.h"

#define E_LEN 4 /* bytes of the longest public exponent that is kept */

struct kept {
    uint32_t lock;
    int32_t used; /* time of the last use */
    uint8_t alg;  /* 0: free */
    uint8_t hash;
    struct ob_key key; /* of the bytes below */
    struct ob_key_cache cache;
    struct ob_session s;
    uint8_t n[OB_MBEDTLS_RSA_LEN], e[E_LEN], room[OB_MBEDTLS_RSA_LEN];
};

static struct kept kept[OBI_RSA_KEYS];
static int32_t now;

static struct kept *of_session(struct ob_session *s)
{
    return (struct kept *)(void *)((uint8_t *)s - offsetof(struct kept, s));
}

/* ---- numbers ---- */

/* The 32 bits, and the limb, that end before p. */
static inline uint32_t word_before(const uint8_t *p)
{
    return (uint32_t)p[-1] | (uint32_t)p[-2] << 8 | (uint32_t)p[-3] << 16 | (uint32_t)p[-4] << 24;
}

static inline mbedtls_mpi_uint limb_before(const uint8_t *p)
{
    mbedtls_mpi_uint limb = word_before(p);

    if (sizeof limb > 4)
        limb |= (mbedtls_mpi_uint)word_before(p - 4) << 16 << 16;
    return limb;
}

/* True if m, which has as many bytes, is the number. */
static bool equals(const mbedtls_mpi *m, struct ob_bytes number)
{
    const uint8_t *p = number.data + number.len;
    mbedtls_mpi_uint last = 0;
    size_t i = 0;

    for (; i < number.len / sizeof last; i++, p -= sizeof last)
        if (m->p[i] != limb_before(p))
            return false;
    if (p == number.data)
        return true;
    for (const uint8_t *q = number.data; q != p; q++)
        last = (mbedtls_mpi_uint)(last << 8) | *q;
    return m->p[i] == last;
}

static bool has_key(const struct kept *k, const mbedtls_rsa_context *ctx, size_t e_len, uint8_t alg, uint8_t hash)
{
    return k->alg == alg && k->hash == hash && k->key.n.len == ctx->len && k->key.e.len == e_len &&
           equals(&ctx->E, k->key.e) && equals(&ctx->N, k->key.n);
}

/* ---- entries ---- */

static int32_t tick(void)
{
    int32_t t = ob_port_load32(&now) + 1;

    ob_port_store32(&now, t);
    return t;
}

/* The caller holds k's lock. */
static void empty(struct kept *k)
{
    ob_session_close(&k->s); /* wipes the room, too */
    ob_wipe(k->n, sizeof k->n);
    ob_port_store8(&k->alg, 0);
}

/* The entry with this key, locked; NULL if there is none. */
static struct kept *find(const mbedtls_rsa_context *ctx, size_t e_len, uint8_t alg, uint8_t hash)
{
    for (struct kept *k = kept; k < kept + OBI_RSA_KEYS; k++) {
        if (ob_port_load8(&k->alg) != alg || !ob_port_trylock(&k->lock))
            continue;
        if (has_key(k, ctx, e_len, alg, hash))
            return k;
        ob_port_unlock(&k->lock);
    }
    return NULL;
}

/* An entry to fill, locked: a free one, else the least recently used one; NULL if all are in use. */
static struct kept *vacate(void)
{
    struct kept *best = NULL;

    for (struct kept *k = kept; k < kept + OBI_RSA_KEYS; k++) {
        if (!ob_port_trylock(&k->lock))
            continue;
        if (!best || (best->alg && (!k->alg || k->used - best->used < 0))) {
            if (best)
                ob_port_unlock(&best->lock);
            best = k;
        } else {
            ob_port_unlock(&k->lock);
        }
    }
    if (best && best->alg)
        empty(best);
    return best;
}

static int open_entry(struct kept *k, const mbedtls_rsa_context *ctx, size_t e_len, uint8_t alg, uint8_t hash)
{
    int r;

    if (!obi_pk_write(&ctx->N, k->n, ctx->len) || !obi_pk_write(&ctx->E, k->e, e_len))
        return OB_E_ARG; /* a negative number */
    k->cache = (struct ob_key_cache){.data = k->room, .size = ctx->len};
    k->key = (struct ob_key){.kind = OB_KEY_RSA_PUBLIC, .n = {k->n, ctx->len}, .e = {k->e, e_len}, .cache = &k->cache};
    r = obi_pk_open(&k->s, alg, hash, &k->key);
    if (r != OB_OK)
        return r;
    k->hash = hash;
    ob_port_store8(&k->alg, alg);
    return OB_OK;
}

/* ---- the calls ---- */

int obi_rsa_take(struct ob_session **s, const mbedtls_rsa_context *ctx, uint8_t alg, uint8_t hash)
{
    size_t e_len = mbedtls_mpi_size(&ctx->E);
    struct kept *k;
    int r = OB_OK;

    if (ctx->N.s < 0 || ctx->E.s < 0 || e_len == 0 || mbedtls_mpi_size(&ctx->N) != ctx->len)
        return OB_E_ARG;
    if (ctx->len > OB_MBEDTLS_RSA_LEN || e_len > E_LEN)
        return OB_E_BUSY;
    if (!obi_mbedtls_started())
        return OB_E_DECLINED;
    k = find(ctx, e_len, alg, hash);
    if (!k) {
        k = vacate();
        if (!k)
            return OB_E_BUSY;
        r = open_entry(k, ctx, e_len, alg, hash);
    }
    if (r != OB_OK) {
        ob_port_unlock(&k->lock);
        return r;
    }
    k->used = tick();
    *s = &k->s;
    return OB_OK;
}

void obi_rsa_give_back(struct ob_session *s)
{
    struct kept *k = of_session(s);

    if (s->stream != OB_STREAM_IDLE)
        (void)ob_session_reset(s);
    ob_port_unlock(&k->lock);
}

void obi_rsa_forget(void)
{
    for (struct kept *k = kept; k < kept + OBI_RSA_KEYS; k++) {
        while (!ob_port_trylock(&k->lock))
            ob_port_relax();
        if (k->alg)
            empty(k);
        ob_port_unlock(&k->lock);
    }
}

/* ---- forks ---- */

#if OB_PORT_FORKS

static _Thread_local bool held[OBI_RSA_KEYS];

bool obi_rsa_hold(bool begin)
{
    bool all = true;

    if (begin)
        memset(held, 0, sizeof held);
    for (unsigned i = 0; i < OBI_RSA_KEYS; i++) {
        held[i] = held[i] || ob_port_trylock(&kept[i].lock);
        all = all && held[i];
    }
    return all;
}

void obi_rsa_let_go(void)
{
    for (unsigned i = 0; i < OBI_RSA_KEYS; i++)
        if (held[i])
            ob_port_unlock(&kept[i].lock);
}

void obi_rsa_in_child(void)
{
    for (unsigned i = 0; i < OBI_RSA_KEYS; i++) {
        if (!held[i]) { /* in the midst of an op of a thread that is not here */
            ob_wipe(&kept[i].s, sizeof kept[i].s);
            ob_wipe(kept[i].room, sizeof kept[i].room);
            ob_port_store8(&kept[i].alg, 0);
        }
        ob_port_unlock(&kept[i].lock);
    }
}

#endif
#endif
