/* SPDX-License-Identifier: Apache-2.0 */
/* The registry: adding engines, self-test before use, quarantine after a failure. */
#include <string.h>

#include "core.h"
#include "port/clock.h"
#include "port/lock.h"
#include "port/thread.h"
#include "selftest.h"

struct ob_dispatcher ob_default;

/* True if the engine's table obeys the rules of struct ob_cap and struct ob_engine_ops. */
static bool table_ok(const struct ob_engine_ops *ops)
{
    if ((!ops->submit && !(ops->flags & OB_ENGINE_CALLER)) || (ops->poll && !ops->close) ||
        ops->state_size > OB_STATE_SIZE || ops->n_caps >= OB_ROW_NONE)
        return false;
    for (unsigned i = 0; i < ops->n_caps; i++)
        if ((i && ops->caps[i].alg < ops->caps[i - 1].alg) || !ops->caps[i].price)
            return false;
    return true;
}

void obi_new_epoch(struct ob_dispatcher *d)
{
    if (__atomic_add_fetch(&d->epoch, 1, __ATOMIC_RELEASE) == 0)
        __atomic_add_fetch(&d->epoch, 1, __ATOMIC_RELEASE);
}

int ob_engine_add(struct ob_dispatcher *dispatcher, struct ob_engine *e)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    if (e->dispatcher || !table_ok(e->ops))
        return OB_E_ARG;
    if (d->n_engines == OB_ENGINES_MAX)
        return OB_E_BUSY;
    if (e->ops->start && e->ops->start(e->dev) != OB_OK)
        return OB_E_IO;
    e->index = d->n_engines;
    e->dispatcher = d;
    e->started = 1;
    d->engine[d->n_engines++] = e;
    d->generation++;
    obi_new_epoch(d);
    return OB_OK;
}

int ob_start(void)
{
    if (ob_default.n_engines == 0)
        for (unsigned i = 0; ob_linked_engines[i]; i++)
            (void)ob_engine_add(&ob_default, ob_linked_engines[i]);
    return ob_default.n_engines ? ob_default.n_engines : OB_E_DECLINED;
}

void ob_stop(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);

#if OB_ASYNC
    for (unsigned i = 0; i < d->n_engines; i++)
        if (obi_load_op(&d->engine[i]->pending)) {
            obi_lock(&d->engine[i]->lock);
            obi_cancel_pending(d->engine[i], UINT64_MAX, OBI_CANCEL_STOP);
            ob_port_unlock(&d->engine[i]->lock);
        }
    obi_cancel_completed(d);
    (void)ob_poll(d);
#endif
    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];

        obi_lock(&e->lock);
#if OB_WITH_SLOTS
        obi_key_slots_clear(e);
#endif
        if (e->started && e->ops->stop)
            e->ops->stop(e->dev);
        ob_port_unlock(&e->lock);
        e->started = e->tested = e->ready = 0;
        memset(e->retest_ns, 0, sizeof e->retest_ns);
        memset(e->failures, 0, sizeof e->failures);
        e->dispatcher = NULL;
        d->engine[i] = NULL;
    }
    d->n_engines = 0;
    d->generation++;
    obi_new_epoch(d);
}

struct ob_engine *ob_engine_find(const struct ob_dispatcher *dispatcher, const char *name)
{
    const struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    for (unsigned i = 0; i < d->n_engines; i++)
        if (strcmp(d->engine[i]->ops->name, name) == 0)
            return d->engine[i];
    return NULL;
}

/* ---- self-test ---- */

/* Set or clear the bits of class cls in tested and ready. Other threads read ready without the lock. */
static void set_class(struct ob_engine *e, unsigned cls, bool tested, bool ready)
{
    uint8_t bit = (uint8_t)(1u << cls), others = (uint8_t)~bit;

    e->tested = (uint8_t)((e->tested & others) | (tested ? bit : 0u));
    ob_port_store8(&e->ready, (uint8_t)((e->ready & others) | (ready ? bit : 0u)));
}

