/* SPDX-License-Identifier: Apache-2.0 */
/* The counters of a process, in a file that other processes may read: no keys, no data, no addresses. */
#ifndef OUTBOARD_PORT_STATUS_H
#define OUTBOARD_PORT_STATUS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define OBI_STATUS_MAGIC   "outboard-stat-4"
#define OBI_STATUS_ENGINES 8
#define OBI_STATUS_ROWS    80
#define OBI_STATUS_FOLDER  "/run/outboard"

/* The counters of an engine for one algorithm. */
struct obi_status_engine {
    uint64_t ops, bytes; /* ops that were answered, wrong tags included, and their bytes */
    uint64_t fallbacks;  /* declined, or too busy */
    uint64_t retries;    /* failed, and repeated on another engine */
    uint64_t errors;     /* failed, repeated or not */
};

/* One algorithm and key length. */
struct obi_status_row {
    char algorithm[24]; /* empty: the row is unused */
    uint64_t bits;      /* key length; 0: no key, or any length */
    uint64_t aside;     /* ops that the program's own library served */
    uint64_t failed;    /* those of them that an engine had returned unserved */
    uint64_t busy;      /* those of them that came while engines had as many as pay, or as they take */
    /* Observed times made the other server the cheaper one. adapted: how often. Of the last time: the length of ops in
     * bytes, the new server (1: an engine, 0: the library), and the observed time of each server in per mille of its
     * price. */
    uint64_t adapted, adapted_len, adapted_to_engine, adapted_software, adapted_engine;
    struct obi_status_engine engine[OBI_STATUS_ENGINES];
};

/* The file. Each number is updated atomically and read alone: numbers that are read together may differ by a few
 * operations. */
struct obi_status {
    char magic[16];   /* written last */
    uint64_t made_ns; /* on CLOCK_BOOTTIME; a process with this id that started later is another one */
    uint64_t n_engines;
    uint64_t slow; /* slowdown of the program's own library for measurements (slow.h); 1: none */
    char engine[OBI_STATUS_ENGINES][16];
    struct obi_status_row row[OBI_STATUS_ROWS];
};

/* Create this process's file, which is named by the process id, in folder. If folder is NULL or "": in
 * OBI_STATUS_FOLDER, or else in $XDG_RUNTIME_DIR/outboard. All counters are 0. Returns NULL, without a message, if that
 * is not possible, the program runs with another user's rights, or its limit of file lengths is too low. The first
 * system call opens a file; if a sandbox refuses it, no other call follows. */
struct obi_status *obi_status_make(const char *folder);

/* From here on readers accept the file: all that the caller wrote before is visible to them. */
void obi_status_show(struct obi_status *s);

/* Remove this process's file; the mapping stays valid. Does nothing in the child of a fork. */
void obi_status_remove(void);

/* To call in the child of a fork, because the file belongs to the parent. */
void obi_status_forget(void);

/* Copy the file at path; *owner is its user id. False if its owner cannot have made it with this version. The names in
 * the copy contain only printable ASCII, whatever the file contains. */
bool obi_status_read(const char *path, struct obi_status *to, unsigned *owner);

/* True if the process with this id lives and may have made the file: it runs as owner, or owner is root. */
bool obi_status_lives(long pid, const struct obi_status *s, unsigned owner);

#endif
