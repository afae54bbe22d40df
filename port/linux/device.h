/* SPDX-License-Identifier: Apache-2.0 */
/* Which device a kernel module's driver is bound to, by /sys. */
#ifndef OUTBOARD_PORT_DEVICE_H
#define OUTBOARD_PORT_DEVICE_H

#include <stdbool.h>

#define OBI_DEVICE_MAX 64

/* The first device, in order of names, that a driver of this module is bound to: false, and device empty, if there is
 * none or the module is built in and does not say. root stands before /sys: "" is this system. */
bool obi_device_of_module(char device[OBI_DEVICE_MAX], const char *root, const char *module);

#endif
