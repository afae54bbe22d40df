/* SPDX-License-Identifier: Apache-2.0 */
/* OpenSSL's part of outboard doctor: its configuration file (config(5)), the provider's module and its prices. */
#include "cli/doctor/doctor.h"

#include "port/linux/slow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a key in a section of a configuration file; "" is what comes before the first section. */
static bool lookup(const char *text, const char *section, const char *key, char value[128])
{
    char *buffer = strdup(text), *at = buffer, *line, now[128] = "";
    bool found = false;

    while (buffer && (line = doctor_line(&at))) {
        char *equals;

        line[strcspn(line, "#")] = 0;
        if (line[0] == '[') {
            if (sscanf(line, "[ %127[^] \t]", now) != 1)
                now[0] = 0;
            continue;
        }
        equals = strchr(line, '=');
        if (!equals || strcmp(now, section) != 0)
            continue;
        *equals = 0;
        line[strcspn(line, " \t")] = 0;
        equals += 1 + strspn(equals + 1, " \t");
        if (strcmp(line, key) == 0) { /* the last one counts */
            snprintf(value, 128, "%s", equals);
            value[strcspn(value, " \t\r")] = 0;
            found = true;
        }
    }
    free(buffer);
    return found;
}

static bool is_on(const char *value)
{
    return strcmp(value, "1") == 0 || strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 ||
           strcmp(value, "on") == 0;
}

static bool is_active(const char *text, const char *section)
{
    char value[128];

    return lookup(text, section, "activate", value) && is_on(value);
}

static void read_setting(const char *text, const char *section, const char *key, char value[128])
{
    if (!lookup(text, section, key, value))
        value[0] = 0;
}

/* A setting for measurements, which nobody is to leave behind. */
static void examine_slow(struct doctor *d, const char *value, const char *fix)
{
    if (!obi_slow_parse(value, &d->slow)) {
        d->slow = 1;
        doctor_say(d, DOCTOR_PROBLEM, fix, "slow is \"%s\", which makes no sense: the provider offers nothing", value);
    } else if (d->slow > 1) {
        doctor_say(d, DOCTOR_PROBLEM, fix, "slow is %u: software takes so many times as long, for measurements alone",
                   (unsigned)d->slow);
    }
}

static void examine_providers(struct doctor *d, const char *text, const char *providers, bool *ours)
{
    char section[128], slow[128];
    bool has_default = lookup(text, providers, "default", section) && is_active(text, section);

    *ours = lookup(text, providers, "outboard", section) && is_active(text, section);
    if (!has_default)
        doctor_say(d, DOCTOR_PROBLEM, "[default_sect] activate = 1, and default = default_sect under the providers",
                   "providers are named, but the default one is not activated: programs lose their algorithms, "
                   "OpenSSH its logins");
    else if (*ours)
        doctor_say(d, DOCTOR_OK, NULL, "providers default and outboard are active");
    d->provider = *ours;
    if (!*ours)
        return;
    read_setting(text, section, "mode", d->mode);
    read_setting(text, section, "objective", d->objective);
    read_setting(text, section, "offload", d->offload);
    read_setting(text, section, "prices", d->prices_path);
    read_setting(text, section, "evidence", d->evidence_path);
    read_setting(text, section, "slow", slow);
    if (d->live && getenv("OUTBOARD_SLOW"))
        examine_slow(d, getenv("OUTBOARD_SLOW"), "unset OUTBOARD_SLOW");
    else if (slow[0])
        examine_slow(d, slow, "remove the line slow = ...");
    if (!d->mode[0])
        strcpy(d->mode, "auto");
    if (strcmp(d->mode, "off") == 0)
        doctor_say(d, DOCTOR_NOTE, "remove mode = off", "the provider outboard is turned off");
}

