/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzz targets share: input as a sequence of calls, made on one session per engine, whose answers must agree.
 */
#include <outboard/engine.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"

uint8_t fuzz_byte(struct fuzz_input *in)
{
    if (in->len == 0)
        return 0;
    in->len--;
    return *in->data++;
}

size_t fuzz_length(struct fuzz_input *in, size_t max)
{
    size_t n = fuzz_byte(in);

    if (n >= 0xf0) /* one in sixteen is long */
        n = (n & 15) << 8 | fuzz_byte(in);
    return n > max ? n % (max + 1) : n;
}

void fuzz_fill(struct fuzz_input *in, uint8_t *p, size_t len)
{
    size_t n = len < in->len ? len : in->len;

    memcpy(p, in->data, n);
    in->data += n;
    in->len -= n;
    for (size_t i = n; i < len; i++)
        p[i] = (uint8_t)(i * 37 + 11);
}

/* ---- prices ---- */

#define ROWS_MAX 255

static struct ob_price prices[OB_ENGINES_MAX];
static const struct ob_price *price_table[OB_ENGINES_MAX][ROWS_MAX];

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (ob_start() < 1)
        abort();
    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        if (fuzz_classes && ob_selftest(ob_default.engine[i], fuzz_classes) != OB_OK) {
            fprintf(stderr, "self-test of %s failed\n", ob_default.engine[i]->ops->name);
            abort();
        }
        for (unsigned row = 0; row < ROWS_MAX; row++)
            price_table[i][row] = &prices[i];
    }
    if (fuzz_classes && planted_wanted())
        planted_engine(fuzz_classes);
    return 0;
}

void fuzz_begin(struct fuzz_input *in)
{
    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        uint8_t p = fuzz_byte(in);

        prices[i] = (struct ob_price){OB_UPTO_ANY, 0, p & 15u, (uint32_t)(p >> 4) * 16, 1, 1};
        ob_default.engine[i]->prices = price_table[i];
    }
}

/* ---- groups ---- */

bool fuzz_open(struct fuzz_group *g, uint8_t alg, const uint8_t *key, size_t key_len)
{
    g->n = 0;
    for (unsigned i = 0; i < ob_default.n_engines && g->n < FUZZ_SESSIONS - 1; i++) {
        struct ob_session *s = &g->session[g->n];

        if (ob_session_open(s, NULL, alg, key, key_len) != OB_OK)
            return false; /* not an allowed key, the same for all engines, or nobody has it */
        if (ob_session_pin(s, ob_default.engine[i]) != OB_OK) {
            ob_session_close(s);
            continue;
        }
        g->name[g->n++] = ob_default.engine[i]->ops->name;
    }
    if (g->n == 0)
        return false;
    if (ob_session_open(&g->session[g->n], NULL, alg, key, key_len) != OB_OK)
        abort();
    g->name[g->n++] = "dispatcher";
    for (unsigned i = 0; i < g->n; i++)
        (void)ob_session_require(&g->session[i], OB_SESSION_UNVERIFIED);
    return true;
}

void fuzz_clone(struct fuzz_group *g)
{
    static struct ob_session copy;

    for (unsigned i = 0; i < g->n; i++) {
        if (ob_session_clone(&copy, &g->session[i]) != OB_OK)
            abort();
        ob_session_close(&g->session[i]);
        if (ob_session_clone(&g->session[i], &copy) != OB_OK)
            abort();
        ob_session_close(&copy);
    }
}

void fuzz_close(struct fuzz_group *g)
{
    for (unsigned i = 0; i < g->n; i++)
        ob_session_close(&g->session[i]);
    g->n = 0;
}

void fuzz_agree(const struct fuzz_group *g, unsigned i, int r, const uint8_t *bytes, size_t len, int r0,
                const uint8_t *bytes0, size_t len0)
{
    if (r == r0 && len == len0 && (!bytes || memcmp(bytes, bytes0, len) == 0))
        return;
    fprintf(stderr, "%s: %s says %d (%zu bytes), %s says %d (%zu bytes)%s\n", ob_alg_name(g->session[i].alg),
            g->name[0], r0, len0, g->name[i], r, len, r == r0 && len == len0 ? ", other bytes" : "");
    abort();
}
