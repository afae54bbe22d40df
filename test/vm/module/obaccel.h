/* SPDX-License-Identifier: GPL-2.0 */
/* What the files of the test accelerator share: its units, its queue, and the registration of each class. */
#ifndef OBACCEL_H
#define OBACCEL_H

#include <crypto/aead.h>
#include <crypto/algapi.h>
#include <linux/atomic.h>
#include <linux/types.h>
#include <linux/version.h>
#include <linux/workqueue.h>
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

/* One algorithm of the device. */
struct accel_unit {
    const char *algorithm; /* the kernel's name of it */
    const char *slug;      /* the end of the driver's name */
    char driver[CRYPTO_MAX_ALG_NAME];
    atomic64_t operations, bytes;
    bool registered;
};

/* One operation in the queue. run does the work and returns 0 or a negative errno. */
struct accel_job {
    struct work_struct work;
    struct crypto_async_request *request;
    struct accel_unit *unit;
    int (*run)(struct accel_job *job);
    unsigned int bytes;
};

/* Take over the operation: -EINPROGRESS, or its result if the device is synchronous. */
int accel_submit(struct accel_job *job, struct crypto_async_request *request);
/* The flags, priority and names that every algorithm has. */
void accel_describe(struct crypto_alg *base, struct accel_unit *unit);
bool accel_offers(const char *class);

int accel_device_start(void);
void accel_device_stop(void);

int accel_ciphers_register(void);
void accel_ciphers_unregister(void);
int accel_aeads_register(void);
void accel_aeads_unregister(void);
int accel_hashes_register(void);
void accel_hashes_unregister(void);
/* Software of the module's own, for what Debian's kernels lack. */
int accel_sm4_register(void);
void accel_sm4_unregister(void);
int accel_sm3_register(void);
void accel_sm3_unregister(void);

/* All units of a class, for the counters. */
struct accel_units {
    struct accel_unit *(*at)(unsigned int index); /* NULL after the last */
};
extern const struct accel_units accel_ciphers, accel_aeads, accel_hashes;

#endif
