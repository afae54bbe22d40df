/* SPDX-License-Identifier: Apache-2.0 */
/* Elliptic curves of the engine mbedtls: ECDSA (FIPS 186-5), ECDH (SP 800-56A, RFC 7748). */
#include "engine/mbedtls/pk.h"

#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>

static size_t field_len(const struct ob_session *s)
{
    return (ob_curve_bits(s->curve) + 7) / 8;
}

/* Maximum bytes of the private key, and of r and of s. */
static size_t scalar_len(const struct ob_session *s)
{
    return ob_curve_scalar_len(s->curve);
}

/* The numbers with which every operation works. */
struct ec {
    mbedtls_ecp_group group;
    mbedtls_ecp_point point;
    mbedtls_mpi d, r, s;
};

static void begin(struct ec *ec)
{
    mbedtls_ecp_group_init(&ec->group);
    mbedtls_ecp_point_init(&ec->point);
    mbedtls_mpi_init(&ec->d);
    mbedtls_mpi_init(&ec->r);
    mbedtls_mpi_init(&ec->s);
}

static void end(struct ec *ec)
{
    mbedtls_ecp_group_free(&ec->group);
    mbedtls_ecp_point_free(&ec->point);
    mbedtls_mpi_free(&ec->d);
    mbedtls_mpi_free(&ec->r);
    mbedtls_mpi_free(&ec->s);
}

/* Import the affine point (x, y). The library checks that it is on the curve when the point is used. */
static int set_point(struct ec *ec, const struct ob_session *s, struct ob_bytes x, struct ob_bytes y)
{
    int r = obi_mbedtls_number(&ec->point.X, x, field_len(s));

    if (r == 0)
        r = obi_mbedtls_number(&ec->point.Y, y, field_len(s));
    return r ? r : mbedtls_mpi_lset(&ec->point.Z, 1);
}

/* The point that a private key brings must be on its curve, as on every engine, though no private operation uses it.
 * ec->point is free again afterwards. */
static int check_own_point(struct ec *ec, const struct ob_session *s)
{
    int r = s->pk->x.len ? set_point(ec, s, s->pk->x, s->pk->y) : 0;

    return r || !s->pk->x.len ? r : mbedtls_ecp_check_pubkey(&ec->group, &ec->point);
}

/* ---- ECDSA ---- */

static int ecdsa_sign(struct ec *ec, struct ob_session *s, struct ob_op *op, struct mbedtls_random *random)
{
    size_t len = scalar_len(s);
    int r;

    r = check_own_point(ec, s);
    if (r == 0)
        r = obi_mbedtls_number(&ec->d, s->pk->d, len);
    if (r == 0 && op->flags & OB_DETERMINISTIC) {
#if defined(MBEDTLS_ECDSA_DETERMINISTIC)
        mbedtls_md_type_t md = obi_mbedtls_md(s->hash);

        if (!mbedtls_md_info_from_type(md))
            return OB_E_DECLINED;
        r = mbedtls_ecdsa_sign_det_ext(&ec->group, &ec->r, &ec->s, &ec->d, op->in, op->in_len, md, obi_mbedtls_random,
                                       random);
#else
        return OB_E_DECLINED; /* the program's own library may lack it */
#endif
    } else if (r == 0) {
        r = mbedtls_ecdsa_sign(&ec->group, &ec->r, &ec->s, &ec->d, op->in, op->in_len, obi_mbedtls_random, random);
    }
    if (r == 0)
        r = mbedtls_mpi_write_binary(&ec->r, op->tag, len);
    if (r == 0)
        r = mbedtls_mpi_write_binary(&ec->s, op->tag + len, len);
    op->out_len = 2 * len;
    return obi_mbedtls_private_verdict(r);
}

/* The public point of the session's key: the given one, or computed from the private key. */
static int public_point(struct ec *ec, struct ob_session *s, struct mbedtls_random *random)
{
    int r;

    if (s->pk->x.len) {
        r = set_point(ec, s, s->pk->x, s->pk->y);
        return r ? r : mbedtls_ecp_check_pubkey(&ec->group, &ec->point);
    }
    r = obi_mbedtls_number(&ec->d, s->pk->d, scalar_len(s));
    if (r == 0)
        r = mbedtls_ecp_check_privkey(&ec->group, &ec->d);
    return r ? r : mbedtls_ecp_mul(&ec->group, &ec->point, &ec->d, &ec->group.G, obi_mbedtls_random, random);
}

int obi_mbedtls_ec_public(struct ob_session *s, uint8_t *point, struct mbedtls_random *random)
{
    bool montgomery = mbedtls_is_montgomery(s->curve);
    size_t len = field_len(s);
    mbedtls_ecp_keypair key;
    struct ec ec;
    int r;

    begin(&ec);
    mbedtls_ecp_keypair_init(&key);
    r = mbedtls_ecp_group_load(&ec.group, obi_mbedtls_group_id(s->curve));
    if (r == 0 && montgomery)
        r = mbedtls_ecp_read_key(ec.group.id, &key, s->pk->d.data, s->pk->d.len);
    if (r == 0)
        r = montgomery ? mbedtls_mpi_copy(&ec.d, &key.d) : obi_mbedtls_number(&ec.d, s->pk->d, scalar_len(s));
    if (r == 0)
        r = mbedtls_ecp_check_privkey(&ec.group, &ec.d);
    if (r == 0)
        r = mbedtls_ecp_mul(&ec.group, &ec.point, &ec.d, &ec.group.G, obi_mbedtls_random, random);
    if (r == 0)
        r = montgomery ? mbedtls_mpi_write_binary_le(&ec.point.X, point, len)
                       : mbedtls_mpi_write_binary(&ec.point.X, point, len);
    if (r == 0 && !montgomery)
        r = mbedtls_mpi_write_binary(&ec.point.Y, point + len, len);
    mbedtls_ecp_keypair_free(&key);
    end(&ec);
    return obi_mbedtls_verdict(r, random, OB_E_ARG);
}

