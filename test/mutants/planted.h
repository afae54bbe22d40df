/* SPDX-License-Identifier: Apache-2.0 */
/* Functions for the test of ./run mutants: one that a test looks at, and one that no test calls. */
#ifndef OUTBOARD_TEST_MUTANTS_PLANTED_H
#define OUTBOARD_TEST_MUTANTS_PLANTED_H

/* The sum of the numbers from 1 to n. */
unsigned planted_sum(unsigned n);

/* The same, untested. */
unsigned planted_idle(unsigned n);

#endif
