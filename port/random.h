/* SPDX-License-Identifier: Apache-2.0 */
/* The platform's source of entropy. */
#ifndef OUTBOARD_PORT_RANDOM_H
#define OUTBOARD_PORT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Fill out with full-entropy bytes: OB_OK, or OB_E_IO with out wiped. Never falls back to a weaker source. */
int ob_port_random(uint8_t *out, size_t len);

#endif
