/* SPDX-License-Identifier: Apache-2.0 */
/* Single operations on long numbers by a block that has them, beside the dispatcher: for a library of numbers that
 * hands its operations on. Keys belong to the calls of pk.h, which blind, check and choose. */
#ifndef OUTBOARD_NUMBERS_H
#define OUTBOARD_NUMBERS_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ob_number_op {
    OB_NUMBER_ADD,    /* (a + b) modulo n */
    OB_NUMBER_SUB,    /* (a - b) modulo n */
    OB_NUMBER_MUL,    /* a b modulo n */
    OB_NUMBER_MOD,    /* a modulo n; a has any length up to 8 times that of n */
    OB_NUMBER_INVERT, /* 1 / a modulo n */
    OB_NUMBER_POWER,  /* a to the power of b modulo n, in a time that depends on lengths alone */
};

/* One operation. Numbers are big-endian, and may have leading zeros. n is odd and above 1; a and b are below n, but for
 * a of MOD and b of POWER. out gets as many bytes as n has; it may be one of the others. */
struct ob_number_job {
    enum ob_number_op op;
    struct ob_bytes n, a, b;
    uint8_t *out;
};

/* A block with these operations. run: OB_OK; OB_E_DECLINED: numbers that the block does not take; OB_E_BUSY: something
 * else runs there; OB_E_ARG: a number out of range, or no inverse; OB_E_IO. out is written only with OB_OK. */
struct ob_numbers {
    void *user;
    int (*run)(void *user, const struct ob_number_job *job);
};

#ifdef __cplusplus
}
#endif

#endif
