/* SPDX-License-Identifier: Apache-2.0 */
/* A process and its helper: requests by way of shared memory, with a deadline; what is given up is not used again. */
#ifndef OUTBOARD_OFFLOAD_LINK_H
#define OUTBOARD_OFFLOAD_LINK_H

#include <outboard/offload.h>

#include "offload/worker.h"

/* Helpers that are given up one after the other before a process leaves it at that: each may be a process that hangs in
 * the kernel until the machine restarts. */
#define OBI_LINK_FAILURES_MAX 8

#define OBI_LINK_FORGET_MAX 32

struct obi_link {
    const char *name;              /* of its engine */
    uint32_t lock;                 /* held for a request */
    bool connected;                /* slot and fd are there, or worker is */
    bool answered;                 /* its helper has: it is not starting any more */
    bool off;                      /* for the life of the process: why says it */
    bool known;                    /* it is in the list of links */
    int fd;                        /* the helper's answers: a byte each */
    int doorbell[2];               /* messages to the helper, a pipe */
    struct obi_request_slot *slot; /* NULL: no helper, the worker is here */
    struct obi_worker worker;
    struct obi_request own; /* the request where there is no helper */
    unsigned failures;      /* helpers given up without an answer between them */
    uint32_t forget_lock;
    unsigned n_forget; /* keys that are closed, of which the helper has not heard; more than fit: all are to go */
    uint64_t forget[OBI_LINK_FORGET_MAX];
    struct ob_offload_stats stats;
    uint8_t async; /* enum obi_async, as the worker has found it */
    char why[160];
    struct obi_link *next;
};

/* Before anything else; once or more. Opens nothing. Not thread-safe. */
void obi_link_register(struct obi_link *l);

/* The link of an engine of this name, NULL if there is none. */
struct obi_link *obi_link_of(const char *engine);

/* Take the link for one or more requests, with a helper: OB_OK; OB_E_BUSY: another thread has it; OB_E_DECLINED: not in
 * this process; OB_E_IO: no helper can be started. */
int obi_link_take(struct obi_link *l);
void obi_link_give_back(struct obi_link *l);

/* The request that is to be filled; where its data lie in shared memory, else NULL: with the caller. */
struct obi_request *obi_link_request(struct obi_link *l);

/* Run the request on a link that is taken; d without a helper. deadline_ns: on the port's clock, 0: the settings'.
 * OB_OK: there is an answer. OB_E_IO: there is none, the helper and the shared memory are gone. */
int obi_link_run(struct obi_link *l, const struct obi_request_data *d, uint64_t deadline_ns);

/* A number for a new key. */
uint64_t obi_link_new_id(void);

/* A key is not needed any more: it is closed in the kernel, too. */
void obi_link_forget(struct obi_link *l, uint64_t id);

/* Start no helper again in this process. */
void obi_link_turn_off(struct obi_link *l, const char *why, const char *more);

/* Close whatever there is, unless a thread has the link; the next request starts it again. */
void obi_link_stop(struct obi_link *l);

/* ---- settings.c ---- */

/* What a driver may do. */
enum obi_claim {
    OBI_CLAIM_NONE,        /* nothing: no proof that it is hardware */
    OBI_CLAIM_FORCED,      /* serve, as software */
    OBI_CLAIM_SYNCHRONOUS, /* serve, as hardware that the CPU waits for */
    OBI_CLAIM_HARDWARE,    /* serve, as hardware */
};

/* What the settings say of a driver, else what the probe has found out on this boot. */
enum obi_claim obi_offload_claim(const char *driver);
const char *obi_offload_evidence(void);
const char *obi_offload_helper(void); /* NULL: none is to be used */
#define OBI_DEADLINE_MAX    60000u    /* ms */
#define OBI_DESCRIPTORS_MIN 8u
bool obi_offload_number(const char *text, uint32_t min, uint32_t max, uint32_t *value);
bool obi_offload_settings_fit(const char **what); /* else what is wrong with them: nothing is offloaded then */
unsigned obi_offload_deadline_ms(void);
unsigned obi_offload_descriptors(void);
bool obi_offload_async(void);

/* ---- sandbox.c ---- */

/* Remember in which sandbox the process is, before it goes into another one. */
void obi_sandbox_look(void);

/* True if it has gone into one since, whose rules are not known: what is refused there may end the process. */
bool obi_sandbox_closed(void);

/* ---- spawn.c ---- */

/* Start the program at path as nobody's child, with descriptors 3: the socket that answers go to, 4: the memory, 5: the
 * pipe's end that messages come from. 0, or an error of <errno.h>. */
int obi_spawn(const char *path, int fd, int memory, int doorbell);

#endif
