/* SPDX-License-Identifier: Apache-2.0 */
/* Which device a kernel module's driver is bound to, by /sys. */
#ifndef OUTBOARD_PORT_DEVICE_H
#define OUTBOARD_PORT_DEVICE_H

#include <stdbool.h>

#define OBI_DEVICE_MAX 64

/* Set device to the first device, in alphabetical order, to which a driver of this module is bound. False, with device
 * empty, if there is none, or if the module is built in and /sys does not list its drivers. root is the prefix of /sys:
 * "" for this system. */
bool obi_device_of_module(char device[OBI_DEVICE_MAX], const char *root, const char *module);

#endif
