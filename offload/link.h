/* SPDX-License-Identifier: Apache-2.0 */
/* The link between a process and its helper: requests through shared memory, with a deadline. After a request without
 * an answer the memory and the helper are never used again. */
#ifndef OUTBOARD_OFFLOAD_LINK_H
#define OUTBOARD_OFFLOAD_LINK_H

#include <outboard/offload.h>

#include "offload/worker.h"

/* A process starts no more helpers after so many were abandoned in a row, because each may be a process that hangs in
 * the kernel until the machine restarts. */
#define OBI_LINK_FAILURES_MAX 8

#define OBI_LINK_FORGET_MAX 32

struct obi_link {
    const char *name;              /* of its engine */
    uint32_t lock;                 /* held during a request */
    bool connected;                /* slot and fd are valid, or worker is */
    bool answered;                 /* the helper has answered once, so it has started */
    bool off;                      /* for the life of the process; why has the reason */
    bool known;                    /* it is in the list of links */
    int fd;                        /* socket: one byte for each answer of the helper */
    int doorbell[2];               /* pipe: messages to the helper */
    struct obi_request_slot *slot; /* NULL: no helper; worker runs in this process */
    struct obi_worker worker;
    struct obi_request own; /* the request if there is no helper */
    unsigned failures;      /* helpers abandoned in a row */
    uint32_t forget_lock;
    unsigned n_forget; /* closed keys to tell the helper; more than fit: close all */
    uint64_t forget[OBI_LINK_FORGET_MAX];
    struct ob_offload_stats stats;
    uint8_t async; /* enum obi_async: what the worker has found */
    char why[160];
    struct obi_link *next;
};

/* Register the link of an engine; may be repeated. Call it before all others. Opens nothing. Not thread-safe. */
void obi_link_register(struct obi_link *l);

/* The link of the engine with this name; NULL if there is none. */
struct obi_link *obi_link_of(const char *engine);

/* Take the link, with a helper, for one or more requests. OB_OK; OB_E_BUSY: another thread has it; OB_E_DECLINED: the
 * link is off in this process; OB_E_IO: no helper can be started. */
int obi_link_take(struct obi_link *l);
void obi_link_give_back(struct obi_link *l);

/* The request to fill in; and the place of its data in shared memory, or NULL if the data stay in the caller's
 * memory. */
struct obi_request *obi_link_request(struct obi_link *l);

/* Run the request on a link that the caller has taken; d is used without a helper. deadline_ns: on the port's clock; 0:
 * the settings' deadline. OB_OK: there is an answer. OB_E_IO: there is none, and helper and shared memory are gone. */
int obi_link_run(struct obi_link *l, const struct obi_request_data *d, uint64_t deadline_ns);

/* A new number for a key. */
uint64_t obi_link_new_id(void);

/* Close a key in the kernel, because the caller needs it no more. */
void obi_link_forget(struct obi_link *l, uint64_t id);

/* Do not start a helper in this process again; why and more are the reason. */
void obi_link_turn_off(struct obi_link *l, const char *why, const char *more);

/* Close all descriptors, unless a thread has the link. The next request starts it again. */
void obi_link_stop(struct obi_link *l);

/* ---- settings.c ---- */

/* What a driver may serve. */
enum obi_claim {
    OBI_CLAIM_NONE,        /* nothing: it is not proven to be hardware */
    OBI_CLAIM_FORCED,      /* serves as software */
    OBI_CLAIM_SYNCHRONOUS, /* serves as hardware for which the CPU waits */
    OBI_CLAIM_HARDWARE,    /* serves as hardware */
};

/* The claim of a driver: from the settings, or else from the probe on this boot. */
enum obi_claim obi_offload_claim(const char *driver);
const char *obi_offload_evidence(void);
const char *obi_offload_helper(void); /* NULL: use no helper */
#define OBI_DEADLINE_MAX    60000u    /* ms */
#define OBI_DESCRIPTORS_MIN 8u
bool obi_offload_number(const char *text, uint32_t min, uint32_t max, uint32_t *value);
bool obi_offload_settings_fit(const char **what); /* if false, *what is the error, and nothing is offloaded */
unsigned obi_offload_deadline_ms(void);
unsigned obi_offload_descriptors(void);
bool obi_offload_async(void);

/* ---- sandbox.c ---- */

/* Remember the sandbox in which the process is now. */
void obi_sandbox_look(void);

/* True if the process has entered another sandbox since. Its rules are not known, and a refused system call may kill
 * the process. */
bool obi_sandbox_closed(void);

/* ---- spawn.c ---- */

/* Start the program at path as a process that is not the caller's child. Its descriptors: 3 is the socket for answers,
 * 4 the memory, 5 the read end of the pipe. 0, or an error of <errno.h>. */
int obi_spawn(const char *path, int fd, int memory, int doorbell);

#endif
