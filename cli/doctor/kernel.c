/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's part of outboard doctor: drivers, and the interfaces to them. */
#include "cli/doctor/doctor.h"
#include "cli/json.h"

#include "offload/names.h"
#include "offload/run.h"
#include "port/linux/device.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* From this version on AF_ALG uses only the kernel's software (Documentation/crypto/userspace-if.rst of Linux 7.2). */
#define AF_ALG_SOFTWARE_MAJOR 7
#define AF_ALG_SOFTWARE_MINOR 2

/* ---- /proc/crypto ---- */

static bool is_cipher_or_hash(const char *type)
{
    static const char *const types[] = {"cipher", "skcipher", "aead", "shash", "ahash"};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

static bool read_drivers(struct doctor *d)
{
    FILE *file = doctor_open(d, "/proc/crypto");
    struct obi_crypto_driver now;

    if (!file)
        return false;
    while (obi_proc_crypto_next(file, &now))
        if (is_cipher_or_hash(now.type) && d->n_drivers < DOCTOR_DRIVERS)
            d->drivers[d->n_drivers++].listed = now;
    fclose(file);
    return true;
}

/* ---- devices ---- */

/* Look for a device tree node named crypto to which no driver is bound. */
static void take_idle(struct doctor *d, const char *path, void *user)
{
    char driver[256], fix[320];

    (void)user;
    if (snprintf(driver, sizeof driver, "%s/driver", path) >= (int)sizeof driver || doctor_exists(d, driver))
        return;
    snprintf(fix, sizeof fix, "modprobe $(cat %s/modalias)", path);
    doctor_say(d, DOCTOR_PROBLEM, fix, "device %s has no driver: its module is not loaded, or not built",
               strrchr(path, '/') + 1);
}

static void find_devices(struct doctor *d)
{
    for (unsigned i = 0; i < d->n_drivers; i++) {
        struct doctor_driver *row = &d->drivers[i];

        (void)obi_device_of_module(row->device, d->root, row->listed.module);
        d->hardware |= row->device[0] != 0;
        d->hardware_aead |= row->device[0] && strcmp(row->listed.type, "aead") == 0;
    }
}

/* A request by the algorithm's name gets the driver with the highest priority. */
static const struct doctor_driver *served_by(const struct doctor *d, const char *name)
{
    const struct doctor_driver *best = NULL;

    for (unsigned i = 0; i < d->n_drivers; i++)
        if (strcmp(d->drivers[i].listed.name, name) == 0 && !d->drivers[i].listed.internal &&
            (!best || d->drivers[i].listed.priority > best->listed.priority))
            best = &d->drivers[i];
    return best;
}

static void show_drivers(struct doctor *d)
{
    bool polarfire = false;

    for (unsigned i = 0; i < d->n_drivers; i++) {
        const struct doctor_driver *row = &d->drivers[i], *best = served_by(d, row->listed.name);

        if (!row->device[0] || row->listed.internal)
            continue;
        if (best && best != row && best->listed.priority > row->listed.priority && !best->device[0])
            doctor_say(d, DOCTOR_PROBLEM, NULL,
                       "%s: %s (priority %d) is preferred to %s on device %s (priority %d): programs that ask by the "
                       "algorithm's name get software",
                       row->listed.name, best->listed.driver, best->listed.priority, row->listed.driver, row->device,
                       row->listed.priority);
        else
            doctor_say(d, DOCTOR_NOTE, NULL, "%s: %s, whose module drives device %s%s", row->listed.name,
                       row->listed.driver, row->device,
                       row->listed.async ? "" : "; synchronous, so it gives no CPU time back");
        polarfire |= strstr(row->listed.driver, "polarfire") != NULL || strstr(row->listed.driver, "mpfs") != NULL;
    }
    if (!d->hardware)
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "no crypto driver is bound to a device: what the kernel lists is software, whatever its names say");
    else
        doctor_say(d, DOCTOR_NOTE, "outboard probe", "a device alone does not prove that operations reach it");
    if (!polarfire) {
        char *board = doctor_read(d, "/proc/device-tree/compatible");

        /* These strings end in NUL; the first one is the board. */
        if (board && strstr(board, "mpfs"))
            doctor_say(
                d, DOCTOR_PROBLEM, "kernel: CONFIG_CRYPTO_DEV_POLARFIRE_SOC=y; HSS: CONFIG_SERVICE_OPENSBI_CRYPTO=y",
                "a PolarFire SoC without its crypto driver; the crypto processor is in parts with the suffix S only");
        free(board);
    }
}

