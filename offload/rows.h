/* SPDX-License-Identifier: Apache-2.0 */
/* Capability rows of the engines that work in the kernel, from what /proc/crypto lists and may serve. */
#ifndef OUTBOARD_OFFLOAD_ROWS_H
#define OUTBOARD_OFFLOAD_ROWS_H

#include "offload/link.h"
#include "offload/names.h"
#include "port/linux/proc_crypto.h"

/* The driver that is to serve an algorithm. */
struct obi_row_driver {
    enum obi_claim claim;
    struct obi_crypto_driver listed; /* empty: none is */
};

/* For each of obi_kernel_names the listed driver of the highest priority, which is the one that the kernel takes; with
 * named, for an interface that takes drivers by their names, of those with the best claim. 0, or an error of <errno.h>.
 */
int obi_rows_list(struct obi_row_driver driver[OBI_KERNEL_NAMES], bool named);

/* The row that an algorithm has with a driver, which has a claim; at a price at which nothing moves to the kernel until
 * outboard calibrate has measured the machine. False if no key length is left. */
bool obi_rows_make(struct ob_cap *cap, const struct obi_kernel_name *name, const struct obi_row_driver *driver);

#endif
