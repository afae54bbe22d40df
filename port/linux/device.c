/* SPDX-License-Identifier: Apache-2.0 */
/* A module names its drivers as bus:driver (/sys/module/NAME/drivers). A driver's folder in /sys/bus has a link for
 * each of its devices. */
#include "port/linux/device.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* False for the files in a driver's folder that are no devices. */
static bool is_device(const char *name)
{
    static const char *const others[] = {"bind", "unbind", "uevent", "module", "new_id", "remove_id"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return false;
    return name[0] != '.';
}

/* Set device to the first name, in alphabetical order, of itself and the devices in folder. */
static void take_device(char device[OBI_DEVICE_MAX], const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)))
        if (is_device(entry->d_name) && (!device[0] || strcmp(entry->d_name, device) < 0))
            snprintf(device, OBI_DEVICE_MAX, "%.*s", OBI_DEVICE_MAX - 1, entry->d_name);
    if (dir)
        (void)closedir(dir);
}

bool obi_device_of_module(char device[OBI_DEVICE_MAX], const char *root, const char *module)
{
    char folder[4096];
    const struct dirent *entry;
    DIR *dir = NULL;

    device[0] = 0;
    if (module[0] && strcmp(module, "kernel") != 0 &&
        snprintf(folder, sizeof folder, "%s/sys/module/%s/drivers", root, module) < (int)sizeof folder)
        dir = opendir(folder);
    while (dir && (entry = readdir(dir))) {
        const char *colon = strchr(entry->d_name, ':');

        if (colon && snprintf(folder, sizeof folder, "%s/sys/bus/%.*s/drivers/%s", root, (int)(colon - entry->d_name),
                              entry->d_name, colon + 1) < (int)sizeof folder)
            take_device(device, folder);
    }
    if (dir)
        (void)closedir(dir);
    return device[0] != 0;
}
