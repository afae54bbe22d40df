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
    DOCTOR_PROBLEM, /* keeps an accelerator unused, or a program from working */
};

/* A driver of the kernel that programs can reach. */
struct doctor_driver {
    struct obi_crypto_driver listed;
    char device[OBI_DEVICE_MAX]; /* to which the module's driver is bound; empty: not known */
};

#define DOCTOR_DRIVERS 512

struct doctor {
    const char *root; /* prefix of every path: "" is this system, else a folder with a copy of another system's files */
    bool live;        /* root is "", so the kernel can be asked, too */
    bool verbose;     /* also print what is in order */
    bool json;        /* print findings as JSON */
    const char *part; /* heading of the part under examination */
    unsigned findings, problems;
    int major, minor;   /* of the kernel; 0: not known */
    bool dev_crypto;    /* /dev/crypto is there */
    bool hardware;      /* some driver is bound to a device */
    bool hardware_aead; /* a driver of an AEAD is bound to a device */
    bool provider;      /* outboard is active in openssl.cnf; its section says: */
    uint32_t slow;      /* setting slow: how many times as long software takes; 1: no change */
    char mode[128], objective[128], offload[128], prices_path[128], evidence_path[128];
    struct obi_verdicts evidence; /* empty: no file, the file is not valid here, or it lists no driver */
    bool probed;                  /* there is a valid file */
    unsigned n_drivers;
    struct doctor_driver drivers[DOCTOR_DRIVERS];
};

/* ---- findings (doctor.c) ---- */

void doctor_heading(struct doctor *d, const char *text);

/* Report one finding. fix, or NULL, is a line to type or to add to a file. */
void doctor_say(struct doctor *d, enum doctor_level level, const char *fix, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- files (files.c) ---- */

/* Read a file of at most 1 MiB; the caller frees the text. NULL with errno if it cannot be read. */
char *doctor_read(const struct doctor *d, const char *path);

/* Open the file, which the caller closes; NULL with errno. */
FILE *doctor_open(const struct doctor *d, const char *path);

/* The permission bits of a file, made different from 0; 0 if there is no file. */
unsigned doctor_mode(const struct doctor *d, const char *path);

bool doctor_exists(const struct doctor *d, const char *path);

/* Call found with the path of each file in a folder whose name ends in suffix, in alphabetical order. False: no such
 * folder. */
bool doctor_each(struct doctor *d, const char *folder, const char *suffix,
                 void (*call)(struct doctor *d, const char *path, void *user), void *user);

/* The next line of a text, without its end and without spaces around it; NULL after the last one. Changes the text. */
char *doctor_line(char **text);

/* ---- rights (rights.c) ---- */

/* Report the file, or the first folder on the way to it, that others than root and this user may change. follows: what
 * they can then do. */
void doctor_rights(struct doctor *d, const char *path, const char *follows);

/* ---- the parts, in order ---- */

void doctor_kernel(struct doctor *d);
void doctor_disks(struct doctor *d);
void doctor_openssl(struct doctor *d);
void doctor_use(struct doctor *d); /* after doctor_openssl */
void doctor_services(struct doctor *d);

/* Print what doctor_kernel and doctor_use found, as members of a JSON object. */
void doctor_kernel_json(const struct doctor *d);
void doctor_use_json(struct doctor *d);

#endif
