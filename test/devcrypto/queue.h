/* SPDX-License-Identifier: Apache-2.0 */
/* The queue behind the test device's asynchronous calls: one for each open file. */
#ifndef OUTBOARD_TEST_DEVCRYPTO_QUEUE_H
#define OUTBOARD_TEST_DEVCRYPTO_QUEUE_H

#include "test/devcrypto/device.h"

/* Places of a queue: results that were not fetched have one, too. */
#define DEVICE_QUEUE_MAX 64

struct device_queue;

/* For f; NULL: no memory. */
struct device_queue *device_queue_new(struct device_file *f);

/* Wait for the operation under way, and drop the rest. */
void device_queue_end(struct device_queue *q);

/* Queue the operation of this plan, whose areas to read are in in. 0, or EBUSY: there is no place. */
int device_queue_add(struct device_queue *q, const struct device_plan *plan, const uint8_t *in);

/* What the next result writes, its first area to arg. 0, or EBUSY: there is none. */
int device_queue_plan(struct device_queue *q, void *arg, struct device_plan *plan);

/* Take the next result: its areas into out. 0, or the operation's error. */
int device_queue_fetch(struct device_queue *q, uint8_t *out);

/* POLLIN and POLLOUT, as they are now. */
short device_queue_poll(struct device_queue *q);

/* Call wake(user) when POLLIN or POLLOUT may have become true; NULL: nobody. */
void device_queue_watch(struct device_queue *q, void (*wake)(void *user), void *user);

#endif
