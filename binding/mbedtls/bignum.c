/* SPDX-License-Identifier: Apache-2.0 */
/* Single operations on the library's numbers on a block that has them (ob_mbedtls_numbers), in programs that ask for
 * it: ob_bind_mbedtls with NUMBERS. The block computes modulo an odd number; what does not fit that is the library's.
 */
#include "binding/mbedtls/pk.h"

#if OB_MBEDTLS_NUMBERS && defined(MBEDTLS_BIGNUM_C)

#include <mbedtls/platform.h>

#define LEN_MAX 1024u /* bytes of the longest modulus of a block */

const struct ob_numbers *ob_mbedtls_numbers;

/* An operation: its modulus and operands, and where the result goes. */
struct operation {
    enum obi_function function;
    enum ob_number_op op;
    const mbedtls_mpi *a, *b;
    const mbedtls_mpi *n; /* NULL: 2^bits - 1, above every result */
    size_t bits;
};

static struct ob_bytes put(uint8_t **at, const mbedtls_mpi *m, size_t len)
{
    struct ob_bytes b = {*at, len};

    (void)mbedtls_mpi_write_binary(m, *at, len); /* there is room for it */
    *at += len;
    return b;
}

/* The modulus 2^bits - 1. */
static struct ob_bytes ones(uint8_t **at, size_t bits)
{
    struct ob_bytes b = {*at, (bits + 7) / 8};

    memset(*at, 0xff, b.len);
    (*at)[0] = (uint8_t)(0xffu >> (8 * b.len - bits));
    *at += b.len;
    return b;
}

/* True: the result is in x. */
static bool serve(mbedtls_mpi *x, const struct operation *o)
{
    size_t n_len = o->n ? mbedtls_mpi_size(o->n) : (o->bits + 7) / 8;
    size_t a_len = o->op == OB_NUMBER_MOD ? mbedtls_mpi_size(o->a) : n_len;
    size_t b_len = o->op == OB_NUMBER_POWER ? mbedtls_mpi_size(o->b)
                   : o->b                   ? n_len
                                            : 0,
           len = 2 * n_len + a_len + b_len;
    struct ob_number_job job = {.op = o->op};
    uint8_t *memory, *at;
    int r = OB_E_BUSY;

    if (n_len > LEN_MAX || a_len > 8 * n_len || b_len > 2 * n_len || !obi_mbedtls_started())
        return false;
    memory = at = mbedtls_calloc(1, len);
    if (memory) {
        job.out = at;
        at += n_len;
        job.n = o->n ? put(&at, o->n, n_len) : ones(&at, o->bits);
        job.a = put(&at, o->a, a_len);
        if (o->b)
            job.b = put(&at, o->b, b_len);
        r = ob_mbedtls_numbers->run(ob_mbedtls_numbers->user, &job);
        if (r == OB_OK && mbedtls_mpi_read_binary(x, job.out, n_len) != 0)
            r = OB_E_BUSY; /* no memory */
        ob_wipe(memory, len);
        mbedtls_free(memory);
    }
    obi_mbedtls_count(o->function, r == OB_OK ? OBI_BY_ENGINE : r == OB_E_ARG ? OBI_REFUSED : OBI_BY_LIBRARY);
    return r == OB_OK;
}

static bool can(const void *x, const mbedtls_mpi *a, const mbedtls_mpi *b)
{
    return ob_mbedtls_numbers && x && a && b && a->s > 0 && b->s > 0;
}

/* A modulus that a block takes: odd, above 1. */
static bool is_modulus(const mbedtls_mpi *n)
{
    return mbedtls_mpi_get_bit(n, 0) && mbedtls_mpi_cmp_int(n, 1) > 0;
}

/* Bits of the longer one. */
static size_t longer(const mbedtls_mpi *a, const mbedtls_mpi *b)
{
    size_t one = mbedtls_mpi_bitlen(a), two = mbedtls_mpi_bitlen(b);

    return one > two ? one : two;
}

