/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that live in the engine mbedtls: their numbers, in memory that is locked and wiped. */
#include "engine/mbedtls/slot.h"

#if OB_MBEDTLS_SLOTS
#include <string.h>

#include "engine/mbedtls/pk.h"
#include "port/secret.h"

struct slot {
    struct ob_key key; /* public key: its components are in bytes */
    uint16_t key_len;  /* symmetric key: bytes of it in bytes */
    uint8_t used;
    uint8_t bytes[OB_MBEDTLS_SLOT_BYTES];
};

#define ALIGN    OB_PORT_SECRET_ALIGN
#define KEYS_LEN ((sizeof(struct slot) * OB_MBEDTLS_SLOTS + ALIGN - 1) / ALIGN * ALIGN)

static union {
    struct slot slot[OB_MBEDTLS_SLOTS];
    uint8_t pages[KEYS_LEN];
} keys __attribute__((aligned(ALIGN)));

static struct ob_slot_entry entries[OB_MBEDTLS_SLOTS];
static struct ob_slot_table slots = {.entry = entries, .n = OB_MBEDTLS_SLOTS};

static struct ob_slot_table *table(void *dev)
{
    (void)dev;
    return &slots;
}

const struct ob_key *obi_mbedtls_slot_pk(unsigned slot)
{
    return keys.slot[slot].used ? &keys.slot[slot].key : NULL;
}

int obi_mbedtls_slot_key(struct ob_session *s, unsigned slot)
{
    const struct slot *k = &keys.slot[slot];

    if (!k->used || k->key_len > sizeof s->key)
        return OB_E_DECLINED;
    memcpy(s->key, k->bytes, k->key_len);
    s->key_len = k->key_len;
    return OB_OK;
}

static void destroy(void *dev, unsigned slot)
{
    (void)dev;
    ob_wipe(&keys.slot[slot], sizeof keys.slot[slot]);
}

/* ---- filling ---- */

/* Append bytes to what the slot has; *at counts them. False if there is no room. */
static bool append(struct slot *k, size_t *at, struct ob_bytes *to, struct ob_bytes from)
{
    while (from.len && *from.data == 0 && k->key.curve == OB_CURVE_NONE) { /* leading zeros of RSA's numbers */
        from.data++;
        from.len--;
    }
    if (from.len > sizeof k->bytes - *at)
        return false;
    if (from.len)
        memcpy(k->bytes + *at, from.data, from.len);
    *to = (struct ob_bytes){from.len ? k->bytes + *at : NULL, from.len};
    *at += from.len;
    return true;
}

/* Copy a private key with its point, which may be missing in key: then it is computed; else it must be the right one.
 */
static int fill_curve(struct slot *k, struct ob_session *s, struct mbedtls_random *random)
{
    bool montgomery = mbedtls_is_montgomery(s->curve);
    size_t half = (ob_curve_bits(s->curve) + 7) / 8, scalar = ob_curve_scalar_len(s->curve), at = 0;
    struct ob_bytes d = s->pk->d, x = s->pk->x, y = s->pk->y;
    uint8_t *point = k->bytes + scalar;
    int r;

    while (d.len > scalar) { /* core lets zeros in front pass */
        d.data++;
        d.len--;
    }
    if (scalar + 2 * half > sizeof k->bytes)
        return OB_E_DECLINED;
    (void)append(k, &at, &k->key.d, d);
    r = obi_mbedtls_ec_public(s, point, random);
    if (r != OB_OK)
        return r;
    k->key.x = (struct ob_bytes){point, half};
    if (!montgomery)
        k->key.y = (struct ob_bytes){point + half, half};
    while (!montgomery && x.len > half && *x.data == 0)
        x.data++, x.len--;
    while (!montgomery && y.len > half && *y.data == 0)
        y.data++, y.len--;
    if (x.len > half || y.len > half || (x.len && memcmp(point + half - x.len, x.data, x.len) != 0) ||
        (y.len && memcmp(point + 2 * half - y.len, y.data, y.len) != 0))
        return OB_E_ARG;
    return OB_OK;
}

static int fill_rsa(struct slot *k, struct ob_session *s)
{
    const struct ob_key *from = s->pk;
    struct ob_key *to = &k->key;
    size_t at = 0;

    to->bits = s->bits;
    if (append(k, &at, &to->n, from->n) && append(k, &at, &to->e, from->e) && append(k, &at, &to->d, from->d) &&
        append(k, &at, &to->p, from->p) && append(k, &at, &to->q, from->q) && append(k, &at, &to->dp, from->dp) &&
        append(k, &at, &to->dq, from->dq) && append(k, &at, &to->qinv, from->qinv))
        return OB_OK;
    return OB_E_DECLINED;
}

