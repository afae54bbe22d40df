/* SPDX-License-Identifier: Apache-2.0 */
/* The services' part of outboard doctor: sandboxes that block the kernel's interfaces, and servers whose settings
 * exclude an accelerator. */
#include "cli/doctor/doctor.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const services[] = {"nginx",   "apache2", "httpd",    "ssh",     "sshd",
                                       "haproxy", "openvpn", "stunnel4", "lighttpd"};

/* ---- systemd.exec(5) ---- */

/* What the last assignments in a unit and its drop-ins say. */
struct unit {
    bool found, families, af_alg, private_devices;
    bool filter, calls, processes; /* a list of allowed system calls exists; allows sockets, a helper */
    bool refused;                  /* a list of refused system calls includes some of them */
};

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || isspace((unsigned char)at[-1]) || at[-1] == '=') &&
            (!at[n] || isspace((unsigned char)at[n])))
            return true;
    return false;
}

/* What a program needs to reach the kernel's crypto through its helper: systemd's groups of system calls, and single
 * calls. */
static void read_filter(struct unit *unit, const char *value)
{
    const char *list = value + (*value == '~');
    bool sockets = has_word(list, "@network-io") || has_word(list, "socket");
    bool processes = has_word(list, "@process") || has_word(list, "execve");
    bool services = has_word(list, "@system-service");

    if (!*value) { /* an empty assignment clears earlier ones */
        unit->filter = unit->calls = unit->processes = unit->refused = false;
    } else if (*value == '~') {
        unit->refused |= sockets || processes || services;
    } else {
        unit->filter = true;
        unit->calls |= sockets || services;
        unit->processes |= processes || services;
    }
}

static void read_unit(struct doctor *d, const char *path, void *user)
{
    struct unit *unit = (struct unit *)user;
    char *text = doctor_read(d, path), *at = text, *line;

    if (!text)
        return;
    unit->found = true;
    while ((line = doctor_line(&at))) {
        char *value = strchr(line, '=');

        if (!value || line[0] == '#' || line[0] == ';')
            continue;
        *value++ = 0;
        line[strcspn(line, " \t")] = 0;
        value += strspn(value, " \t");
        if (strcmp(line, "RestrictAddressFamilies") == 0) {
            if (!*value) /* an empty assignment clears earlier ones */
                unit->families = unit->af_alg = false;
            else if (value[0] == '~')
                unit->families |= has_word(value + 1, "AF_ALG");
            else {
                unit->families = true;
                unit->af_alg |= has_word(value, "AF_ALG");
            }
        } else if (strcmp(line, "SystemCallFilter") == 0)
            read_filter(unit, value);
        else if (strcmp(line, "PrivateDevices") == 0)
            unit->private_devices = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
    }
    free(text);
}

static void examine_unit(struct doctor *d, const char *service)
{
    static const char *const folders[] = {"/usr/lib/systemd/system", "/lib/systemd/system", "/etc/systemd/system"};
    struct unit unit = {.found = false};
    char path[128], fix[128];

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s.service", folders[i], service);
        read_unit(d, path, &unit);
        snprintf(path, sizeof path, "%s/%s.service.d", folders[i], service);
        doctor_each(d, path, ".conf", read_unit, &unit);
    }
    if (unit.families && !unit.af_alg) {
        snprintf(fix, sizeof fix, "systemctl edit %s: [Service] RestrictAddressFamilies=AF_ALG", service);
        doctor_say(d, DOCTOR_PROBLEM, fix, "%s.service may not open AF_ALG sockets", service);
    }
    if (unit.refused || (unit.filter && (!unit.calls || !unit.processes))) {
        snprintf(fix, sizeof fix, "systemctl edit %s: [Service] SystemCallFilter=@system-service", service);
        doctor_say(d, DOCTOR_PROBLEM, fix,
                   "%s.service may not make the system calls that lead to the kernel's crypto: SystemCallFilter leaves "
                   "out %s",
                   service,
                   unit.refused  ? "socket or execve"
                   : !unit.calls ? "socket (@network-io)"
                                 : "execve (@process)");
    }
    if (unit.private_devices && d->dev_crypto) {
        snprintf(fix, sizeof fix, "systemctl edit %s: [Service] PrivateDevices=no, DeviceAllow=/dev/crypto rw",
                 service);
        doctor_say(d, DOCTOR_PROBLEM, fix, "%s.service has a /dev of its own, without /dev/crypto", service);
    }
}

