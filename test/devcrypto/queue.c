/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that a thread works off, in the order in which they came, while their caller does something else. */
#include "test/devcrypto/queue.h"
#include "offload/cryptodev.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct item {
    struct item *next;
    struct device_plan plan;
    uint8_t *in, *out;
    int err;
};

struct device_queue {
    struct device_file *file;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    pthread_t thread;
    bool running, ending; /* the thread is there, is to end */
    struct item *todo, *done;
    unsigned items;              /* todo, under way and done */
    struct cryptodev_crypt last; /* the result that was fetched last */
    bool again;                  /* it is to be told once more */
    void (*wake)(void *user);
    void *user;
};

struct device_queue *device_queue_new(struct device_file *f)
{
    struct device_queue *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->file = f;
    (void)pthread_mutex_init(&q->mutex, NULL);
    (void)pthread_cond_init(&q->more, NULL);
    return q;
}

static void drop(struct item *i)
{
    free(i->in);
    free(i->out);
    free(i);
}

static void append(struct item **list, struct item *i)
{
    while (*list)
        list = &(*list)->next;
    i->next = NULL;
    *list = i;
}

static struct item *take(struct item **at)
{
    struct item *i = *at;

    *at = i->next;
    return i;
}

/* A result that was there before comes again in front of a new one. */
static bool stray(const struct device_queue *q)
{
    return q->again && device_knob(&device_knobs.stray);
}

static void wake(struct device_queue *q)
{
    if (q->wake)
        q->wake(q->user);
}

static void *work(void *of)
{
    struct device_queue *q = (struct device_queue *)of;

    (void)pthread_mutex_lock(&q->mutex);
    for (;;) {
        struct item *i;

        while (!q->todo && !q->ending)
            (void)pthread_cond_wait(&q->more, &q->mutex);
        if (q->ending)
            break;
        i = take(&q->todo);
        (void)pthread_mutex_unlock(&q->mutex);
        i->err = device_run(q->file, CRYPTODEV_CRYPT, &i->plan, i->in, i->out);
        (void)pthread_mutex_lock(&q->mutex);
        append(&q->done, i);
        (void)__atomic_add_fetch(&device_counts.worked_off, 1, __ATOMIC_RELEASE);
        wake(q);
    }
    (void)pthread_mutex_unlock(&q->mutex);
    return NULL;
}

void device_queue_end(struct device_queue *q)
{
    (void)pthread_mutex_lock(&q->mutex);
    q->ending = true;
    q->wake = NULL;
    (void)pthread_cond_signal(&q->more);
    (void)pthread_mutex_unlock(&q->mutex);
    if (q->running)
        (void)pthread_join(q->thread, NULL);
    while (q->todo)
        drop(take(&q->todo));
    while (q->done)
        drop(take(&q->done));
    (void)pthread_cond_destroy(&q->more);
    (void)pthread_mutex_destroy(&q->mutex);
    free(q);
}

static bool has_place(const struct device_queue *q)
{
    return q->items < DEVICE_QUEUE_MAX && !device_knob(&device_knobs.full);
}

int device_queue_add(struct device_queue *q, const struct device_plan *plan, const uint8_t *in)
{
    size_t in_len = device_total(plan->in, plan->n_in);
    struct item *i = calloc(1, sizeof *i);
    int err = 0;

    if (!i || !(i->in = malloc(in_len)) || !(i->out = calloc(1, device_total(plan->out, plan->n_out) + 1)))
        abort();
    i->plan = *plan;
    memcpy(i->in, in, in_len);
    (void)pthread_mutex_lock(&q->mutex);
    if (!has_place(q))
        err = EBUSY;
    else if (!q->running && pthread_create(&q->thread, NULL, work, q) != 0)
        err = ENOMEM;
    if (err == 0) {
        q->running = true;
        q->items++;
        append(&q->todo, i);
        (void)pthread_cond_signal(&q->more);
    }
    (void)pthread_mutex_unlock(&q->mutex);
    if (err)
        drop(i);
    return err;
}

/* Where the result that is to be fetched next stands. */
static struct item **next_done(struct device_queue *q)
{
    struct item **at = &q->done;

    while (device_knob(&device_knobs.newest_first) && *at && (*at)->next)
        at = &(*at)->next;
    return at;
}

int device_queue_plan(struct device_queue *q, void *arg, struct device_plan *plan)
{
    const struct item *i;
    int err = 0;

    (void)pthread_mutex_lock(&q->mutex);
    i = *next_done(q);
    if (!i) {
        err = EBUSY;
    } else if (i->err == 0) {
        *plan = i->plan;
        plan->n_in = 0;
        plan->out[0].at = arg;
        if (stray(q))
            plan->n_out = 1; /* the driver has written the data before */
    }
    (void)pthread_mutex_unlock(&q->mutex);
    return err;
}

int device_queue_fetch(struct device_queue *q, uint8_t *out)
{
    struct item **at, *i;
    int err = EBUSY;

    (void)pthread_mutex_lock(&q->mutex);
    at = next_done(q);
    if (*at && (*at)->err == 0 && stray(q)) {
        memcpy(out, &q->last, sizeof q->last);
        q->again = false;
        err = 0;
    } else if (*at) {
        i = take(at);
        q->items--;
        err = i->err;
        if (err == 0) {
            memcpy(out, i->out, device_total(i->plan.out, i->plan.n_out));
            memcpy(&q->last, i->out, sizeof q->last);
            q->again = true;
        }
        drop(i);
        wake(q);
    }
    (void)pthread_mutex_unlock(&q->mutex);
    return err;
}

short device_queue_poll(struct device_queue *q)
{
    short events = 0;

    (void)pthread_mutex_lock(&q->mutex);
    if (q->done)
        events |= POLLIN;
    if (has_place(q))
        events |= POLLOUT;
    (void)pthread_mutex_unlock(&q->mutex);
    return events;
}

void device_queue_watch(struct device_queue *q, void (*wakes)(void *user), void *user)
{
    (void)pthread_mutex_lock(&q->mutex);
    q->wake = wakes;
    q->user = user;
    (void)pthread_mutex_unlock(&q->mutex);
}