/* ---- interfaces ---- */

static void examine_af_alg(struct doctor *d)
{
    char *restricted = doctor_read(d, "/proc/sys/crypto/af_alg_restrict");
    bool software =
        d->major > AF_ALG_SOFTWARE_MAJOR || (d->major == AF_ALG_SOFTWARE_MAJOR && d->minor >= AF_ALG_SOFTWARE_MINOR);
    bool there = true;

    if (d->live) {
        int fd = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

        there = fd >= 0;

        if (fd >= 0)
            close(fd);
        else if (errno == EAFNOSUPPORT)
            doctor_say(d, DOCTOR_NOTE,
                       "kernel: CONFIG_CRYPTO_USER_API_SKCIPHER=m, _HASH=m, _AEAD=m; or: modprobe af_alg",
                       "this kernel has no AF_ALG");
        else
            doctor_say(d, DOCTOR_PROBLEM, NULL, "AF_ALG is refused here: %s", strerror(errno));
    }
    if (there && software)
        doctor_say(d, d->hardware ? DOCTOR_PROBLEM : DOCTOR_NOTE, NULL,
                   "from Linux 7.2 on AF_ALG runs the kernel's software alone; /dev/crypto still reaches drivers");
    else if (there && d->major)
        doctor_say(d, DOCTOR_OK, NULL, "AF_ALG reaches the driver of the highest priority on this version");
    if (restricted && strtol(restricted, NULL, 10) != 0)
        doctor_say(d, DOCTOR_PROBLEM, "sysctl crypto.af_alg_restrict=0",
                   "crypto.af_alg_restrict is %ld: most algorithms are refused", strtol(restricted, NULL, 10));
    free(restricted);
}

/* Ask the kernel, through the helper, which drivers it uses. */
static void show_dev_crypto(struct doctor *d)
{
    static struct obi_link way = {.name = "doctor"};
    struct obi_offload_driver driver;
    unsigned hardware = 0, software = 0;
    const char *note;

    obi_link_register(&way);
    for (unsigned i = 0; i < OBI_KERNEL_NAMES && !obi_link_is_off(&way); i++) {
        const struct obi_kernel_name *name = &obi_kernel_names[i];

        if (!obi_devcrypto_has(name->alg) ||
            obi_offload_probe(&way, OBI_BACKEND_DEVCRYPTO, name->alg, "", &driver) != OB_OK)
            continue;
        if (driver.hardware)
            doctor_say(d, DOCTOR_OK, NULL, "/dev/crypto: %s has %s", name->name, driver.name);
        hardware += driver.hardware;
        software += !driver.hardware;
    }
    note = ob_offload_async_state(way.name);
    if (*note)
        doctor_say(d, DOCTOR_OK, NULL, "/dev/crypto: %s", note);
    obi_link_stop(&way);
    if (obi_link_is_off(&way))
        doctor_say(d, DOCTOR_NOTE, NULL, "cannot ask /dev/crypto for its drivers: %s", way.why);
    else if (hardware)
        doctor_say(d, DOCTOR_OK, NULL, "/dev/crypto: %u algorithms have a driver of hardware, %u have software",
                   hardware, software);
    else
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "/dev/crypto: none of %u algorithms has a driver of hardware, as the kernel reports", software);
}

