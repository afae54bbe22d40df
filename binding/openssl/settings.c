/* SPDX-License-Identifier: Apache-2.0 */
/* The provider's settings: from its section of openssl.cnf, then from the environment. A wrong setting switches the
 * provider off and is reported; it never stops a program from working. */
#define _GNU_SOURCE /* secure_getenv, dladdr */
#include "binding/openssl/provider.h"

#include <openssl/params.h>

#include "offload/link.h"
#include "port/linux/slow.h"

#include <outboard/offload.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ob_prov_settings obi_prov_settings;

/* The value of a key in the provider's section of openssl.cnf, or NULL. */
static const char *from_file(const struct ob_prov *p, const char *key)
{
    char *value = NULL;
    OSSL_PARAM ask[2] = {{key, OSSL_PARAM_UTF8_PTR, &value, sizeof value, OSSL_PARAM_UNMODIFIED}, {0}};

    return p->get_params(p->handle, ask) ? value : NULL;
}

/* The environment overrides the file, but is ignored in a program that runs with another user's rights. */
static const char *get(const struct ob_prov *p, const char *variable, const char *key)
{
    const char *value = variable ? secure_getenv(variable) : NULL;

    return value && *value ? value : from_file(p, key);
}

static void wrong(const char *what, const char *value)
{
    obi_prov_settings.mode = OB_PROV_OFF;
    if (!obi_prov_settings.why[0])
        snprintf(obi_prov_settings.why, sizeof obi_prov_settings.why, "%s \"%.80s\"", what, value);
}

static void copy(char *to, size_t size, const char *what, const char *value)
{
    if (snprintf(to, size, "%s", value) >= (int)size)
        wrong(what, value);
}

static bool has_engine(const char *name)
{
    for (unsigned i = 0; obi_prov_engines[i]; i++)
        if (strcmp(obi_prov_engines[i]->ops->name, name) == 0)
            return true;
    return false;
}

#ifdef OB_HELPER_PATH
/* The link to the helper that an installation under another prefix puts beside the module. */
static bool helper_beside(char *path, size_t size)
{
    const char *slash;
    Dl_info module;

    if (dladdr(&obi_prov_settings, &module) == 0 || !module.dli_fname || module.dli_fname[0] != '/')
        return false;
    slash = strrchr(module.dli_fname, '/');
    return snprintf(path, size, "%.*s/outboard-offload", (int)(slash - module.dli_fname), module.dli_fname) <
               (int)size &&
           access(path, X_OK) == 0;
}
#endif

/* The settings for engines afalg and devcrypto. If the user names an engine, it serves without proof of hardware. */
static void read_offload(const struct ob_prov *p, const struct ob_prov_settings *s)
{
#ifdef OB_HELPER_PATH
    static char drivers[512], helper[256], evidence[256];
    const char *value = get(p, "OUTBOARD_OFFLOAD", "offload");

    if (!value && (s->mode == OB_PROV_FORCED || s->mode == OB_PROV_RANDOM))
        value = "force";
    if (value) {
        copy(drivers, sizeof drivers, "the list of drivers is too long:", value);
        ob_offload_settings.drivers = drivers;
    }
    value = get(p, "OUTBOARD_EVIDENCE", "evidence");
    if (value) {
        copy(evidence, sizeof evidence, "the path of the evidence is too long:", value);
        ob_offload_settings.evidence = evidence;
    }
    value = get(p, "OUTBOARD_HELPER", "helper");
    if (value) {
        copy(helper, sizeof helper, "the path of the helper is too long:", value);
        if (value[0] != '/' && strcmp(value, "none") != 0)
            wrong("helper is an absolute path or none, not", value);
        ob_offload_settings.helper = helper;
    } else if (helper_beside(helper, sizeof helper)) {
        ob_offload_settings.helper = helper;
    }
    value = get(p, "OUTBOARD_DEADLINE", "deadline");
    if (value && !obi_offload_number(value, 1, OBI_DEADLINE_MAX, &ob_offload_settings.deadline_ms))
        wrong("deadline is milliseconds, 1 to 60000, not", value);
    value = get(p, "OUTBOARD_PARALLEL", "parallel");
    if (value && !obi_offload_number(value, 1, OBI_LANES_MAX, &ob_offload_settings.parallel))
        wrong("parallel is a number from 1 to 8, not", value);
    value = get(p, "OUTBOARD_ASYNC", "async");
    if (value) {
        if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
            wrong("async is on or off, not", value);
        ob_offload_settings.async = strcmp(value, "on") == 0 ? OB_OFFLOAD_ASYNC_ON : OB_OFFLOAD_ASYNC_OFF;
    }
    value = get(p, NULL, "descriptors");
    if (value && !obi_offload_number(value, OBI_DESCRIPTORS_MIN, OBI_WORKER_KEYS_MAX, &ob_offload_settings.descriptors))
        wrong("descriptors is a number from 8 to 4096, not", value);
#else
    (void)p;
    (void)s;
#endif
}

void obi_prov_settings_read(const struct ob_prov *p)
{
    struct ob_prov_settings *s = &obi_prov_settings;
    const char *value;

    s->mode = OB_PROV_AUTO;
    value = get(p, "OUTBOARD", "mode");
    if (value && strcmp(value, "off") == 0) {
        s->mode = OB_PROV_OFF;
        snprintf(s->why, sizeof s->why, "turned off");
    } else if (value && strcmp(value, "default") == 0) {
        s->mode = OB_PROV_ASIDE_ALL;
    } else if (value && strcmp(value, "random") == 0) {
        s->mode = OB_PROV_RANDOM;
    } else if (value && has_engine(value)) {
        s->mode = OB_PROV_FORCED;
        copy(s->engine, sizeof s->engine, "no engine", value);
    } else if (value && strcmp(value, "auto") != 0) {
        wrong("mode is auto, off, default, random or an engine, not", value);
    }
    read_offload(p, s);
    value = get(p, NULL, "objective");
    if (value && strcmp(value, "throughput") == 0)
        s->objective = OB_THROUGHPUT;
    else if (value && strcmp(value, "cpu") == 0)
        s->objective = OB_CPU_TIME;
    else if (value && strcmp(value, "latency") != 0)
        wrong("objective is latency, throughput or cpu, not", value);
    s->adapt = true;
    value = get(p, "OUTBOARD_ADAPT", "adapt");
    if (value && strcmp(value, "off") == 0)
        s->adapt = false;
    else if (value && strcmp(value, "on") != 0)
        wrong("adapt is on or off, not", value);
    s->slow = 1;
    value = get(p, "OUTBOARD_SLOW", "slow");
    if (value && !obi_slow_parse(value, &s->slow))
        wrong("slow is how many times as long software takes, 1 to 1000, not", value);
    if (s->slow > 1)
        obi_slow_set(s->slow);
    value = get(p, "OUTBOARD_PRICES", "prices");
    if (value)
        copy(s->prices, sizeof s->prices, "the path of the price file is too long:", value);
    value = get(p, "OUTBOARD_REPORT", "report");
    if (value)
        copy(s->report, sizeof s->report, "the path of the report is too long:", value);
    value = get(p, "OUTBOARD_STATUS", "status");
    if (value)
        copy(s->status, sizeof s->status, "the path of the status is too long:", value);
    value = get(p, "OUTBOARD_LOG", "log");
    if (value)
        copy(s->log, sizeof s->log, "the path of the log is too long:", value);
    value = get(p, "OUTBOARD_TRACE", "trace");
    if (value)
        copy(s->trace, sizeof s->trace, "the path of the trace is too long:", value);
}
