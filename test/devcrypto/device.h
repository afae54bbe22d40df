/* SPDX-License-Identifier: Apache-2.0 */
/* A device that answers the ioctls of /dev/crypto as cryptodev-linux does, over engine soft: what it does, apart from
 * the way by which the ioctls come (cuse.c, inprocess.c). */
#ifndef OUTBOARD_TEST_DEVCRYPTO_DEVICE_H
#define OUTBOARD_TEST_DEVCRYPTO_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- knobs and counters ---- */

struct device_knobs {
    unsigned delay_us;  /* an operation takes so much longer */
    unsigned fail;      /* errno of every operation, 0: none fails */
    unsigned fail_open; /* errno of every new session */
    unsigned hang;      /* 1: operations do not end until it is 0 again */
    unsigned without;   /* the number of an algorithm that is not there */
    unsigned software;  /* 1: the drivers say of themselves that they are software */
    unsigned other;     /* 1: the drivers have another name than /proc/crypto says */
    /* of the asynchronous calls: */
    unsigned async;        /* 1: they are there */
    unsigned full;         /* 1: no queue has a place */
    unsigned newest_first; /* 1: results come in the opposite order */
    unsigned stray;        /* 1: before a result comes that of the operation before, again */
};

extern struct device_knobs device_knobs;

/* One of them, as it is now. */
unsigned device_knob(const unsigned *value);

struct device_counts {
    unsigned long files, sessions; /* open now */
    unsigned long opened;          /* sessions since the device began */
    unsigned long operations, bytes, failures;
    unsigned long queued;     /* operations, since it began, */
    unsigned long worked_off; /* and those of them whose results can be fetched, or were; atomic */
};

extern struct device_counts device_counts;

/* "name value": false if there is no such knob. */
bool device_set(const char *text);

/* Knobs and counters, a line each: the length. */
size_t device_report(char *text, size_t size);

/* ---- files and ioctls ---- */

struct device_file;

struct device_file *device_open(void); /* NULL: no memory */
void device_close(struct device_file *f);

/* A part of the caller's memory. */
struct device_area {
    void *at;
    size_t len;
};

#define DEVICE_AREAS 4

/* What an ioctl reads and writes; the first area read is its argument. */
struct device_plan {
    struct device_area in[DEVICE_AREAS], out[DEVICE_AREAS];
    unsigned n_in, n_out;
};

/* The plan of an ioctl whose argument is at arg in the caller's memory, and here as copy, or NULL while it is not
 * known: then the plan is to read it. 0, or an error of <errno.h>. */
int device_plan(struct device_file *f, unsigned long number, void *arg, const void *copy, struct device_plan *plan);

/* Run it: in has the areas to read, one after the other, out gets those to write. 0, or an error of <errno.h>. Waits
 * where the knobs say so; any number of threads at a time. */
int device_run(struct device_file *f, unsigned long number, const struct device_plan *plan, const uint8_t *in,
               uint8_t *out);

/* What poll(2) says of it: POLLIN and POLLOUT. */
short device_poll(struct device_file *f);

/* Call wake(user) when that may have changed, but not for a knob; NULL: nobody. */
void device_watch(struct device_file *f, void (*wake)(void *user), void *user);

size_t device_total(const struct device_area *area, unsigned n);

#endif