static int ecdsa_verify(struct ec *ec, struct ob_session *s, struct ob_op *op, struct mbedtls_random *random)
{
    size_t len = scalar_len(s);
    int r;

    r = public_point(ec, s, random);
    if (r != 0)
        return obi_mbedtls_verdict(r, random, OB_E_ARG);
    r = mbedtls_mpi_read_binary(&ec->r, op->tag, len);
    if (r == 0)
        r = mbedtls_mpi_read_binary(&ec->s, op->tag + len, len);
    if (r == 0)
        r = mbedtls_ecdsa_verify(&ec->group, op->in, op->in_len, &ec->point, &ec->r, &ec->s);
    return obi_mbedtls_verdict(r, random, OB_E_AUTH);
}

int obi_mbedtls_ecdsa_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *random)
{
    struct ec ec;
    int err;

    begin(&ec);
    err = obi_mbedtls_verdict(mbedtls_ecp_group_load(&ec.group, obi_mbedtls_group_id(s->curve)), random, OB_E_IO);
    if (err == OB_OK)
        err = op->flags & OB_VERIFY ? ecdsa_verify(&ec, s, op, random) : ecdsa_sign(&ec, s, op, random);
    end(&ec);
    return err;
}

/* ---- ECDH ---- */

/* Import the bytes of RFC 7748: a little-endian number. The private key is clamped: some of its bits are set and
 * cleared; of a coordinate the unused top bits are cleared. */
static int read_montgomery(struct ec *ec, struct ob_session *s, struct ob_op *op)
{
    mbedtls_ecp_keypair key;
    int r;

    mbedtls_ecp_keypair_init(&key);
    r = mbedtls_ecp_read_key(ec->group.id, &key, s->pk->d.data, s->pk->d.len);
    if (r == 0)
        r = mbedtls_mpi_copy(&ec->d, &key.d);
    if (r == 0)
        r = mbedtls_ecp_point_read_binary(&ec->group, &ec->point, op->in, op->in_len);
    mbedtls_ecp_keypair_free(&key);
    return r;
}

static int read_numbers(struct ec *ec, struct ob_session *s, struct ob_op *op)
{
    size_t len = field_len(s);
    struct ob_bytes x = {op->in, len}, y = {op->in + len, len};
    int r = check_own_point(ec, s);

    if (r == 0)
        r = obi_mbedtls_number(&ec->d, s->pk->d, scalar_len(s));
    return r ? r : set_point(ec, s, x, y);
}

static int derive(struct ec *ec, struct ob_session *s, struct ob_op *op, struct mbedtls_random *random)
{
    bool montgomery = mbedtls_is_montgomery(s->curve);
    size_t len = field_len(s);
    int r = montgomery ? read_montgomery(ec, s, op) : read_numbers(ec, s, op);

    if (r == 0) /* this also checks point and private key */
        r = mbedtls_ecdh_compute_shared(&ec->group, &ec->r, &ec->point, &ec->d, obi_mbedtls_random, random);
    if (r == 0)
        r = montgomery ? mbedtls_mpi_write_binary_le(&ec->r, op->out, len)
                       : mbedtls_mpi_write_binary(&ec->r, op->out, len);
    op->out_len = len;
    return obi_mbedtls_verdict(r, random, OB_E_ARG);
}

int obi_mbedtls_ecdh_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *random)
{
    struct ec ec;
    int err;

    begin(&ec);
    err = obi_mbedtls_verdict(mbedtls_ecp_group_load(&ec.group, obi_mbedtls_group_id(s->curve)), random, OB_E_IO);
    if (err == OB_OK)
        err = derive(&ec, s, op, random);
    end(&ec);
    return err;
}

/* ---- generation ---- */

static int export(struct ec *ec, uint8_t *out, const struct ob_session *s)
{
    size_t len = field_len(s), d_len = scalar_len(s);
    int r;

    if (mbedtls_is_montgomery(s->curve)) {
        r = mbedtls_mpi_write_binary_le(&ec->d, out, d_len);
        return r ? r : mbedtls_mpi_write_binary_le(&ec->point.X, out + d_len, len);
    }
    r = mbedtls_mpi_write_binary(&ec->d, out, d_len);
    if (r == 0)
        r = mbedtls_mpi_write_binary(&ec->point.X, out + d_len, len);
    return r ? r : mbedtls_mpi_write_binary(&ec->point.Y, out + d_len + len, len);
}

int obi_mbedtls_ec_generate(struct ob_session *s, struct ob_op *op, struct mbedtls_random *random)
{
    size_t total = scalar_len(s) + (mbedtls_is_montgomery(s->curve) ? 1 : 2) * field_len(s);
    struct ec ec;
    int r;

    begin(&ec);
    r = mbedtls_ecp_group_load(&ec.group, obi_mbedtls_group_id(s->curve));
    if (r == 0)
        r = mbedtls_ecp_gen_keypair(&ec.group, &ec.d, &ec.point, obi_mbedtls_random, random);
    if (r == 0)
        r = export(&ec, op->out, s);
    end(&ec);
    op->out_len = total;
    return obi_mbedtls_verdict(r, random, OB_E_IO);
}