static int fill_pk(struct slot *k, struct ob_session *s, struct mbedtls_random *random)
{
    int r = obi_mbedtls_pk_open(s); /* only to learn whether the library takes it */

    if (r != OB_OK)
        return r;
    obi_mbedtls_pk_close(s);
    k->key.kind = s->pk->kind;
    k->key.curve = s->pk->curve;
    return s->curve ? fill_curve(k, s, random) : fill_rsa(k, s);
}

/* Let the engine generate a key into the slot itself. */
static int generate_pk(struct slot *k, struct ob_session *s, struct mbedtls_random *random)
{
    size_t n = (s->bits + 7u) / 8, half = (n + 1) / 2, at = 0;
    size_t scalar = ob_curve_scalar_len(s->curve), field = (ob_curve_bits(s->curve) + 7) / 8;
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_GENERATE, .out = k->bytes, .out_size = sizeof k->bytes};
    size_t lens[] = {n, 4, n, half, half, half, half, half};
    struct ob_bytes *parts[] = {&k->key.n, &k->key.e,  &k->key.d,  &k->key.p,
                                &k->key.q, &k->key.dp, &k->key.dq, &k->key.qinv};
    int r;

    k->key.kind = s->curve ? OB_KEY_EC_PRIVATE : OB_KEY_RSA_PRIVATE;
    k->key.curve = s->curve;
    if ((s->curve ? scalar + 2 * field : 2 * n + 4 + 5 * half) > sizeof k->bytes)
        return OB_E_DECLINED;
    if (s->curve) {
        k->key.d = (struct ob_bytes){k->bytes, scalar};
        k->key.x = (struct ob_bytes){k->bytes + scalar, field};
        if (!mbedtls_is_montgomery(s->curve))
            k->key.y = (struct ob_bytes){k->bytes + scalar + field, field};
        return obi_mbedtls_ec_generate(s, &op, random);
    }
    k->key.bits = s->bits;
    r = obi_mbedtls_rsa_generate(s, &op, random);
    for (unsigned i = 0; i < sizeof lens / sizeof lens[0]; at += lens[i++])
        *parts[i] = (struct ob_bytes){k->bytes + at, lens[i]};
    return r;
}

static int fill_symmetric(struct slot *k, struct ob_session *s)
{
    k->key_len = s->key_len ? s->key_len : (uint16_t)(s->bits / 8);
    if (k->key_len > sizeof k->bytes)
        return OB_E_DECLINED;
    if (s->key_len)
        memcpy(k->bytes, s->key, s->key_len);
    else
        return ob_random(s, k->bytes, k->key_len);
    return OB_OK;
}

static int fill(void *dev, struct ob_session *s, unsigned slot)
{
    struct slot *k = &keys.slot[slot];
    struct mbedtls_random random;
    int r;

    (void)dev;
    ob_port_protect(&keys, sizeof keys); /* each time: a child that was forked has lost the lock */
    memset(k, 0, sizeof *k);
    if (OB_ALG_CLASS(s->alg) != OB_CLASS_PK) {
        r = fill_symmetric(k, s);
    } else {
        obi_mbedtls_random_begin(&random, s);
        r = s->pk->kind == OB_KEY_NONE ? generate_pk(k, s, &random) : fill_pk(k, s, &random);
        obi_mbedtls_random_end(&random);
    }
    k->used = r == OB_OK;
    if (r != OB_OK)
        destroy(dev, slot);
    return r;
}

/* ---- the public half ---- */

static int public_half(void *dev, unsigned slot, struct ob_key *key, uint8_t *out, size_t out_size)
{
    const struct slot *k = &keys.slot[slot];
    struct ob_bytes a = k->key.curve ? k->key.x : k->key.n, b = k->key.curve ? k->key.y : k->key.e;

    (void)dev;
    if (!k->used || !k->key.kind)
        return OB_E_DECLINED;
    if (a.len + b.len > out_size)
        return OB_E_ARG;
    memcpy(out, a.data, a.len);
    if (b.len)
        memcpy(out + a.len, b.data, b.len);
    a.data = out;
    b.data = b.len ? out + a.len : NULL;
    key->kind = k->key.curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
    *(k->key.curve ? &key->x : &key->n) = a;
    *(k->key.curve ? &key->y : &key->e) = b;
    return OB_OK;
}

const struct ob_slot_ops obi_mbedtls_slot_ops = {
    .table = table,
    .fill = fill,
    .public_half = public_half,
    .destroy = destroy,
};
#endif
