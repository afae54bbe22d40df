/* SPDX-License-Identifier: Apache-2.0 */
/* The price file of the provider: where it is, whether it is valid here, and that it has appeared or changed since. */
#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "binding/openssl/offers.h"
#include "offload/link.h"
#include "port/linux/device.h"
#include "port/linux/machine.h"
#include "port/linux/proc_crypto.h"
#include "port/linux/slow.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The folders to search for a price file, in this order, if the settings name no file. */
static const char *const price_paths[] = {"/var/cache/outboard/prices.csv", "/etc/outboard/prices.csv"};

#define PRICES_MAX  ((size_t)1 << 20) /* bytes; a file with all rows takes a tenth */
#define CHANGES_MAX 256               /* that a process takes up: each takes memory that is never freed */
#define ROUGH       "\n# rough\n"     /* a line of a table that was measured in a hurry */

/* What tells one state of a file from another. All zero: there is none. */
struct identity {
    dev_t device;
    ino_t inode;
    struct timespec modified;
    off_t size;
};

static struct identity seen; /* the file that was read last. The holder of the mutex of offers.c has it, and all here */
static unsigned changes;
static bool outdated;    /* that file is of another kernel or machine, or of drivers that are not there */
static bool may_come;    /* an engine may pay later for what none pays now */
static uint32_t looks;   /* atomic; the process looks for changes */
static uint32_t last_s;  /* atomic; when it looked last, on the clock since the system started */
static uint32_t at_once; /* atomic; it must look again whatever the clock says: it is a child of a fork */

void obi_prov_why(const char *what, const char *more)
{
    snprintf(obi_prov_settings.why, sizeof obi_prov_settings.why, "%s%.100s", what, more);
}

static int open_file(const char **path)
{
    int fd = -1;

    *path = obi_prov_settings.prices;
    if (**path)
        return open(*path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    for (unsigned i = 0; fd < 0 && i < sizeof price_paths / sizeof *price_paths; i++)
        fd = open(*path = price_paths[i], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return fd;
}

static bool identify(int fd, struct identity *id)
{
    struct stat st;

    memset(id, 0, sizeof *id);
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    id->device = st.st_dev;
    id->inode = st.st_ino;
    id->modified = st.st_mtim;
    id->size = st.st_size;
    return true;
}

/* The whole file in allocated memory, with a zero byte at its end; NULL if it cannot be read or is too long. */
static char *read_all(int fd, size_t *len)
{
    char *text = malloc(PRICES_MAX + 1);
    ssize_t n = -1;

    *len = 0;
    while (text && *len < PRICES_MAX && (n = read(fd, text + *len, PRICES_MAX - *len)) > 0)
        *len += (size_t)n;
    if (!text || n != 0) {
        free(text);
        return NULL;
    }
    text[*len] = 0;
    return text;
}

/* Why the prices are not valid here; NULL if they are. Those of another kernel are about to be measured again. */
static const char *invalid_because(const char *text)
{
    outdated = !obi_machine_fits(text);
    if (outdated)
        return "the prices are of another kernel or machine, or a driver that they name is not there";
    if (obi_slow_of(text) != obi_prov_settings.slow)
        return "the prices are not of software that is as slow as the setting slow says";
    return NULL;
}

char *obi_prov_prices_read(size_t *len)
{
    const char *path, *why = NULL;
    int fd = open_file(&path);
    char *text = NULL;

    memset(&seen, 0, sizeof seen);
    outdated = false;
    if (fd < 0) {
        obi_prov_why("no price file", "");
        return NULL;
    }
    if (identify(fd, &seen))
        text = read_all(fd, len);
    (void)close(fd);
    if (!text) {
        obi_prov_why("cannot read ", path);
        return NULL;
    }
    why = invalid_because(text);
    if (why) {
        obi_prov_why(why, "");
        free(text);
        return NULL;
    }
    return text;
}

/* True if a driver in the kernel has a device of its own and nobody has said yet what it is: then a first measurement
 * may be under way. */
static bool device_without_a_verdict(void)
{
    char device[OBI_DEVICE_MAX];
    struct obi_crypto_driver d;
    bool found = false;
    FILE *f;

    if (access(obi_offload_evidence(), F_OK) == 0)
        return false; /* drivers were probed, and what followed were no prices */
    f = obi_proc_crypto_open();
    while (f && !found && obi_proc_crypto_next(f, &d))
        found = !d.internal && !obi_proc_crypto_composed(&d) && obi_device_of_module(device, "", d.module);
    if (f)
        (void)fclose(f);
    return found;
}

bool obi_prov_prices_begin(const char *text)
{
    bool adapts = obi_prov_settings.mode == OB_PROV_AUTO || obi_prov_settings.mode == OB_PROV_ASIDE_ALL;

    if (text)
        may_come = strstr(text, ROUGH) != NULL;
    else if (seen.inode)
        may_come = outdated;
    else
        may_come = obi_prov_settings.prices[0] != 0 || device_without_a_verdict();
    may_come = may_come && adapts;
    __atomic_store_n(&looks, adapts && (text || may_come), __ATOMIC_RELEASE);
    return may_come;
}

bool obi_prov_prices_may_come(void)
{
    return may_come;
}

void obi_prov_prices_forked(void)
{
    __atomic_store_n(&at_once, 1, __ATOMIC_RELAXED);
}

/* True if the file is another than the one that was read last. The first system call opens a file, which a sandbox only
 * refuses; in a sandbox there is no other, and no further look. */
static bool changed(void)
{
    const char *path;
    struct identity now;
    int fd = open_file(&path);

    if (fd < 0)
        return false; /* prices hold until there are others */
    if (obi_sandbox_closed()) {
        __atomic_store_n(&looks, 0, __ATOMIC_RELAXED);
        (void)close(fd);
        return false;
    }
    if (!identify(fd, &now))
        now = seen;
    (void)close(fd);
    return now.device != seen.device || now.inode != seen.inode || now.size != seen.size ||
           now.modified.tv_sec != seen.modified.tv_sec || now.modified.tv_nsec != seen.modified.tv_nsec;
}

/* At most once a second, by one thread, which waits for no other. */
void obi_prov_prices_look(void)
{
    uint32_t before = __atomic_load_n(&last_s, __ATOMIC_RELAXED), now;
    struct timespec t = {0, 0};
    size_t len = 0;
    char *text;

    if (!__atomic_load_n(&looks, __ATOMIC_RELAXED))
        return;
    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    now = (uint32_t)t.tv_sec + 1;
    if (now == before && !__atomic_load_n(&at_once, __ATOMIC_RELAXED))
        return;
    if (!obi_prov_offers_hold())
        return;
    __atomic_store_n(&last_s, now, __ATOMIC_RELAXED);
    __atomic_store_n(&at_once, 0, __ATOMIC_RELAXED);
    if (changed()) {
        if (++changes >= CHANGES_MAX)
            __atomic_store_n(&looks, 0, __ATOMIC_RELAXED);
        text = obi_prov_prices_read(&len);
        (void)obi_prov_offers_price(text, len);
    }
    obi_prov_offers_let_go();
}
