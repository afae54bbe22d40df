/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's names of the algorithms that it may run for a program. */
#ifndef OUTBOARD_OFFLOAD_NAMES_H
#define OUTBOARD_OFFLOAD_NAMES_H

#include <stdint.h>

struct obi_kernel_name {
    uint8_t alg;               /* enum ob_alg */
    const char *name;          /* the kernel's name */
    uint16_t key_min, key_max; /* bytes, as the standard allows; 0 and 0: no key, or any length */
};

#define OBI_KERNEL_NAMES 30

/* In the order of enum ob_alg. */
extern const struct obi_kernel_name obi_kernel_names[OBI_KERNEL_NAMES];

#endif
