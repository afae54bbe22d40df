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

/* An op that makes no key. */
static int use(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
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

/* Whether what a private op on a curve has made stands: the signature verifies, the secret is the same once more. */
static int confirm(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    uint8_t secret[2 * OBI_ACRYP_FIELD];
    struct ob_op again = *j->op;
    const struct obi_acryp_job second = {j->a, j->s, &again};
    bool derives = j->s->alg == OB_ECDH;
    int status;

    if (derives)
        again.out = secret;
    else
        again.flags |= OB_VERIFY;
    status = use(&second, c);
    if (status == OB_OK && derives && ob_differ(secret, j->op->out, j->op->out_len))
        status = OB_E_IO;
    ob_wipe(secret, sizeof secret);
    if (status == OB_OK)
        return OB_OK;
    ob_wipe(derives ? j->op->out : j->op->tag, j->op->out_len);
    return obi_acryp_failed(j->a);
}

int obi_acryp_serve(const struct obi_acryp_job *j)
{
    const struct obi_acryp_curve *c = obi_acryp_curve(j->s->curve);
    int status;

    if (!is_rsa(j->s->alg) && !c)
        return OB_E_DECLINED;
    if (j->op->flags & OB_GENERATE)
        return !c || ob_progress(j->s) == OB_OK ? generate(j, c) : OB_E_IO; /* RSA has steps of its own */
    status = use(j, c);
    return status == OB_OK && c && j->a->confirm && !(j->op->flags & OB_VERIFY) ? confirm(j, c) : status;
}

static void stop(void *dev)
{
    (void)obi_acryp_failed((struct ob_acryp *)dev);
}

#define OPS(first_row, rows, poll_verb, close_verb)                                                                    \
    {                                                                                                                  \
        .name = "acryp", .caps = obi_acryp_caps + (first_row), .n_caps = (rows),                                       \
        .state_size = sizeof(struct ob_acryp_state), .start = start, .open = open_key, .submit = obi_acryp_submit,     \
        .poll = poll_verb, .close = close_verb, .stop = stop                                                           \
    }
#define ALL(poll_verb, close_verb)                                                                                     \
    {                                                                                                                  \
        [OB_ACRYP_ALL] = OPS(0, OBI_ACRYP_ROWS, poll_verb, close_verb),                                                \
        [OB_ACRYP_RSA] = OPS(0, OBI_ACRYP_RSA_ROWS, poll_verb, close_verb),                                            \
        [OB_ACRYP_CURVES] = OPS(OBI_ACRYP_RSA_ROWS, OBI_ACRYP_ROWS - OBI_ACRYP_RSA_ROWS, poll_verb, close_verb),       \
    }

int ob_acryp_init(struct ob_acryp *a)
{
    static const struct ob_engine_ops plain[] = ALL(NULL, NULL);
#if OB_ASYNC
    static const struct ob_engine_ops async[] = ALL(obi_acryp_poll, obi_acryp_close);
#else
    static const struct ob_engine_ops *const async = plain;
#endif

    if (a->rows > OB_ACRYP_CURVES)
        return OB_E_ARG;
    if (a->async && (!OB_ASYNC || !a->device.work || a->device.work_len < OB_ACRYP_WORK_LEN))
        return OB_E_ARG;
    memset(&a->engine, 0, sizeof a->engine);
    a->engine.dev = a;
    a->engine.ops = a->async ? &async[a->rows] : &plain[a->rows];
    return OB_OK;
}
