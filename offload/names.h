/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's names of the algorithms that it may run for a program. */
#ifndef OUTBOARD_OFFLOAD_NAMES_H
#define OUTBOARD_OFFLOAD_NAMES_H

#include <stdint.h>

struct obi_kernel_name {
    uint8_t alg;               /* enum ob_alg */
    const char *name;          /* the kernel's */
    uint16_t key_min, key_max; /* bytes, as the standard has it; 0 and 0: no key, or of any length */
};

#define OBI_KERNEL_NAMES 30

/* By enum ob_alg. */
extern const struct obi_kernel_name obi_kernel_names[OBI_KERNEL_NAMES];

#endif
