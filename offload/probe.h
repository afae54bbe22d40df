/* SPDX-License-Identifier: Apache-2.0 */
/* The probe: operations on one driver of the kernel's, and what the machine counts meanwhile. */
#ifndef OUTBOARD_OFFLOAD_PROBE_H
#define OUTBOARD_OFFLOAD_PROBE_H

#include "offload/evidence.h"
#include "offload/link.h"
#include "offload/names.h"
#include "port/linux/proc_crypto.h"

/* Do rounds of operations on the driver through AF_ALG, by way of the link's helper, and judge them. counter is the
 * path of a file that counts the driver's operations, NULL: what is known of such files (debugfs). Takes under a
 * second, unless the driver is slow. */
void obi_probe_driver(struct obi_link *l, const struct obi_crypto_driver *driver, const struct obi_kernel_name *name,
                      const char *counter, struct obi_judgement *j);

/* The number in such a file: that of the line that begins with the driver's name, after "reqs=" or as its first word
 * that is a number; without such a line the file's only number. False if it has none. */
bool obi_probe_counter(const char *path, const char *driver, uint64_t *count);

#endif
