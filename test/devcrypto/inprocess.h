/* SPDX-License-Identifier: Apache-2.0 */
/* A hold on the test device where it is in the same program. */
#ifndef OUTBOARD_TEST_DEVCRYPTO_INPROCESS_H
#define OUTBOARD_TEST_DEVCRYPTO_INPROCESS_H

#define INPROCESS_POLL (~0ul)

/* Called before each open, with 0, and ioctl, with its number: 0, or the error that it then has; while a poll waits,
 * with INPROCESS_POLL. NULL: none. */
extern int (*inprocess_before)(unsigned long number);

#endif