#if OB_WITH_PK
/* The directions of a public-key algorithm that belong to a group. */
static unsigned dirs_of(uint8_t alg, unsigned group)
{
    unsigned dirs = 0;

    for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_GENERATE; dir = (uint8_t)(dir << 1))
        if (obi_group(alg, dir) == group)
            dirs |= dir;
    return dirs;
}
#endif

static int test_class(struct ob_engine *e, unsigned cls)
{
    uint32_t random_failures = e->dispatcher->random_failures;
    struct ob_session s;
    int r = OB_OK;

    memset(&s, 0, sizeof s);
    for (unsigned row = 0; row < e->ops->n_caps && r == OB_OK; row++)
        if (OB_ALG_CLASS(e->ops->caps[row].alg) == (cls > OB_CLASS_PK ? OB_CLASS_PK : cls)) {
#if OB_WITH_PK
            if (cls >= OB_CLASS_PK)
                r = obi_selftest_pk_row(&s, e, row, dirs_of(e->ops->caps[row].alg, cls));
            else
#endif
                r = obi_selftest_row(&s, e, row);
            if (r != OB_OK)
                obi_trace(e, OB_EVENT_TESTED, e->ops->caps[row].alg, (uint8_t)row, r, 0);
        }
    if (r == OB_OK)
        obi_trace(e, OB_EVENT_TESTED, OB_ALG_NONE, 0, r, 0);
    if (r == OB_E_BUSY || (r == OB_E_IO && e->dispatcher->random_failures != random_failures))
        return r; /* a failure for lack of random bytes says nothing about the engine */
    obi_lock(&e->dispatcher->lock);
    set_class(e, cls, true, r == OB_OK);
    ob_port_unlock(&e->dispatcher->lock);
    obi_new_epoch(e->dispatcher);
    return r;
}

static bool has_class(const struct ob_engine *e, unsigned cls)
{
    if (cls > OB_CLASS_PK)
        cls = OB_CLASS_PK;
    for (unsigned row = 0; row < e->ops->n_caps; row++)
        if (OB_ALG_CLASS(e->ops->caps[row].alg) == cls)
            return true;
    return false;
}

#if OB_ASYNC
#define BACKOFF_SHIFT_MAX 6
#define BACKOFF_FIRST_MAX ((uint64_t)1 << 56) /* two years: 64 times as long, and the clock's time, do not wrap */

static uint64_t backoff_ns(const struct ob_engine *e, unsigned cls)
{
    uint64_t first = e->dispatcher->retest_ns ? e->dispatcher->retest_ns : 1000000000u;
    uint8_t failures = e->failures[cls - OB_CLASS_HASH];

    if (first > BACKOFF_FIRST_MAX)
        first = BACKOFF_FIRST_MAX;
    return first << (failures > BACKOFF_SHIFT_MAX ? BACKOFF_SHIFT_MAX : failures);
}

#endif

/* Make class cls unselectable until its next self-test. Each failure doubles the time until then, up to a limit.
 * Without OB_ASYNC there is no clock, and the class is tested again at its next use. */
static void set_aside(struct ob_engine *e, unsigned cls, unsigned more_failures)
{
#if OB_ASYNC
    uint8_t *failures = &e->failures[cls - OB_CLASS_HASH];
#endif

    obi_lock(&e->dispatcher->lock);
    set_class(e, cls, false, false);
#if OB_ASYNC
    if (*failures < UINT8_MAX)
        *failures = (uint8_t)(*failures + more_failures);
    e->retest_ns[cls - OB_CLASS_HASH] = ob_port_clock_ns() + backoff_ns(e, cls);
#else
    (void)more_failures;
#endif
    ob_port_unlock(&e->dispatcher->lock);
}

#if OB_ASYNC
/* Stop the device and start it again, unless an op is pending: OB_OK, OB_E_BUSY or OB_E_IO. */
static int restart(struct ob_engine *e)
{
    int r = OB_OK;

    if (!e->ops->stop && !e->ops->start)
        return OB_OK;
    if (!ob_port_trylock(&e->lock))
        return OB_E_BUSY;
    if (obi_load_op(&e->pending)) {
        r = OB_E_BUSY;
    } else {
        if (e->ops->stop)
            e->ops->stop(e->dev);
        if (e->ops->start && e->ops->start(e->dev) != OB_OK)
            r = OB_E_IO;
    }
    ob_port_unlock(&e->lock);
    return r;
}

