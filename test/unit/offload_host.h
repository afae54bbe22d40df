/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg in this process, its helper with a kernel that is none (offload_fake.c), and orders to that kernel. */
#ifndef OUTBOARD_TEST_OFFLOAD_HOST_H
#define OUTBOARD_TEST_OFFLOAD_HOST_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <outboard/offload.h>
#include <outboard/outboard.h>

#define PATIENCE 30 /* s: the machine may be busy, but what does not come by then does not come */
#define ATTEMPTS 5  /* other work on the machine may make one too slow */

extern struct ob_engine ob_engine_afalg, ob_engine_soft;

extern char folder[32], program[128]; /* where orders go; the helper's */
extern struct ob_dispatcher d;
extern uint8_t text[70000], want[70000], got[70000], iv[16];
extern const uint8_t key[32];

int set_up(void **state);
int tear_down(void **state);

/* Let the kernel do something wrong from now on (offload_fake.c); let it do nothing wrong. */
void order(const char *what);
void end_orders(void);

/* Seconds on a clock that nobody sets. */
double now(void);

/* Process ids of helpers, at most n: how many there are. Wait until there are n. */
unsigned helpers(pid_t *pid, unsigned n);
void helpers_become(unsigned n);

/* A process's descriptors of what has kind in its name. Wait until a helper has n keys. */
unsigned descriptors_of(pid_t pid, const char *kind);
void keys_become(pid_t pid, unsigned n);

struct ob_offload_stats stats(void);
uint64_t errors(void);

/* CBC of len bytes of text, in place, against soft: 1 if afalg did it. */
unsigned cbc(size_t len);

/* Wait until afalg serves again: its quarantine is over. */
void recovers(void);

/* From now on, with a new helper. */
void set_deadline(uint32_t ms);

/* Run a function in a child: its exit status, or 256 + signal. */
int in_child(int (*run)(void));

#endif
