/* SPDX-License-Identifier: Apache-2.0 */
/* A fault in one engine for each fuzz target, which the target must find: with OB_FUZZ_PLANTED in the environment. Each
 * shows only where lengths, flags and the order of calls meet, as a real one would. */
#include <outboard/engine.h>

#include "planted.h"

#include <stdio.h>
#include <stdlib.h>

static int (*sound_submit)(void *dev, struct ob_session *s, struct ob_op *op);

bool planted_wanted(void)
{
    return getenv("OB_FUZZ_PLANTED") != NULL;
}

void planted_shows(void)
{
    static bool said;

    if (!said)
        fputs("the planted fault shows\n", stderr);
    said = true;
}

/* A hash or MAC of 55 bytes beyond whole blocks, in parts: the padding just fits. */
static bool digest_shows(const struct ob_session *s, const struct ob_op *op, int r)
{
    return r == OB_OK && (op->flags & (OB_FIRST | OB_LAST | OB_VERIFY)) == OB_LAST &&
           (s->in_done + op->in_len) % 64 == 55;
}

/* Decryption of several blocks at once, not at the beginning of the stream. */
static bool cipher_shows(const struct ob_op *op, int r)
{
    return r == OB_OK && !(op->flags & (OB_FIRST | OB_ENCRYPT)) && op->in_len >= 32;
}

/* Encryption of text that lacks one byte of a block, with more than a block of AAD. */
static bool aead_shows(const struct ob_op *op, int r)
{
    return r == OB_OK && op->flags & OB_ENCRYPT && op->flags & OB_LAST && op->aad_len > 16 && op->in_len % 16 == 15;
}

/* A wrong signature that ends in two zero bits. */
static bool pk_shows(const struct ob_op *op, int r)
{
    return r == OB_E_AUTH && op->flags & OB_VERIFY && op->tag_len && (op->tag[op->tag_len - 1] & 3) == 0;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = sound_submit(dev, s, op);
    uint8_t *spoiled = NULL;

    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
    case OB_CLASS_MAC:
        if (digest_shows(s, op, r))
            spoiled = op->tag;
        break;
    case OB_CLASS_CIPHER:
        if (cipher_shows(op, r))
            spoiled = op->out + op->in_len - 1;
        break;
    case OB_CLASS_AEAD:
        if (aead_shows(op, r))
            spoiled = op->tag;
        break;
    default:
        if (pk_shows(op, r)) {
            planted_shows();
            return OB_OK;
        }
    }
    if (spoiled) {
        planted_shows();
        *spoiled ^= 1;
    }
    return r;
}

static bool has_class(const struct ob_engine *e, unsigned classes)
{
    for (unsigned row = 0; row < e->ops->n_caps; row++)
        if (classes >> OB_ALG_CLASS(e->ops->caps[row].alg) & 1)
            return true;
    return false;
}

void planted_engine(unsigned classes)
{
    static struct ob_engine_ops ops;

    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        struct ob_engine *e = ob_default.engine[i];

        if (!has_class(e, classes))
            continue;
        ops = *e->ops;
        sound_submit = ops.submit;
        ops.submit = submit;
        e->ops = &ops;
        return;
    }
    abort();
}