/* The time of the class's next self-test; 0 if it is not in quarantine. */
static uint64_t retest_ns(struct ob_engine *e, unsigned cls)
{
    uint64_t at;

    obi_lock(&e->dispatcher->lock);
    at = e->retest_ns[cls - OB_CLASS_HASH];
    ob_port_unlock(&e->dispatcher->lock);
    return at;
}

/* End the quarantine. passed: the self-test has passed, so the count of failures is cleared, too. */
static void end_quarantine(struct ob_engine *e, unsigned cls, bool passed)
{
    obi_lock(&e->dispatcher->lock);
    e->retest_ns[cls - OB_CLASS_HASH] = 0;
    if (passed)
        e->failures[cls - OB_CLASS_HASH] = 0;
    ob_port_unlock(&e->dispatcher->lock);
}

/* Restart the device and test the class. The quarantine ends if both succeed, else a new one begins. */
static void leave_quarantine(struct ob_engine *e, unsigned cls)
{
    int r = restart(e);

    if (r == OB_OK) {
        end_quarantine(e, cls, false);
        r = test_class(e, cls);
    }
    if (r == OB_OK)
        end_quarantine(e, cls, true);
    else
        set_aside(e, cls, r != OB_E_BUSY);
}
#endif

static bool tested(struct ob_engine *e, unsigned cls)
{
    bool is;

    obi_lock(&e->dispatcher->lock);
    is = e->tested >> cls & 1;
    ob_port_unlock(&e->dispatcher->lock);
    return is;
}

bool obi_ready(struct ob_engine *e, unsigned cls)
{
    if (obi_is_ready(e, cls))
        return true;
#if OB_ASYNC
    uint64_t at = retest_ns(e, cls);

    if (at && ob_port_clock_ns() < at)
        return false;
#endif
    obi_lock(&e->test_lock); /* a thread that comes during a self-test waits for its result */
    if (!obi_is_ready(e, cls)) {
#if OB_ASYNC
        at = retest_ns(e, cls);
        if (at && ob_port_clock_ns() >= at)
            leave_quarantine(e, cls);
        else if (!at)
#endif
            if (!tested(e, cls))
                (void)test_class(e, cls);
    }
    ob_port_unlock(&e->test_lock);
    return obi_is_ready(e, cls);
}

void obi_quarantine(struct ob_engine *e, unsigned cls)
{
    set_aside(e, cls, 0);
    obi_new_epoch(e->dispatcher);
    obi_trace(e, OB_EVENT_QUARANTINED, OB_ALG_NONE, 0, OB_E_IO, 0);
}

int ob_selftest(struct ob_engine *e, unsigned classes)
{
    int result = OB_OK;

    if (!e->dispatcher)
        return OB_E_ARG;
    if (e->ops->flags & OB_ENGINE_CALLER)
        return OB_OK; /* the caller's own code is not tested */
    obi_lock(&e->test_lock);
    classes |= (classes >> OB_CLASS_PK & 1) * (1u << OBI_GROUP_PK_PLAIN | 1u << OBI_GROUP_PK_WEIERSTRASS);
    for (unsigned cls = OB_CLASS_HASH; cls <= OBI_GROUP_LAST; cls++) {
        if (!has_class(e, cls) || (classes && !(classes >> cls & 1)))
            continue;
        obi_lock(&e->dispatcher->lock);
        set_class(e, cls, false, false);
        ob_port_unlock(&e->dispatcher->lock);
#if OB_ASYNC
        end_quarantine(e, cls, false);
#endif
        int r = test_class(e, cls);
        if (r != OB_OK)
            result = r;
#if OB_ASYNC
        else
            end_quarantine(e, cls, true);
#endif
    }
    ob_port_unlock(&e->test_lock);
    return result;
}
