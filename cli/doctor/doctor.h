/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of outboard doctor share: the system under examination, and what is found. */
#ifndef OUTBOARD_DOCTOR_H
#define OUTBOARD_DOCTOR_H

#include "offload/verdicts.h"
#include "port/linux/device.h"
#include "port/linux/proc_crypto.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum doctor_level {
    DOCTOR_OK,
    DOCTOR_NOTE,    /* worth knowing */
    DOCTOR_PROBLEM, /* keeps work from an accelerator, or a program from working */
};

/* A driver of the kernel's that programs may reach. */
struct doctor_driver {
    struct obi_crypto_driver listed;
    char device[OBI_DEVICE_MAX]; /* that the module's driver is bound to; empty: none is known */
};

#define DOCTOR_DRIVERS 512

struct doctor {
    const char *root; /* in front of every path: "" is this system, else a copy of another's files */
    bool live;        /* root is "": the kernel may be asked, too */
    bool verbose;     /* print what is in order as well */
    bool json;        /* print findings as JSON */
    const char *part; /* the heading of what is examined */
    unsigned findings, problems;
    int major, minor;   /* of the kernel; 0: not known */
    bool dev_crypto;    /* /dev/crypto is there */
    bool hardware;      /* some driver is bound to a device */
    bool hardware_aead; /* one for an AEAD is */
    bool provider;      /* outboard is active in openssl.cnf; what its section says: */
    uint32_t slow;      /* how many times as long the setting slow makes software take; 1: as long as it does */
    char mode[128], objective[128], offload[128], prices_path[128], evidence_path[128];
    struct obi_verdicts evidence; /* none: there is no file, or it does not count, or there is no driver */
    bool probed;                  /* there is a file that counts */
    unsigned n_drivers;
    struct doctor_driver drivers[DOCTOR_DRIVERS];
};

/* ---- findings (doctor.c) ---- */

void doctor_heading(struct doctor *d, const char *text);

/* One finding; fix, if there is one, is a line to type or to write into a file. */
void doctor_say(struct doctor *d, enum doctor_level level, const char *fix, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- files (files.c) ---- */

/* The text of a file of at most 1 MiB, which the caller frees; NULL with errno if it cannot be read. */
char *doctor_read(const struct doctor *d, const char *path);

/* The file, which the caller closes; NULL with errno. */
FILE *doctor_open(const struct doctor *d, const char *path);

/* The mode of a file, its kind left out but never 0; 0: there is none. */
unsigned doctor_mode(const struct doctor *d, const char *path);

bool doctor_exists(const struct doctor *d, const char *path);

/* Call with the path of each file in a folder whose name ends in suffix, in order of names; false: no such folder. */
bool doctor_each(struct doctor *d, const char *folder, const char *suffix,
                 void (*call)(struct doctor *d, const char *path, void *user), void *user);

/* The next line of a text, without its end and the spaces around; NULL after the last. The text is changed. */
char *doctor_line(char **text);

/* ---- the parts, in order ---- */

void doctor_kernel(struct doctor *d);
void doctor_disks(struct doctor *d);
void doctor_openssl(struct doctor *d);
void doctor_use(struct doctor *d); /* after doctor_openssl */
void doctor_services(struct doctor *d);

/* What doctor_kernel and doctor_use found, as members of a JSON object. */
void doctor_kernel_json(const struct doctor *d);
void doctor_use_json(struct doctor *d);

#endif
