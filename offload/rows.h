/* SPDX-License-Identifier: Apache-2.0 */
/* Makes capability rows for the engines that work in the kernel, from the drivers in /proc/crypto that may serve. */
#ifndef OUTBOARD_OFFLOAD_ROWS_H
#define OUTBOARD_OFFLOAD_ROWS_H

#include "offload/link.h"
#include "offload/names.h"
#include "port/linux/proc_crypto.h"

/* The driver that serves an algorithm. */
struct obi_row_driver {
    enum obi_claim claim;
    struct obi_crypto_driver listed; /* empty if there is none */
};

/* Find a driver for each entry of obi_kernel_names: of those with the highest priority, which the kernel chooses
 * itself; with named, for an interface that takes a driver's name, of those with the best claim. 0, or an error of
 * <errno.h>. */
int obi_rows_list(struct obi_row_driver driver[OBI_KERNEL_NAMES], bool named);

/* Make the row of an algorithm for a driver with a claim. Its price is so high that nothing moves to the kernel until
 * outboard calibrate has measured the machine. False if no key length is possible. */
bool obi_rows_make(struct ob_cap *cap, const struct obi_kernel_name *name, const struct obi_row_driver *driver);

#endif