OBI_WRAP(int, mpi_add_mpi, mbedtls_mpi *X, const mbedtls_mpi *A, const mbedtls_mpi *B)
{
    if (OBI_ON(mpi_add_mpi) && can(X, A, B)) {
        const struct operation o = {OBI_FN_mpi_add_mpi, OB_NUMBER_ADD, A, B, NULL, longer(A, B) + 2};

        if (serve(X, &o))
            return 0;
    }
    return __real_mbedtls_mpi_add_mpi(X, A, B);
}

OBI_WRAP(int, mpi_sub_mpi, mbedtls_mpi *X, const mbedtls_mpi *A, const mbedtls_mpi *B)
{
    if (OBI_ON(mpi_sub_mpi) && can(X, A, B) && mbedtls_mpi_cmp_mpi(A, B) >= 0) {
        const struct operation o = {OBI_FN_mpi_sub_mpi, OB_NUMBER_SUB, A, B, NULL, longer(A, B) + 1};

        if (serve(X, &o))
            return 0;
    }
    return __real_mbedtls_mpi_sub_mpi(X, A, B);
}

OBI_WRAP(int, mpi_mul_mpi, mbedtls_mpi *X, const mbedtls_mpi *A, const mbedtls_mpi *B)
{
    if (OBI_ON(mpi_mul_mpi) && can(X, A, B)) {
        const struct operation o = {
            OBI_FN_mpi_mul_mpi, OB_NUMBER_MUL, A, B, NULL, mbedtls_mpi_bitlen(A) + mbedtls_mpi_bitlen(B) + 1};

        if (serve(X, &o))
            return 0;
    }
    return __real_mbedtls_mpi_mul_mpi(X, A, B);
}

OBI_WRAP(int, mpi_mod_mpi, mbedtls_mpi *R, const mbedtls_mpi *A, const mbedtls_mpi *B)
{
    if (OBI_ON(mpi_mod_mpi) && can(R, A, B) && is_modulus(B)) {
        const struct operation o = {OBI_FN_mpi_mod_mpi, OB_NUMBER_MOD, A, NULL, B, 0};

        if (serve(R, &o))
            return 0;
    }
    return __real_mbedtls_mpi_mod_mpi(R, A, B);
}

/* prec_RR is the library's own constant for its code, R^2 mod N with R = 2^(bits of N's limbs): it is neither used nor
 * made. The block's R is another one, a power of 2 of whole words of the block. */
OBI_WRAP(int, mpi_exp_mod, mbedtls_mpi *X, const mbedtls_mpi *A, const mbedtls_mpi *E, const mbedtls_mpi *N,
         mbedtls_mpi *prec_RR)
{
    if (OBI_ON(mpi_exp_mod) && can(X, A, E) && N && N->s > 0 && is_modulus(N) && mbedtls_mpi_bitlen(E) > 0 &&
        mbedtls_mpi_cmp_mpi(A, N) < 0) {
        const struct operation o = {OBI_FN_mpi_exp_mod, OB_NUMBER_POWER, A, E, N, 0};

        if (serve(X, &o))
            return 0;
    }
    return __real_mbedtls_mpi_exp_mod(X, A, E, N, prec_RR);
}

OBI_WRAP(int, mpi_inv_mod, mbedtls_mpi *X, const mbedtls_mpi *A, const mbedtls_mpi *N)
{
    if (OBI_ON(mpi_inv_mod) && can(X, A, N) && is_modulus(N) && mbedtls_mpi_cmp_mpi(A, N) < 0) {
        const struct operation o = {OBI_FN_mpi_inv_mod, OB_NUMBER_INVERT, A, NULL, N, 0};

        if (serve(X, &o))
            return 0;
    }
    return __real_mbedtls_mpi_inv_mod(X, A, N);
}

#endif
