/* SPDX-License-Identifier: Apache-2.0 */
/* The counters of a process, in a file that it shares with whoever may read it: no keys, no data, no addresses. */
#ifndef OUTBOARD_PORT_STATUS_H
#define OUTBOARD_PORT_STATUS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define OBI_STATUS_MAGIC   "outboard-stat-3"
#define OBI_STATUS_ENGINES 8
#define OBI_STATUS_ROWS    80
#define OBI_STATUS_FOLDER  "/run/outboard"

/* What an engine did of one algorithm. */
struct obi_status_engine {
    uint64_t ops, bytes; /* done, wrong tags included */
    uint64_t fallbacks;  /* declined, or too busy */
    uint64_t retries;    /* failed, and redone elsewhere */
    uint64_t errors;     /* failed, redone or not */
};

/* One algorithm and key length. */
struct obi_status_row {
    char algorithm[24]; /* empty: no row */
    uint64_t bits;      /* of the key; 0: none, or any */
    uint64_t aside;     /* ops that the program's own library did */
    uint64_t failed;    /* of these, ops that an engine gave back */
    /* By what ops took, the other way became the better one: how often; for ops of about how many bytes the last time,
     * whether an engine's it is (1) or the library's (0), and what each way took by its measured price, in per mille.
     */
    uint64_t adapted, adapted_len, adapted_to_engine, adapted_software, adapted_engine;
    struct obi_status_engine engine[OBI_STATUS_ENGINES];
};

/* The file. Every number is written whole, by atomic additions, and read as it stands: rows of one moment may be a few
 * operations apart. */
struct obi_status {
    char magic[16];   /* written last */
    uint64_t made_ns; /* on CLOCK_BOOTTIME: a process of this number that began later is another one */
    uint64_t n_engines;
    uint64_t slow; /* the program's own library is made to take so many times as long, for measurements; or 1 */
    char engine[OBI_STATUS_ENGINES][16];
    struct obi_status_row row[OBI_STATUS_ROWS];
};

/* Make this process's file, named by its number, in folder, or with NULL or "" in OBI_STATUS_FOLDER, else in
 * $XDG_RUNTIME_DIR/outboard. All zeros; NULL without a word if that is not possible or the program runs with another
 * user's rights. Opening a file is the first system call and, where a sandbox refuses it, the last. */
struct obi_status *obi_status_make(const char *folder);

/* All that the caller has written before may be read. */
void obi_status_show(struct obi_status *s);

/* Remove this process's file: its mapping stays. In a child of a fork it does nothing. */
void obi_status_remove(void);

/* In the child of a fork: the file is the parent's. */
void obi_status_forget(void);

/* A copy of the file at path, false if it is none that its owner made with this version; *owner is his number. Names in
 * the copy hold nothing but printable ASCII, whatever the file held. */
bool obi_status_read(const char *path, struct obi_status *to, unsigned *owner);

/* True if the process that made the file of this number lives: it is the owner's, or has been root's. */
bool obi_status_lives(long pid, const struct obi_status *s, unsigned owner);

#endif
