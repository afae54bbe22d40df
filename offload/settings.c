/* SPDX-License-Identifier: Apache-2.0 */
/* The offload settings of a program and of its environment. */
#define _GNU_SOURCE /* secure_getenv */
#include "offload/link.h"
#include "offload/verdicts.h"

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

/* Parse a decimal number: false if text is anything else or the number is out of range. */
bool obi_offload_number(const char *text, uint32_t min, uint32_t max, uint32_t *value)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    if (*text < '0' || *text > '9' || *end || n < min || n > max)
        return false;
    *value = (uint32_t)n;
    return true;
}

static bool deadline_of_environment(uint32_t *ms)
{
    const char *text = secure_getenv("OUTBOARD_DEADLINE");

    *ms = 0;
    return !text || !*text || obi_offload_number(text, 1, OBI_DEADLINE_MAX, ms);
}

static bool parallel_of_environment(uint32_t *n)
{
    const char *text = secure_getenv("OUTBOARD_PARALLEL");

    *n = 0;
    return !text || !*text || obi_offload_number(text, 1, OBI_LANES_MAX, n);
}

bool obi_offload_settings_fit(const char **what)
{
    const char *async = secure_getenv("OUTBOARD_ASYNC");
    uint32_t ms, n;

    *what = NULL;
    if (ob_offload_settings.deadline_ms > OBI_DEADLINE_MAX ||
        (ob_offload_settings.deadline_ms == 0 && !deadline_of_environment(&ms)))
        *what = "the deadline (OUTBOARD_DEADLINE) is no number of milliseconds from 1 to 60000";
    else if (ob_offload_settings.descriptors && (ob_offload_settings.descriptors < OBI_DESCRIPTORS_MIN ||
                                                 ob_offload_settings.descriptors > OBI_WORKER_KEYS_MAX))
        *what = "the number of descriptors is not from 8 to 4096";
    else if (ob_offload_settings.parallel > OBI_LANES_MAX ||
             (ob_offload_settings.parallel == 0 && !parallel_of_environment(&n)))
        *what = "the number of parallel operations (OUTBOARD_PARALLEL) is not from 1 to 8";
    else if (ob_offload_settings.async == OB_OFFLOAD_ASYNC_UNSET && async && *async && strcmp(async, "on") != 0 &&
             strcmp(async, "off") != 0)
        *what = "OUTBOARD_ASYNC is neither on nor off";
    return !*what;
}

unsigned obi_offload_deadline_ms(void)
{
    uint32_t ms = ob_offload_settings.deadline_ms;

    if (ms == 0)
        (void)deadline_of_environment(&ms);
    return ms == 0 || ms > OBI_DEADLINE_MAX ? 500 : ms;
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

    return n ? n : 64;
}

unsigned obi_offload_parallel(void)
{
    uint32_t n = ob_offload_settings.parallel;

    if (n == 0)
        (void)parallel_of_environment(&n);
    return n == 0 || n > OBI_LANES_MAX ? OBI_LANES_MAX : n;
}
