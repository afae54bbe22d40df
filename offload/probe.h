/* SPDX-License-Identifier: Apache-2.0 */
/* The probe: runs operations on one driver of the kernel and observes what the machine counts meanwhile. */
#ifndef OUTBOARD_OFFLOAD_PROBE_H
#define OUTBOARD_OFFLOAD_PROBE_H

#include "offload/evidence.h"
#include "offload/link.h"
#include "offload/names.h"
#include "port/linux/proc_crypto.h"

/* Run rounds of operations on the driver through AF_ALG and the link's helper, and judge them. counter: path of a file
 * that counts the driver's operations; NULL: look for known files in debugfs. Takes less than a second unless the
 * driver is slow. */
void obi_probe_driver(struct obi_link *l, const struct obi_crypto_driver *driver, const struct obi_kernel_name *name,
                      const char *counter, bool trusted, struct obi_judgement *j);

/* The number in such a file. In the line that begins with the driver's name: the number after "reqs=", or the first
 * word that is a number. Without such a line: the only number in the file. False if there is none. */
bool obi_probe_counter(const char *path, const char *driver, uint64_t *count);

#endif