static void examine_wish(struct doctor *d, const char *text, const char *init)
{
    char section[128], wish[128];

    if (!lookup(text, init, "alg_section", section) || !lookup(text, section, "default_properties", wish))
        doctor_say(d, DOCTOR_PROBLEM, "[evp_properties] default_properties = ?provider=outboard",
                   "outboard is active, but nobody prefers it");
    else if (strstr(wish, "?provider=outboard"))
        doctor_say(d, DOCTOR_OK, NULL, "programs prefer outboard where it offers something");
    else if (strstr(wish, "provider=outboard"))
        doctor_say(d, DOCTOR_PROBLEM, "default_properties = ?provider=outboard",
                   "without the question mark every algorithm that outboard does not offer is refused");
}

static void find_module(struct doctor *d, const char *path, void *user)
{
    char module[512];

    snprintf(module, sizeof module, "%s/ossl-modules/outboard.so", path);
    if (doctor_exists(d, module))
        *(bool *)user = true;
}

static void examine_module(struct doctor *d)
{
    bool found = false;

    find_module(d, "/usr/lib", &found);
    find_module(d, "/usr/lib64", &found);
    find_module(d, "/usr/local/lib", &found);
    find_module(d, "/usr/local/lib64", &found);
    doctor_each(d, "/usr/lib", "", find_module, &found);
    if (!found)
        doctor_say(d, DOCTOR_PROBLEM, "cmake --install", "outboard.so is in no folder ossl-modules");
}

/* The file that OPENSSL_CONF names: NULL, having said so, if there is none. Programs go without any then. */
static char *read_named(struct doctor *d, const char *path)
{
    char *text = *path ? doctor_read(d, path) : NULL;

    if (text)
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "configuration %s, by OPENSSL_CONF: programs without that variable, such as services, read another",
                   path);
    else if (*path)
        doctor_say(d, DOCTOR_PROBLEM, "unset OPENSSL_CONF",
                   "OPENSSL_CONF names %s, which cannot be read (%s): programs go without a configuration", path,
                   strerror(errno));
    else
        doctor_say(d, DOCTOR_PROBLEM, "unset OPENSSL_CONF",
                   "OPENSSL_CONF is empty: programs go without a configuration");
    return text;
}

/* The file that distributions put where libcrypto looks for it. */
static char *read_usual(struct doctor *d, const char **place)
{
    static const char *const places[] = {"/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf",
                                         "/usr/local/ssl/openssl.cnf"};
    char *text = NULL;

    for (size_t i = 0; !text && i < sizeof places / sizeof *places; i++)
        text = doctor_read(d, *place = places[i]);
    if (text)
        doctor_say(d, DOCTOR_OK, NULL, "configuration %s", *place);
    else
        doctor_say(d, DOCTOR_NOTE, NULL, "it has no configuration file where distributions put it");
    return text;
}

void doctor_openssl(struct doctor *d)
{
    const char *place = d->live ? getenv("OPENSSL_CONF") : NULL;
    char *text, init[128], section[128];
    bool ours = false;

    d->slow = 1;
    doctor_heading(d, "OpenSSL");
    text = place ? read_named(d, place) : read_usual(d, &place);
    if (!text)
        return;
    if (strstr(text, "\n.include") || strncmp(text, ".include", 8) == 0)
        doctor_say(d, DOCTOR_NOTE, NULL, "%s includes other files, which are not read here", place);
    if (lookup(text, "", "openssl_conf", init)) {
        if (lookup(text, init, "engines", section))
            doctor_say(d, DOCTOR_PROBLEM, "remove the line engines = ... of that section",
                       "[%s] configures OpenSSL engines: they go before every provider, and OpenSSL 4.0 has none",
                       init);
        if (lookup(text, init, "providers", section))
            examine_providers(d, text, section, &ours);
        if (ours)
            examine_wish(d, text, init);
    }
    if (ours)
        examine_module(d);
    else
        doctor_say(d, DOCTOR_NOTE, NULL, "the provider outboard is not configured (docs/openssl.md)");
    free(text);
}
