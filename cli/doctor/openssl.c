/* SPDX-License-Identifier: Apache-2.0 */
/* OpenSSL's part of outboard doctor: its configuration (config(5)), as libcrypto reads it, and the provider's module.
 */
#include "cli/doctor/doctor.h"

#include "port/linux/slow.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>

/* The value of a key in a section of the configuration. Section NULL: the lines before the first section. */
static bool lookup(CONF *conf, const char *section, const char *key, char value[128])
{
    const char *found = NCONF_get_string(conf, section, key);

    ERR_clear_error();
    if (found)
        snprintf(value, 128, "%s", found);
    return found != NULL;
}

static bool is_on(const char *value)
{
    return strcmp(value, "1") == 0 || strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 ||
           strcmp(value, "on") == 0;
}

static bool is_active(CONF *conf, const char *section)
{
    char value[128];

    return lookup(conf, section, "activate", value) && is_on(value);
}

static void read_setting(CONF *conf, const char *section, const char *key, char value[128])
{
    if (!lookup(conf, section, key, value))
        value[0] = 0;
}

/* Report a setting for measurements that is still active. */
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

static void examine_providers(struct doctor *d, CONF *conf, const char *providers, bool *ours)
{
    char section[128], slow[128];
    bool has_default = lookup(conf, providers, "default", section) && is_active(conf, section);

    *ours = lookup(conf, providers, "outboard", section) && is_active(conf, section);
    if (!has_default)
        doctor_say(d, DOCTOR_PROBLEM, "[default_sect] activate = 1, and default = default_sect under the providers",
                   "providers are named, but the default one is not activated: programs lose their algorithms, "
                   "OpenSSH its logins");
    else if (*ours)
        doctor_say(d, DOCTOR_OK, NULL, "providers default and outboard are active");
    d->provider = *ours;
    if (!*ours)
        return;
    read_setting(conf, section, "mode", d->mode);
    read_setting(conf, section, "objective", d->objective);
    read_setting(conf, section, "offload", d->offload);
    read_setting(conf, section, "prices", d->prices_path);
    read_setting(conf, section, "evidence", d->evidence_path);
    read_setting(conf, section, "slow", slow);
    if (d->live && getenv("OUTBOARD_SLOW"))
        examine_slow(d, getenv("OUTBOARD_SLOW"), "unset OUTBOARD_SLOW");
    else if (slow[0])
        examine_slow(d, slow, "remove the line slow = ...");
    if (!d->mode[0])
        strcpy(d->mode, "auto");
    if (strcmp(d->mode, "off") == 0)
        doctor_say(d, DOCTOR_NOTE, "remove mode = off", "the provider outboard is turned off");
}

static void examine_wish(struct doctor *d, CONF *conf, const char *init)
{
    char section[128], properties[128];

    if (!lookup(conf, init, "alg_section", section) || !lookup(conf, section, "default_properties", properties))
        doctor_say(d, DOCTOR_PROBLEM, "[evp_properties] default_properties = ?provider=outboard",
                   "outboard is active, but no program prefers it");
    else if (strstr(properties, "?provider=outboard"))
        doctor_say(d, DOCTOR_OK, NULL, "programs prefer outboard where it offers something");
    else if (strstr(properties, "provider=outboard"))
        doctor_say(d, DOCTOR_PROBLEM, "default_properties = ?provider=outboard",
                   "without the question mark OpenSSL refuses every algorithm that outboard does not offer");
}

static void find_module(struct doctor *d, const char *path, void *user)
{
    char module[512];

    snprintf(module, sizeof module, "%s/ossl-modules/outboard.so", path);
    if (doctor_exists(d, module))
        *(bool *)user = true;
}

/* If another system is examined, its libcrypto cannot be called. */
static void examine_copy(struct doctor *d)
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

/* The folder in which this libcrypto looks for providers: OPENSSL_MODULES, else the one of its build. */
static const char *modules_folder(void)
{
    const char *folder = getenv("OPENSSL_MODULES");

    folder = folder && *folder ? folder : OPENSSL_info(OPENSSL_INFO_MODULES_DIR);
    return folder ? folder : "?";
}

/* Print what the provider reports about itself. */
static void examine_state(struct doctor *d, const OSSL_PROVIDER *provider)
{
    const char *state = NULL;
    OSSL_PARAM ask[2] = {{OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, &state, sizeof state, 0}, {0}};

    if (OSSL_PROVIDER_get_params(provider, ask) && state)
        doctor_say(d, strncmp(state, "offers algorithms", 17) == 0 ? DOCTOR_OK : DOCTOR_NOTE, NULL,
                   "OpenSSL loads the provider, which %s%s",
                   strncmp(state, "offers", 6) == 0 ? "" : "offers nothing: ", state);
}