static void examine_dev_crypto(struct doctor *d)
{
    char *modules = doctor_read(d, "/proc/modules");
    unsigned mode = doctor_mode(d, "/dev/crypto");

    d->dev_crypto = mode != 0;
    if (d->dev_crypto && d->live && access("/dev/crypto", R_OK | W_OK) != 0)
        doctor_say(d, DOCTOR_PROBLEM,
                   "/etc/udev/rules.d/60-crypto.rules: KERNEL==\"crypto\", GROUP=\"crypto\", MODE=\"0660\"",
                   "/dev/crypto: %s", strerror(errno));
    else if (d->dev_crypto && (mode & 0060) != 0060 && (mode & 0006) != 0006)
        doctor_say(d, DOCTOR_PROBLEM,
                   "/etc/udev/rules.d/60-crypto.rules: KERNEL==\"crypto\", GROUP=\"crypto\", MODE=\"0660\"",
                   "/dev/crypto has mode %04o: services that run as other users cannot open it", mode & 07777u);
    else if (d->dev_crypto)
        doctor_say(d, DOCTOR_OK, NULL, "/dev/crypto is there");
    else if (modules && strstr(modules, "cryptodev "))
        doctor_say(d, DOCTOR_PROBLEM, "mknod /dev/crypto c 10 $(awk '$2 == \"crypto\" {print $1}' /proc/misc)",
                   "the module cryptodev is loaded, but there is no /dev/crypto");
    else if (d->hardware)
        doctor_say(d, DOCTOR_NOTE, "modprobe cryptodev", "there is no /dev/crypto; its module is not part of Linux");
    if (d->dev_crypto && d->live && access("/dev/crypto", R_OK | W_OK) == 0)
        show_dev_crypto(d);
    free(modules);
}

static bool read_version(struct doctor *d, const char *release)
{
    char *dot, *end;

    d->major = (int)strtol(release, &dot, 10);
    if (dot == release || *dot != '.')
        return false;
    d->minor = (int)strtol(dot + 1, &end, 10);
    return end != dot + 1;
}

void doctor_kernel(struct doctor *d)
{
    char *release = doctor_read(d, "/proc/sys/kernel/osrelease");

    doctor_heading(d, "kernel");
    if (release && read_version(d, release)) {
        release[strcspn(release, "\n")] = 0;
        doctor_say(d, DOCTOR_OK, NULL, "Linux %s", release);
    } else
        doctor_say(d, DOCTOR_NOTE, NULL, "its version is not known: /proc is not there");
    free(release);
    if (!read_drivers(d)) {
        doctor_say(d, DOCTOR_NOTE, NULL, "/proc/crypto cannot be read: the kernel has no crypto, or /proc is hidden");
        return;
    }
    find_devices(d);
    doctor_each(d, "/sys/bus/platform/devices", ".crypto", take_idle, NULL);
    show_drivers(d);
    examine_af_alg(d);
    examine_dev_crypto(d);
}

/* ---- what the kernel does by itself ---- */

/* True for drivers that allocate memory for each request: dm-crypt does not use them (CRYPTO_ALG_ALLOCATES_MEMORY). */
static bool allocates(const char *driver)
{
    return strncmp(driver, "mv-", 3) == 0; /* Marvell CESA */
}

/* "aes-xts-plain64" is dm-crypt's name of xts(aes); "capi:..." is the kernel's own name. False if the name is not
 * understood. */
static bool kernel_name(const char *spec, char name[64])
{
    char cipher[24], mode[24];

    if (strncmp(spec, "capi:", 5) == 0)
        return snprintf(name, 64, "%.*s", (int)strcspn(spec + 5, "-"), spec + 5) < 64;
    if (sscanf(spec, "%23[^-]-%23[^-]", cipher, mode) != 2)
        return false;
    return snprintf(name, 64, "%s(%s)", mode, cipher) < 64;
}

static void examine_mapping(struct doctor *d, const char *mapping, const char *spec)
{
    const struct doctor_driver *best = NULL, *skipped = NULL;
    char name[64];

    if (!kernel_name(spec, name))
        return;
    for (unsigned i = 0; i < d->n_drivers; i++) {
        const struct doctor_driver *row = &d->drivers[i];

        if (strcmp(row->listed.name, name) != 0 || row->listed.internal)
            continue;
        if (allocates(row->listed.driver)) {
            skipped = row;
            continue;
        }
        if (!best || row->listed.priority > best->listed.priority)
            best = row;
    }
    doctor_say(d, skipped ? DOCTOR_PROBLEM : DOCTOR_NOTE, NULL, "dm-crypt %s (%s): served by %s%s%s", mapping, spec,
               best ? best->listed.driver : "a driver that is not loaded yet",
               skipped ? "; passed over, since it allocates memory for each request: " : "",
               skipped ? skipped->listed.driver : "");
}

