/* SPDX-License-Identifier: Apache-2.0 */
/* What a program and its environment say about the offload. */
#define _GNU_SOURCE /* secure_getenv */
#include "port/linux/offload/link.h"
#include "port/linux/offload/verdicts.h"

#include <stdlib.h>
#include <string.h>

#ifndef OB_HELPER_PATH
#define OB_HELPER_PATH "/usr/local/libexec/outboard/outboard-offload"
#endif

struct ob_offload_settings ob_offload_settings;

const char *obi_offload_evidence(void)
{
    const char *path = ob_offload_settings.evidence ? ob_offload_settings.evidence : secure_getenv("OUTBOARD_EVIDENCE");

    return path && *path ? path : "/var/cache/outboard/evidence.csv";
}

static enum obi_claim proven_claim(const char *driver)
{
    switch (obi_verdict_of(driver)) {
    case OBI_HARDWARE:
        return OBI_CLAIM_HARDWARE;
    case OBI_SYNCHRONOUS:
        return OBI_CLAIM_SYNCHRONOUS;
    default:
        return OBI_CLAIM_NONE;
    }
}

enum obi_claim obi_offload_claim(const char *driver)
{
    const char *list = ob_offload_settings.drivers ? ob_offload_settings.drivers : secure_getenv("OUTBOARD_OFFLOAD");
    enum obi_claim claim = OBI_CLAIM_NONE;

    if (!list || !*list)
        return proven_claim(driver);
    while (list && *list) {
        size_t len = strcspn(list, ",");

        if (len == strlen(driver) && memcmp(list, driver, len) == 0)
            return OBI_CLAIM_HARDWARE;
        if (len == 5 && memcmp(list, "force", 5) == 0)
            claim = OBI_CLAIM_FORCED;
        list += len + (list[len] == ',');
    }
    return claim;
}

const char *obi_offload_helper(void)
{
    const char *path = ob_offload_settings.helper ? ob_offload_settings.helper : secure_getenv("OUTBOARD_HELPER");

    if (!path || !*path)
        return OB_HELPER_PATH;
    return strcmp(path, "none") == 0 ? NULL : path;
}

unsigned obi_offload_deadline_ms(void)
{
    const char *text = secure_getenv("OUTBOARD_DEADLINE");
    unsigned long ms = ob_offload_settings.deadline_ms;

    if (ms == 0 && text)
        ms = strtoul(text, NULL, 10);
    return ms == 0 || ms > 60000 ? 500 : (unsigned)ms;
}

bool obi_offload_async(void)
{
    const char *text = secure_getenv("OUTBOARD_ASYNC");

    if (ob_offload_settings.async != OB_OFFLOAD_ASYNC_UNSET)
        return ob_offload_settings.async == OB_OFFLOAD_ASYNC_ON;
    return text && strcmp(text, "on") == 0;
}

unsigned obi_offload_descriptors(void)
{
    unsigned n = ob_offload_settings.descriptors;

    if (n == 0)
        return 64;
    return n < 8 ? 8 : n > OBI_WORKER_KEYS_MAX ? OBI_WORKER_KEYS_MAX : n;
}
