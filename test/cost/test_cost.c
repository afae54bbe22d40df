/* SPDX-License-Identifier: Apache-2.0 */
/* What core itself costs between an application and an engine: callgrind counts the instructions of calls to the null
 * engine. Each dump has the count of RUNS calls; check_cost.py divides. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#define RUNS 100 /* check_cost.py knows it, too */

extern struct ob_engine ob_engine_null, ob_engine_soft;

static struct ob_dispatcher d;
static const uint8_t key[16] = {1, 2};
static uint8_t in[64], out[64];

/* Run call, which sets status, RUNS times and dump what that took. */
#define COUNT(name, call)                                                                                              \
    do {                                                                                                               \
        CALLGRIND_ZERO_STATS;                                                                                          \
        for (unsigned i = 0; i < RUNS; i++)                                                                            \
            status |= (call);                                                                                          \
        CALLGRIND_DUMP_STATS_AT(name);                                                                                 \
    } while (0)

static int open_and_close(struct ob_session *s)
{
    int r = ob_cipher_open(s, &d, OB_NULL, key, sizeof key);

    ob_session_close(s);
    return r;
}

static int open_and_run(struct ob_session *s)
{
    int r = ob_cipher_open(s, &d, OB_NULL, key, sizeof key);

    r |= ob_cipher_crypt(s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, 16);
    ob_session_close(s);
    return r;
}

int main(void)
{
    struct ob_op op = {
        .flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .in = in, .in_len = 16, .out = out, .out_size = sizeof out};
    struct ob_session s, other;
    int status = 0;
    size_t n;

    status |= ob_engine_add(&d, &ob_engine_null);
    status |= ob_engine_add(&d, &ob_engine_soft); /* two engines, so that there is a choice */
    status |= ob_selftest(&ob_engine_null, 0);
    status |= ob_cipher_open(&s, &d, OB_NULL, key, sizeof key);
    for (unsigned i = 0; i < 4; i++) { /* the first calls learn what the others use */
        status |= ob_run(&s, &op);
        status |= ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, 16);
    }
    COUNT("op", ob_run(&s, &op));
    COUNT("message", ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, 16));
    status |= ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0);
    COUNT("update", ob_cipher_update(&s, out, sizeof out, &n, in, 16));
    COUNT("open", open_and_close(&other));
    COUNT("open-and-message", open_and_run(&other));
    ob_session_close(&s);
    ob_stop(&d);
    if (status != 0)
        (void)fprintf(stderr, "an error: %d\n", status);
    return status != 0;
}