/* "name: start length crypt aes-xts-plain64 ...", as dmsetup table --target crypt prints it. */
static void examine_table(struct doctor *d, char *text)
{
    char *line;

    while ((line = doctor_line(&text))) {
        char mapping[64], spec[64];

        if (sscanf(line, "%63[^:]: %*s %*s crypt %63s", mapping, spec) == 2)
            examine_mapping(d, mapping, spec);
    }
}

/* Read what dmsetup prints about the mappings, up to the buffer's size; empty without dmsetup. It prints no keys by
 * default. */
static void ask_dmsetup(char *text, size_t size)
{
    static char name[] = "dmsetup", table[] = "table", target[] = "--target", crypt[] = "crypt";
    char *const arguments[] = {name, table, target, crypt, NULL}, *const environment[] = {NULL};
    posix_spawn_file_actions_t actions;
    size_t len = 0;
    ssize_t got;
    pid_t pid;
    int ends[2];

    text[0] = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid, "/sbin/dmsetup", &actions, NULL, arguments, environment) == 0) {
        close(ends[1]);
        ends[1] = -1;
        while (len + 1 < size && (got = read(ends[0], text + len, size - 1 - len)) > 0)
            len += (size_t)got;
        text[len] = 0;
        close(ends[0]); /* dmsetup ends at its next write */
        ends[0] = -1;
        waitpid(pid, NULL, 0);
    }
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

void doctor_disks(struct doctor *d)
{
    char *tls = doctor_read(d, "/proc/net/tls_stat"), *at = tls, *line;
    long software = 0, device = 0;

    doctor_heading(d, "disks and sockets in the kernel");
    if (d->live && geteuid() == 0) {
        char text[4096];

        ask_dmsetup(text, sizeof text);
        examine_table(d, text);
    } else if (d->live)
        doctor_say(d, DOCTOR_NOTE, "sudo outboard doctor", "dm-crypt mappings are shown to root only");
    else {
        char *table = doctor_read(d, "/dmsetup-table");

        if (table)
            examine_table(d, table);
        free(table);
    }
    while ((line = doctor_line(&at))) {
        const char *value = line + strcspn(line, " \t");
        long count = strtol(value, NULL, 10);

        if (strncmp(line, "TlsCurrTxSw", 11) == 0 || strncmp(line, "TlsCurrRxSw", 11) == 0)
            software += count;
        else if (strncmp(line, "TlsCurrTxDevice", 15) == 0 || strncmp(line, "TlsCurrRxDevice", 15) == 0)
            device += count;
    }
    if (software || device)
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "kTLS: %ld directions by the kernel's crypto, %ld by a network card; no provider sees them",
                   software, device);
    free(tls);
}

void doctor_kernel_json(const struct doctor *d)
{
    bool first = true;

    printf("  \"kernel\": \"%d.%d\",\n  \"drivers\": [", d->major, d->minor);
    for (unsigned i = 0; i < d->n_drivers; i++) {
        const struct doctor_driver *row = &d->drivers[i];
        const struct obi_verdict_line *line = NULL;

        for (unsigned k = 0; k < d->evidence.n; k++)
            if (strcmp(d->evidence.line[k].driver, row->listed.driver) == 0)
                line = &d->evidence.line[k];
        if (row->listed.internal || (!row->device[0] && !line))
            continue;
        printf("%s\n    {", first ? "" : ",");
        first = false;
        cli_json_text("driver", row->listed.driver, true);
        cli_json_text("algorithm", row->listed.name, false);
        cli_json_number("priority", row->listed.priority > 0 ? (uint64_t)row->listed.priority : 0, false);
        cli_json_bool("async", row->listed.async, false);
        cli_json_text("device", row->device, false);
        cli_json_text("verdict", line ? obi_verdict_word(line->verdict) : "unproven", false);
        cli_json_text("evidence", line ? line->proof : "none", false);
        cli_json_text("detail", line ? line->detail : "not probed", false);
        putchar('}');
    }
    printf("%s],\n", first ? "" : "\n  ");
}