/* OpenSSL silently ignores a provider that it cannot load: load it as a program's libcrypto does. */
static void examine_load(struct doctor *d, CONF *conf, const char *section, const char *path)
{
    OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider;
    char module[PATH_MAX], value[128];
    bool there = ctx && OSSL_LIB_CTX_load_config(ctx, path) && OSSL_PROVIDER_available(ctx, "outboard");

    ERR_clear_error();
    if (lookup(conf, section, "module", value))
        snprintf(module, sizeof module, "%s%s%s", value[0] == '/' ? "" : modules_folder(), value[0] == '/' ? "" : "/",
                 value);
    else
        snprintf(module, sizeof module, "%s/outboard.so", modules_folder());
    provider = ctx ? OSSL_PROVIDER_try_load(ctx, there ? "outboard" : module, 1) : NULL;
    if (!provider) {
        const char *data = NULL;
        int flags = 0;

        (void)ERR_peek_error_data(&data, &flags);
        doctor_say(d, DOCTOR_PROBLEM, "cmake --install, which puts it there",
                   "OpenSSL cannot load %s and continues without it: %s", module,
                   !doctor_exists(d, module) ? "there is no such file"
                   : flags & ERR_TXT_STRING  ? data
                                             : "it is no module of a provider");
        ERR_clear_error();
    } else {
        doctor_rights(d, module, "whoever replaces it runs code in every program that uses OpenSSL");
        examine_state(d, provider);
        (void)OSSL_PROVIDER_unload(provider);
    }
    OSSL_LIB_CTX_free(ctx);
}

/* The configuration file that programs read, as a path in this system's files; NULL, after a finding, if there is
 * none. */
static const char *find_file(struct doctor *d)
{
    static const char *const places[] = {"/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf",
                                         "/usr/local/ssl/openssl.cnf"};
    const char *named = d->live ? getenv("OPENSSL_CONF") : NULL;
    static char path[PATH_MAX];
    char *usual;

    if (named && !*named)
        doctor_say(d, DOCTOR_PROBLEM, "unset OPENSSL_CONF",
                   "OPENSSL_CONF is empty: programs run without a configuration");
    else if (named && !doctor_exists(d, named))
        doctor_say(d, DOCTOR_PROBLEM, "unset OPENSSL_CONF",
                   "OPENSSL_CONF names %s, which cannot be read (%s): programs run without a configuration", named,
                   strerror(errno));
    else if (named)
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "configuration %s, by OPENSSL_CONF: programs without that variable, such as services, read another",
                   named);
    if (named)
        return *named && doctor_exists(d, named) ? named : NULL;
    usual = d->live ? CONF_get1_default_config_file() : NULL;
    if (usual)
        snprintf(path, sizeof path, "%s", usual);
    OPENSSL_free(usual);
    for (size_t i = 0; !d->live && i < sizeof places / sizeof *places; i++)
        if (!path[0] && doctor_exists(d, places[i]))
            snprintf(path, sizeof path, "%s", places[i]);
    if (path[0] && doctor_exists(d, path)) {
        doctor_say(d, DOCTOR_OK, NULL, "configuration %s", path);
        return path;
    }
    doctor_say(d, DOCTOR_NOTE, NULL, "it has no configuration file where distributions put it");
    return NULL;
}

/* The configuration with all included files; NULL if libcrypto cannot parse it. */
static CONF *read_file(struct doctor *d, const char *path)
{
    CONF *conf = NCONF_new(NULL);
    char whole[PATH_MAX], reason[128];
    long line = 0;
    FILE *file = doctor_open(d, path);

    if (!file) {
        doctor_say(d, DOCTOR_PROBLEM, NULL, "%s is not a regular file that can be read: programs run without it", path);
        NCONF_free(conf);
        return NULL;
    }
    fclose(file);
    snprintf(whole, sizeof whole, "%s%s", d->root, path);
    if (conf && NCONF_load(conf, whole, &line) > 0)
        return conf;
    ERR_error_string_n(ERR_peek_error(), reason, sizeof reason);
    ERR_clear_error();
    doctor_say(d, DOCTOR_PROBLEM, NULL, "%s, line %ld: OpenSSL does not read it (%s): programs run without it", path,
               line, reason);
    NCONF_free(conf);
    return NULL;
}

void doctor_openssl(struct doctor *d)
{
    char init[128], section[128], ours_section[128];
    const char *path;
    bool ours = false;
    CONF *conf;

    d->slow = 1;
    doctor_heading(d, "OpenSSL");
    path = find_file(d);
    conf = path ? read_file(d, path) : NULL;
    if (!conf)
        return;
    doctor_rights(d, path, "whoever changes it chooses the code that programs load");
    if (lookup(conf, NULL, "openssl_conf", init)) {
        if (lookup(conf, init, "engines", section))
            doctor_say(d, DOCTOR_PROBLEM, "remove the line engines = ... of that section",
                       "[%s] configures OpenSSL engines: they go before every provider, and OpenSSL 4.0 has none",
                       init);
        if (lookup(conf, init, "providers", section))
            examine_providers(d, conf, section, &ours);
        if (ours)
            examine_wish(d, conf, init);
    }
    if (!ours)
        doctor_say(d, DOCTOR_NOTE, "outboard setup openssl", "the provider outboard is not configured");
    else if (!d->live)
        examine_copy(d);
    else if (lookup(conf, section, "outboard", ours_section))
        examine_load(d, conf, ours_section, path);
    NCONF_free(conf);
}
