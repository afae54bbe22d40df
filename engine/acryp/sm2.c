/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: signatures of SM2 (GB/T 32918.2, sections 6 and 7) over the message itself, hashed with SM3. */
#include "engine/acryp/internal.h"

#include "algo/hash.h"

struct sm3 {
    struct ob_mid m;
    uint64_t done;
};

static void absorb(struct sm3 *h, const uint8_t *in, size_t len)
{
    if (!len)
        return;
    obi_hash_update(obi_hash_find(OB_SM3), &h->m, (uint32_t)h->done, in, len);
    h->done += len;
}

static void finish(struct sm3 *h, uint8_t digest[32])
{
    obi_hash_finish(obi_hash_find(OB_SM3), &h->m, h->done);
    memcpy(digest, h->m.part, 32);
    obi_hash_start(obi_hash_find(OB_SM3), &h->m);
    h->done = 0;
}

/* e, below the order: the digest of Z and the message; Z: the digest of identity, curve and key (section 5.5). */
static int digest(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t e[32], const uint8_t *point)
{
    static const uint8_t standard[16] = "1234567812345678"; /* GB/T 35276, the identity where none is given */
    bool given = j->op->flags & OB_AAD && j->op->aad_len;
    const uint8_t *id = given ? j->op->aad : standard;
    size_t id_len = given ? j->op->aad_len : sizeof standard;
    uint8_t bits[2] = {(uint8_t)(id_len >> 5), (uint8_t)(id_len << 3)}, z[32];
    struct obi_modulus n = acryp_order(c);
    struct sm3 h;

    if (id_len > UINT16_MAX / 8)
        return OB_E_ARG;
    h.done = 0;
    obi_hash_start(obi_hash_find(OB_SM3), &h.m);
    absorb(&h, bits, 2);
    absorb(&h, id, id_len);
    absorb(&h, c->data + c->field_len, (size_t)4 * c->field_len); /* a, b, base point */
    absorb(&h, point, (size_t)2 * c->field_len);
    finish(&h, z);
    absorb(&h, z, sizeof z);
    absorb(&h, j->op->in, j->op->in_len);
    finish(&h, e);
    obi_number_cut(e, n.p, n.len);
    return OB_OK;
}

/* One attempt with the nonce k: OBI_ACRYP_BAD if it does not serve. */
static int attempt(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, const uint8_t *k, const uint8_t *e,
                   const uint8_t *d)
{
    struct obi_modulus n = acryp_order(c);
    uint8_t xy[64], r[32], s[32], t[32], one[32] = {0};
    int status = obi_acryp_base(j, c, xy, k, NULL, NULL);

    one[31] = 1;
    obi_number_cut(xy, n.p, n.len);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_ADD, &n, r, xy, e);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_ADD, &n, t, r, k);
    if (status == OB_OK && (obi_number_is_zero(r, 32) || obi_number_is_zero(t, 32)))
        return OBI_ACRYP_BAD;
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &n, t, r, d);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_SUB, &n, s, k, t);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_ADD, &n, t, d, one);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_INVERT, &n, t, t, NULL);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &n, s, s, t);
    ob_wipe(xy, sizeof xy);
    ob_wipe(t, sizeof t);
    if (status != OB_OK) {
        ob_wipe(s, sizeof s);
        return OB_E_IO;
    }
    if (obi_number_is_zero(s, 32))
        return OBI_ACRYP_BAD;
    memcpy(j->op->tag, r, 32);
    memcpy(j->op->tag + 32, s, 32);
    j->op->out_len = 64;
    return OB_OK;
}

static int sign(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    struct obi_modulus n = acryp_order(c);
    unsigned left = OBI_ACRYP_NONCES;
    uint8_t d[32], k[32], e[32], point[64];
    int status = obi_acryp_private(j, c, d);

    if (status == OB_OK)
        status = obi_acryp_public(j, c, point);
    if (status == OB_OK)
        status = digest(j, c, e, point);
    if (status == OB_OK)
        do {
            status = obi_acryp_nonce(j, k, &n);
            if (status == OB_OK)
                status = attempt(j, c, k, e, d);
        } while (status == OBI_ACRYP_BAD && --left > 0);
    ob_wipe(d, sizeof d);
    ob_wipe(k, sizeof k);
    return status == OBI_ACRYP_BAD ? OB_E_IO : status;
}

static int verify(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    struct obi_modulus n = acryp_order(c);
    const uint8_t *r = j->op->tag, *s = j->op->tag + 32;
    bool in_range = !obi_number_is_zero(r, 32) && !obi_number_is_zero(s, 32) && obi_number_below(r, n.p, 32) &&
                    obi_number_below(s, n.p, 32);
    uint8_t point[64], xy[64], e[32], t[32] = {0};
    int status = obi_acryp_public(j, c, point);

    if (status == OB_OK)
        status = digest(j, c, e, point);
    if (status != OB_OK)
        return status;
    if (in_range && obi_acryp_mod(j, OB_ACRYP_OP_ADD, &n, t, r, s) != OB_OK)
        return OB_E_IO;
    if (!in_range || obi_number_is_zero(t, 32)) {
        t[31] = 1; /* no valid signature; still a key that is none is an error of the key */
        status = obi_acryp_point(j, c, xy, t, point, NULL, NULL);
        return status == OBI_ACRYP_BAD ? OB_E_ARG : status == OB_E_IO ? OB_E_IO : OB_E_AUTH;
    }
    status = obi_acryp_base(j, c, xy, s, t, point);
    if (status != OB_OK)
        return status == OBI_ACRYP_BAD ? OB_E_ARG : status == OBI_ACRYP_NO_INVERSE ? OB_E_AUTH : OB_E_IO;
    obi_number_cut(xy, n.p, 32);
    if (obi_acryp_mod(j, OB_ACRYP_OP_ADD, &n, t, xy, e) != OB_OK)
        return OB_E_IO;
    return memcmp(t, r, 32) == 0 ? OB_OK : OB_E_AUTH;
}

int obi_acryp_sm2(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    if (!obi_hash_find(OB_SM3))
        return OB_E_DECLINED;
    return j->op->flags & OB_VERIFY ? verify(j, c) : sign(j, c);
}
