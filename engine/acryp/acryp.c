/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: making and starting an instance, sessions, and which file serves an op. */
#include "engine/acryp/internal.h"

_Static_assert(sizeof(struct ob_acryp_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than acryp's state");

static int start(void *dev)
{
    struct ob_acryp *a = (struct ob_acryp *)dev;
    int status = obi_block_start(&a->device, OB_ACRYP_NAME_RESET, OB_ACRYP_VERSION_RESET);
    uint32_t config;

    if (status != OB_OK)
        return status;
    config = ob_port_read(&a->device, OB_ACRYP_CONFIG);
    a->ram_bits = ((config & OB_ACRYP_CONFIG_WIDTH) >> OB_ACRYP_CONFIG_WIDTH_LSB) *
                  ((config & OB_ACRYP_CONFIG_RAM_WORDS) >> OB_ACRYP_CONFIG_RAM_WORDS_LSB);
    /* A smaller RAM would end the longest operations with an error: such a block is not the one of these rows. */
    return a->ram_bits >= 147456 ? OB_OK : OB_E_IO;
}

static bool is_rsa(uint8_t alg)
{
    return alg <= OB_RSA_OAEP;
}

static int open_key(void *dev, struct ob_session *s)
{
    (void)dev;
    if (s->pk->kind == OB_KEY_SLOT)
        return OB_E_DECLINED;
    if (s->pk->kind == OB_KEY_NONE)
        return OB_OK;
    if (is_rsa(s->alg))
        return obi_acryp_rsa_open(s);
    return s->alg == OB_ECDH || s->alg == OB_ECDSA || s->alg == OB_EDDSA || s->alg == OB_SM2_SIGN ? OB_OK
                                                                                                  : OB_E_DECLINED;
}

static int generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    if (is_rsa(j->s->alg))
        return obi_acryp_rsa_generate(j);
    if (j->s->curve == OB_X25519 || j->s->curve == OB_X448)
        return obi_acryp_x_generate(j, c);
    if (j->s->alg == OB_EDDSA)
        return obi_acryp_eddsa_generate(j, c);
    return obi_acryp_ec_generate(j, c);
}

static int serve(const struct obi_acryp_job *j)
{
    const struct obi_acryp_curve *c = obi_acryp_curve(j->s->curve);

    if (!is_rsa(j->s->alg) && !c)
        return OB_E_DECLINED;
    if (j->op->flags & OB_GENERATE)
        return !c || ob_progress(j->s) == OB_OK ? generate(j, c) : OB_E_IO; /* RSA has steps of its own */
    switch (j->s->alg) {
    case OB_ECDSA:
        return obi_acryp_ecdsa(j, c);
    case OB_ECDH:
        return j->s->curve == OB_X25519 || j->s->curve == OB_X448 ? obi_acryp_x(j, c) : obi_acryp_ecdh(j, c);
    case OB_EDDSA:
        return obi_acryp_eddsa(j, c);
    case OB_SM2_SIGN:
        return obi_acryp_sm2(j, c);
    default:
        return obi_acryp_rsa(j);
    }
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    const struct obi_acryp_job j = {(struct ob_acryp *)dev, s, op};

    return serve(&j);
}

static void stop(void *dev)
{
    (void)obi_acryp_failed((struct ob_acryp *)dev);
}

#define OPS(first_row, rows)                                                                                           \
    {                                                                                                                  \
        .name = "acryp", .caps = obi_acryp_caps + (first_row), .n_caps = (rows),                                       \
        .state_size = sizeof(struct ob_acryp_state), .start = start, .open = open_key, .submit = submit, .stop = stop  \
    }

int ob_acryp_init(struct ob_acryp *a)
{
    static const struct ob_engine_ops ops[] = {
        [OB_ACRYP_ALL] = OPS(0, OBI_ACRYP_ROWS),
        [OB_ACRYP_RSA] = OPS(0, OBI_ACRYP_RSA_ROWS),
        [OB_ACRYP_CURVES] = OPS(OBI_ACRYP_RSA_ROWS, OBI_ACRYP_ROWS - OBI_ACRYP_RSA_ROWS),
    };

    if (a->rows > OB_ACRYP_CURVES)
        return OB_E_ARG;
    memset(&a->engine, 0, sizeof a->engine);
    a->engine.dev = a;
    a->engine.ops = &ops[a->rows];
    return OB_OK;
}
