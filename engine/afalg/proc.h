/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel lists in /proc/crypto. */
#ifndef OUTBOARD_ENGINE_AFALG_PROC_H
#define OUTBOARD_ENGINE_AFALG_PROC_H

#include "port/linux/offload/link.h"

/* One algorithm as the kernel names it, and the driver that is to serve it. */
struct obi_afalg_name {
    uint8_t alg;               /* enum ob_alg */
    const char *name;          /* the kernel's */
    uint16_t key_min, key_max; /* bytes, as the standard has it */
};

struct obi_afalg_driver {
    enum obi_claim claim;
    int priority;
    unsigned key_min, key_max; /* bytes; 0 and 0: not listed */
    char driver[64];
};

/* For each of n names the listed driver with the best claim, and of these the highest priority. 0, or an error of
 * <errno.h>. */
int obi_afalg_list(const struct obi_afalg_name *name, struct obi_afalg_driver *driver, unsigned n);

/* The file that is read; another one in tests. */
extern const char *obi_afalg_proc_crypto;

#endif
