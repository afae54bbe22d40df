/* SPDX-License-Identifier: Apache-2.0 */
/* The layout of RSA keys that were lent memory (struct ob_key_cache): what is in it, how much there is and who has it
 * changes no result, nothing is written outside, and close wipes it. */
#include <string.h>

#include "test/conformance/pk.h"

enum {
    FITS,      /* the modulus' length, or more, at any address */
    TOO_SMALL, /* a byte less */
    EMPTY,     /* no bytes, or a length without them */
    CHANGED,   /* the caller writes to it, and changes where it is and how long, between ops */
    SHARED,    /* two keys and their sessions have one */
    CLONED,    /* the session has a clone, which is closed last */
    VARIANTS
};

/* A key with memory and its session. */
struct lent {
    struct pk_key key;
    struct pk_call call;
    struct ob_session *s;
};

static bool begin(struct suite *t, struct lent *l, struct ob_key_cache *cache, unsigned place)
{
    l->s = &t->sessions[place];
    if (!pk_key_load(t, &l->key, t->v, pk_half_of(t->v), 0, false) || !pk_call_init(t, &l->call, t->v, 0))
        return false;
    l->key.key.cache = cache;
    return pk_open(t, l->s, t->v, &l->key, t->engine);
}

/* Run the vector, which must give what it gives without memory; and, changed, fail as without. */
static bool run(struct suite *t, struct lent *l)
{
    bool ok;

    pk_call_reset(&l->call, t->v);
    if (!pk_call_run(t, &l->call, t->v, l->s))
        return false;
    if (t->v->kind != VECTOR_VERIFY)
        return true;
    l->call.tag.p[l->call.tag.len - 1] ^= 1;
    ok = ob_run(l->s, &l->call.op) == OB_E_AUTH || suite_fail(t, "passed", OB_OK);
    l->call.tag.p[l->call.tag.len - 1] ^= 1;
    return ok;
}

/* An engine fills the memory at the second use. */
static bool fill(struct suite *t, struct lent *l)
{
    bool ok = run(t, l);

    return ok && run(t, l);
}

static bool guarded(struct suite *t, const struct region *r)
{
    return region_guarded(r) || suite_fail(t, "wrote outside the key's memory", OB_OK);
}

static bool wiped(struct suite *t, const struct region *r, size_t len)
{
    return region_wiped(r, 0, len) || suite_fail(t, "the key's memory is not wiped", OB_OK);
}

/* Lend len bytes of r for three runs: an engine may leave them empty at first. */
static bool plain(struct suite *t, struct region *r, uint8_t *data, size_t len)
{
    struct ob_key_cache cache = {.data = data, .size = len};
    struct lent l;
    bool ok = true;

    if (!begin(t, &l, &cache, 0))
        return false;
    for (unsigned i = 0; i < 3 && ok; i++)
        ok = run(t, &l);
    ob_session_close(l.s);
    return ok && guarded(t, r) && (!data || wiped(t, r, len));
}

static bool changed(struct suite *t, struct region *r)
{
    struct ob_key_cache cache = {.data = r->p, .size = r->len};
    struct lent l;
    bool ok;

    if (!begin(t, &l, &cache, 0))
        return false;
    ok = fill(t, &l);
    for (unsigned i = 0; ok && i < 5; i++) {
        switch (i) {
        case 0:
            r->p[suite_roll(t, (uint32_t)r->len)] ^= (uint8_t)(1u << suite_roll(t, 8));
            break;
        case 1:
            memset(r->p, 0xff, r->len);
            break;
        case 2: /* elsewhere */
            cache.data = r->p + 1;
            cache.size = r->len - 1;
            break;
        case 3:
            cache.size = 0;
            break;
        default:
            cache = (struct ob_key_cache){.data = NULL, .size = r->len};
            break;
        }
        ok = run(t, &l);
    }
    ob_session_close(l.s);
    return ok && guarded(t, r);
}

/* It is the second session's, whichever is closed first. */
static bool shared(struct suite *t, struct region *r)
{
    struct ob_key_cache cache = {.data = r->p, .size = r->len};
    unsigned first = suite_roll(t, 2);
    struct lent l[2];
    bool ok;

    if (!begin(t, &l[0], &cache, 0))
        return false;
    ok = fill(t, &l[0]);
    if (!begin(t, &l[1], &cache, 1)) {
        ob_session_close(l[0].s);
        return false;
    }
    ok = ok && run(t, &l[1]) && run(t, &l[0]) && fill(t, &l[1]);
    ob_session_close(l[first].s);
    ok = ok && run(t, &l[1 - first]);
    ob_session_close(l[1 - first].s);
    return ok && guarded(t, r) && wiped(t, r, r->len);
}

static bool cloned(struct suite *t, struct region *r)
{
    struct ob_key_cache cache = {.data = r->p, .size = r->len};
    struct ob_session *original, *clone = &t->sessions[1];
    struct lent l;
    int made;
    bool ok;

    if (!begin(t, &l, &cache, 0))
        return false;
    original = l.s;
    ok = fill(t, &l);
    made = ob_session_clone(clone, original);
    if (made != OB_OK) {
        ob_session_close(original);
        return suite_fail(t, "no clone", made);
    }
    l.s = clone;
    ok = ok && run(t, &l);
    ob_session_close(original);
    ok = ok && wiped(t, r, r->len) && run(t, &l);
    ob_session_close(clone);
    return ok && guarded(t, r);
}

static bool variant(struct suite *t, struct region *r)
{
    size_t len = (vector_bits(t->v) + 7) / 8;

    switch (t->variant) {
    case FITS:
        return plain(t, r, r->p, r->len);
    case TOO_SMALL:
        return plain(t, r, r->p, len - 1);
    case EMPTY:
        return plain(t, r, r->p, 0) && plain(t, r, NULL, len);
    case CHANGED:
        return changed(t, r);
    case SHARED:
        return shared(t, r);
    default:
        return cloned(t, r);
    }
}

void pk_cached(struct suite *t, const struct vector *v)
{
    size_t len = (vector_bits(v) + 7) / 8;

    for (t->variant = 0; t->variant < VARIANTS; t->variant++) {
        uint32_t before = t->failures;
        struct region r;

        t->arena.used = 0;
        if (!arena_take(&t->arena, &r, len + suite_roll(t, 2) * 9, suite_roll(t, 16))) {
            t->too_long++;
            return;
        }
        if (!variant(t, &r) || t->failures != before)
            return;
    }
    t->in_caches[t->row] = 1;
}
