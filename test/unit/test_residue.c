/* SPDX-License-Identifier: Apache-2.0 */
/* A private key that an engine has generated stays nowhere but in the caller's buffer: not in heap that was freed, not
 * on the stack below the call. What the engine frees is held back and searched, with the stack of a thread of its own.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern const struct ob_engine_ops ENGINE_OPS;
extern void __libc_free(void *p); /* glibc's own, below the one that the linker takes from here */

#define STACK_LEN ((size_t)1 << 20)
#define HELD_MAX  20000
#define PIECE     16 /* bytes of a key that must not be found together */

static struct ob_dispatcher d;
static struct ob_engine engine = {.ops = &ENGINE_OPS};

/* ---- freed heap ---- */

static void *held[HELD_MAX];
static unsigned n_held;
static _Thread_local bool holding;

/* In place of the C library's: while a thread holds, what it frees stays as it is. */
void free(void *p)
{
    if (p && holding && n_held < HELD_MAX)
        held[n_held++] = p;
    else
        __libc_free(p);
}

/* ---- search ---- */

static bool found(const uint8_t *in, size_t in_len, const uint8_t *key, size_t key_len)
{
    uint8_t reversed[66];

    for (size_t i = 0; i < key_len; i++)
        reversed[i] = key[key_len - 1 - i];
    for (size_t at = 0; at + PIECE <= key_len; at += PIECE / 2)
        if (memmem(in, in_len, key + at, PIECE) || memmem(in, in_len, reversed + at, PIECE))
            return true;
    return false;
}

/* ---- a key ---- */

struct work {
    uint8_t alg, curve;
    uint8_t out[200];
    int result;
};

static void *generate(void *p)
{
    struct work *w = p;
    struct ob_key none = {.curve = w->curve};
    struct ob_session *s = calloc(1, sizeof *s);
    size_t len;

    w->result = ob_pk_open(s, &d, w->alg, 0, &none);
    holding = true;
    if (w->result == OB_OK)
        w->result = ob_pk_generate(s, w->out, sizeof w->out, &len);
    ob_session_close(s);
    holding = false;
    free(s);
    return NULL;
}

static void check(uint8_t alg, uint8_t curve)
{
    static struct work w;
    size_t len = ob_curve_scalar_len(curve);
    uint8_t *stack = mmap(NULL, STACK_LEN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;

    assert_true(stack != MAP_FAILED);
    w = (struct work){.alg = alg, .curve = curve};
    n_held = 0;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK_LEN), 0);
    assert_int_equal(pthread_create(&thread, &attributes, generate, &w), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    assert_int_equal(w.result, OB_OK);
    assert_true(n_held < HELD_MAX);
    assert_true(found(w.out, len, w.out, len)); /* the search finds what is there */
    if (found(stack, STACK_LEN, w.out, len))
        fail_msg("the stack has a piece of a private key of %s", ob_curve_name(curve));
    for (unsigned i = 0; i < n_held; i++) {
        if (found(held[i], malloc_usable_size(held[i]), w.out, len))
            fail_msg("freed memory has a piece of a private key of %s", ob_curve_name(curve));
        free(held[i]);
    }
    munmap(stack, STACK_LEN);
}

static void generated_keys_leave_nothing_behind(void **state)
{
    unsigned checked = 0;

    (void)state;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    assert_int_equal(ob_selftest(&engine, 1u << OB_CLASS_PK), OB_OK);
    for (unsigned row = 0; row < ENGINE_OPS.n_caps; row++) {
        const struct ob_cap *cap = &ENGINE_OPS.caps[row];

        if (cap->curve && cap->dirs & OB_DIR_GENERATE) {
            check(cap->alg, cap->curve);
            checked++;
        }
    }
    assert_true(checked > 15);
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(generated_keys_leave_nothing_behind)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
