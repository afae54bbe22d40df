/* SPDX-License-Identifier: Apache-2.0 */
/* A model of the block acryp behind its registers, on OpenSSL's numbers: what each operation answers, and when it
 * refuses an operand, at once and without its cycles. The RTL is some ten thousand times slower. */
#ifndef OUTBOARD_TEST_ACRYP_MODEL_H
#define OUTBOARD_TEST_ACRYP_MODEL_H

#include <outboard/device.h>

/* Fill d with a model; there is one in a program. It must outlive the engine. */
void acryp_model_device(struct ob_device *d);

/* The block's next n private RSA operations end with CHECK, as after a fault. */
void acryp_model_fault(unsigned n);

/* The n-th operation from now on that succeeds gives a result with one bit changed; 0: none. */
void acryp_model_flip(unsigned n);

/* Silence from the next access on, until this is called with false. */
void acryp_model_silent(bool silent);

/* Each operation that succeeds gives zeros as its result, until this is called with false. */
void acryp_model_zeros(bool zeros);

/* Accesses that the block refuses with a bus error. */
unsigned acryp_model_wrongs(void);

/* Operations since the start of the program. */
unsigned acryp_model_operations(void);

#endif