/* ---- servers ---- */

/* A setting that excludes the CBC suites matters only where the hardware has a block cipher and no AEAD. */
static void read_server(struct doctor *d, const char *path, void *user)
{
    char *text = doctor_read(d, path), *at = text, *line;

    (void)user;
    while (text && (line = doctor_line(&at))) {
        bool nginx = strncmp(line, "ssl_protocols", 13) == 0, apache = strncmp(line, "SSLProtocol", 11) == 0;

        line[strcspn(line, "#")] = 0;
        if (!nginx && !apache)
            continue;
        if (has_word(line, nginx ? "TLSv1.2;" : "TLSv1.2") || has_word(line, "TLSv1.2") || has_word(line, "all") ||
            has_word(line, "+TLSv1.2"))
            continue;
        if (d->hardware && !d->hardware_aead)
            doctor_say(d, DOCTOR_PROBLEM,
                       nginx ? "ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers AES128-SHA256:AES256-SHA256;"
                             : "SSLProtocol -all +TLSv1.2 +TLSv1.3",
                       "%s allows TLS 1.3 alone, whose suites are AEADs; the hardware here has none", path);
    }
    free(text);
}

static void read_ciphers(struct doctor *d, const char *path, void *user)
{
    char *text = doctor_read(d, path), *at = text, *line;

    (void)user;
    while (text && (line = doctor_line(&at))) {
        bool nginx = strncmp(line, "ssl_ciphers", 11) == 0, apache = strncmp(line, "SSLCipherSuite", 14) == 0;

        if ((nginx || apache) && d->hardware && !d->hardware_aead && !strstr(line, "-SHA:") &&
            !strstr(line, "-SHA256:") && !strstr(line, "-SHA;") && !strstr(line, "-SHA256;") &&
            !strstr(line, "AES128-SHA") && !strstr(line, "AES256-SHA") && !strstr(line, "HIGH") && !strstr(line, "ALL"))
            doctor_say(d, DOCTOR_PROBLEM, nginx ? "ssl_ciphers AES128-SHA256:AES256-SHA256:...;" : NULL,
                       "%s has no suite with AES-CBC, the only mode that the hardware here has", path);
    }
    free(text);
}

static void examine_servers(struct doctor *d)
{
    static const struct {
        const char *folder, *suffix;
    } places[] = {{"/etc/nginx", ".conf"},
                  {"/etc/nginx/conf.d", ".conf"},
                  {"/etc/nginx/sites-enabled", ""},
                  {"/etc/apache2/mods-enabled", ".conf"},
                  {"/etc/apache2/sites-enabled", ""},
                  {"/etc/httpd/conf.d", ".conf"}};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        doctor_each(d, places[i].folder, places[i].suffix, read_server, NULL);
        doctor_each(d, places[i].folder, places[i].suffix, read_ciphers, NULL);
    }
}

static void examine_container(struct doctor *d)
{
    char *environment = doctor_read(d, "/run/systemd/container");

    if (doctor_exists(d, "/.dockerenv") || doctor_exists(d, "/run/.containerenv") || environment)
        doctor_say(d, DOCTOR_NOTE, "docker run --device /dev/crypto",
                   "this is a container: its seccomp profile may refuse AF_ALG, and /dev/crypto has to be handed in");
    free(environment);
}

void doctor_services(struct doctor *d)
{
    doctor_heading(d, "services");
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        examine_unit(d, services[i]);
    examine_servers(d);
    examine_container(d);
}
