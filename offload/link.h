/* SPDX-License-Identifier: Apache-2.0 */
/* The link between a process and the kernel. It has several lanes; a lane is a helper with its shared memory, and has
 * one operation in the kernel at a time. Requests go through the shared memory, with a deadline; after a request
 * without an answer the memory and the helper are never used again. */
#ifndef OUTBOARD_OFFLOAD_LINK_H
#define OUTBOARD_OFFLOAD_LINK_H

#include <outboard/offload.h>

#include "offload/worker.h"

/* A process starts no more helpers after so many were abandoned in a row, because each may be a process that hangs in
 * the kernel until the machine restarts. */
#define OBI_LINK_FAILURES_MAX 8

#define OBI_LANES_MAX       8
#define OBI_LANE_FORGET_MAX 32

struct obi_lane {
    struct obi_link *link;
    uint32_t lock;                     /* held during a request */
    bool connected;                    /* slot and fd are valid, or worker is */
    bool answered;                     /* the helper has answered once, so it has started */
    uint32_t failures;                 /* of the link, when the request began */
    int fd;                            /* socket: one byte for each answer of the helper */
    int doorbell[2];                   /* pipe: messages to the helper */
    uint64_t socket_inode, pipe_inode; /* which tell their own descriptors from later ones of the same number */
    struct obi_request_slot *slot;     /* NULL: no helper; worker runs in this process */
    struct obi_worker worker;
    struct obi_request own; /* the request if there is no helper */
    uint32_t forget_lock;
    unsigned n_forget; /* closed keys to tell the helper; more than fit: close all */
    uint64_t forget[OBI_LANE_FORGET_MAX];
    struct ob_offload_stats stats; /* written under lock */
};

struct obi_link {
    const char *name;  /* of its engine */
    uint32_t off;      /* atomic; for the life of the process: 1 while why is written, 2 once it has the reason */
    bool known;        /* it is in the list of links */
    uint8_t async;     /* atomic; enum obi_async: what a worker has found */
    uint32_t failures; /* atomic; helpers abandoned in a row */
    uint64_t refused;  /* atomic; requests for which no lane was free */
    uint32_t open;     /* atomic; a bit for each lane that is connected */
    uint32_t most;     /* atomic; lanes that there may be: fewer than OBI_LANES_MAX once the system refused one */
    struct obi_lane lane[OBI_LANES_MAX];
    char why[160];
    struct obi_link *next;
};

/* A session's key, as the helpers know it; all zero before its first op. */
struct obi_link_key {
    uint64_t id;
    uint8_t lanes; /* a bit for each lane in which it may be open */
    uint8_t last;  /* the lane of its last op */
};

_Static_assert(OBI_LANES_MAX <= 8, "struct obi_link_key has 8 bits for lanes");

/* Register the link of an engine; may be repeated. Call it before all others. Opens nothing. Not thread-safe. */
void obi_link_register(struct obi_link *l);

/* The link of the engine with this name; NULL if there is none. */
struct obi_link *obi_link_of(const char *engine);

/* Take a lane, with a helper, for one or more requests of this key: if possible the one in which the key is open. A
 * new lane is begun only if all others are taken. OB_OK; OB_E_BUSY: as many operations as pay are under way;
 * OB_E_DECLINED: the link is off in this process; OB_E_IO: no helper can be started. */
int obi_link_take(struct obi_link *l, struct obi_link_key *key, struct obi_lane **lane);

/* A new number for a key. */
uint64_t obi_link_new_id(void);

/* Close a key in the kernel, because the caller needs it no more. */
void obi_link_forget(struct obi_link *l, const struct obi_link_key *key);

/* Do not start a helper in this process again; why and more are the reason. */
void obi_link_turn_off(struct obi_link *l, const char *why, const char *more);
bool obi_link_is_off(const struct obi_link *l);

/* Close all descriptors, except those of lanes that a thread has taken. The next request starts a helper again. */
void obi_link_stop(struct obi_link *l);

/* ---- lane.c ---- */

/* True if the caller has taken the lane now, with a helper or without. */
bool obi_lane_try(struct obi_lane *l);

/* Start a helper in a lane that the caller has taken, unless it has one: as obi_link_take. only: the link has no other
 * lane, so the link is turned off if a helper can never be started; otherwise that is OB_E_BUSY. */
int obi_lane_start(struct obi_lane *l, bool only);

void obi_lane_release(struct obi_lane *l);

/* The request to fill in. Its data are in the slot, or, without a helper, in the caller's memory. */
struct obi_request *obi_lane_request(struct obi_lane *l);

/* Run the request on a lane that the caller has taken; d is used without a helper. deadline_ns: on the port's clock; 0:
 * the settings' deadline. OB_OK: there is an answer. OB_E_IO: there is none, and helper and shared memory are gone. */
int obi_lane_run(struct obi_lane *l, const struct obi_request_data *d, uint64_t deadline_ns);

/* Close a key in this lane. */
void obi_lane_forget(struct obi_lane *l, uint64_t id);

/* Close its descriptors. The caller has taken the lane, or is the only thread. */
void obi_lane_disconnect(struct obi_lane *l);

/* Call back at forks from now on. The caller has held starts. False if memory is short. */
bool obi_link_watch_forks(void);

/* Between these two no helper is started: for a fork. */
void obi_lane_hold_starts(void);
void obi_lane_allow_starts(void);

/* True if the path of a helper is absolute, or there is no helper; otherwise the link is off. */
bool obi_lane_path_fits(struct obi_link *l, const char *path);

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
unsigned obi_offload_parallel(void); /* most operations in the kernel at a time */
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
