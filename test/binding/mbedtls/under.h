/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the binding for Mbed TLS share: who serves, deterministic random numbers, counts. */
#ifndef OUTBOARD_TEST_UNDER_H
#define OUTBOARD_TEST_UNDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MBEDTLS_ALLOW_PRIVATE_ACCESS
#include <mbedtls/build_info.h>

#include <outboard/mbedtls.h>

/* Who serves wrapped calls from now on. */
void by_library(void);                    /* the library's own code */
void by_engine(void);                     /* engines, without fallback and without regard to prices */
void by_both(void);                       /* half of the functions each, chosen anew at random */
void by_engine_but(const char *function); /* engines, but this one */
void by_price(void);                      /* as in a program without a test's hands in it */

/* The same sequence in every run. */
void seed(uint32_t value);
uint32_t number(uint32_t below);
void fill(uint8_t *p, size_t len);
int random_bytes(void *user, unsigned char *to, size_t len); /* for the library's f_rng */

/* How often engines have served a function since the last reset of the counts. */
uint32_t engine_ops(const char *function);
uint32_t library_ops(const char *function);

/* Since then no call was served by the library, or refused by Outboard. */
void assert_no_library_ops(void);

/* What engine has done so far, of any dispatcher. */
uint64_t ops_of(const char *engine);

#endif
