// SPDX-License-Identifier: GPL-2.0
/* The device: its queue, the interrupt at the end of an operation, the knobs, the counters. */
#include "obaccel.h"

#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/string.h>
#include <linux/version.h>
#include <linux/wait.h>

static unsigned int delay_us, fail_every, noise_hz;
static bool hang, interrupt = true, device = true, asynchronous = true, allocates_memory = true, stopping;
static int priority = 400;
static unsigned int depth = 1;
static char *classes = "cipher,aead,hash", *prefix = "obaccel";
module_param(delay_us, uint, 0644);
module_param(fail_every, uint, 0644);
module_param(interrupt, bool, 0644);
module_param(device, bool, 0444);
module_param(asynchronous, bool, 0444);
module_param(allocates_memory, bool, 0444);
module_param(priority, int, 0444);
module_param(depth, uint, 0444);
module_param(classes, charp, 0444);
module_param(prefix, charp, 0444);

static atomic64_t operations, bytes, failures, under_way, most;
static DECLARE_WAIT_QUEUE_HEAD(released);
static struct workqueue_struct *queue;
static struct platform_device *platform;
static int line = -1;
static struct hrtimer noise;

/* Parameters that do something when they are set, and counters. */
static int hang_set(const char *value, const struct kernel_param *param)
{
    int status = param_set_bool(value, param);

    wake_up_all(&released);
    return status;
}
static const struct kernel_param_ops hang_ops = {.set = hang_set, .get = param_get_bool};
module_param_cb(hang, &hang_ops, &hang, 0644);

static int noise_set(const char *value, const struct kernel_param *param)
{
    int status = param_set_uint(value, param);

    if (!status && noise_hz && line >= 0)
        hrtimer_start(&noise, ns_to_ktime(NSEC_PER_SEC / noise_hz), HRTIMER_MODE_REL);
    return status;
}
static const struct kernel_param_ops noise_ops = {.set = noise_set, .get = param_get_uint};
module_param_cb(noise_hz, &noise_ops, &noise_hz, 0644);

static int counter_get(char *text, const struct kernel_param *param)
{
    return sysfs_emit(text, "%lld\n", (long long)atomic64_read(param->arg));
}
static const struct kernel_param_ops counter_ops = {.get = counter_get};
module_param_cb(operations, &counter_ops, &operations, 0444);
module_param_cb(bytes, &counter_ops, &bytes, 0444);
module_param_cb(failures, &counter_ops, &failures, 0444);
module_param_cb(most, &counter_ops, &most, 0444);

static int counts_get(char *text, const struct kernel_param *param)
{
    static const struct accel_units *const all[] = {&accel_ciphers, &accel_aeads, &accel_hashes};
    int length = 0, class, index;

    for (class = 0; class < ARRAY_SIZE(all); class ++) {
        struct accel_unit *unit;

        for (index = 0; (unit = all[class]->at(index)); index++) {
            long long done = atomic64_read(&unit->operations);

            if (done)
                length += sysfs_emit_at(text, length, "%s %lld %lld\n", unit->driver, done,
                                        (long long)atomic64_read(&unit->bytes));
        }
    }
    return length;
}
static const struct kernel_param_ops counts_ops = {.get = counts_get};
module_param_cb(counts, &counts_ops, NULL, 0444);

bool accel_offers(const char *class)
{
    const char *found = strstr(classes, class);

    return found && (found == classes || found[-1] == ',');
}

void accel_describe(struct crypto_alg *base, struct accel_unit *unit)
{
    strscpy(base->cra_name, unit->algorithm, sizeof(base->cra_name));
    snprintf(unit->driver, sizeof(unit->driver), "%s-%s", prefix, unit->slug);
    strscpy(base->cra_driver_name, unit->driver, sizeof(base->cra_driver_name));
    base->cra_flags |= CRYPTO_ALG_KERN_DRIVER_ONLY | CRYPTO_ALG_NEED_FALLBACK;
    if (asynchronous)
        base->cra_flags |= CRYPTO_ALG_ASYNC;
    if (allocates_memory)
        base->cra_flags |= CRYPTO_ALG_ALLOCATES_MEMORY;
    base->cra_priority = priority;
    base->cra_module = THIS_MODULE;
}

/* A software interrupt line: descriptors without hardware, which the device fires itself. */
static irqreturn_t on_interrupt(int irq, void *context)
{
    return IRQ_HANDLED;
}

static void fire(void)
{
    if (line >= 0)
        generic_handle_irq_safe(line);
}

static enum hrtimer_restart on_noise(struct hrtimer *timer)
{
    unsigned int hz = READ_ONCE(noise_hz);

    if (!hz || stopping)
        return HRTIMER_NORESTART;
    fire();
    hrtimer_forward_now(timer, ns_to_ktime(NSEC_PER_SEC / hz));
    return HRTIMER_RESTART;
}

static int line_start(void)
{
    int status;

    /* without an owner: the request below would hold the module, which could then not be unloaded */
    line = __irq_alloc_descs(-1, 1, 1, NUMA_NO_NODE, NULL, NULL);
    if (line < 0)
        return line;
    irq_set_chip_and_handler(line, &dummy_irq_chip, handle_simple_irq);
    irq_clear_status_flags(line, IRQ_NOREQUEST | IRQ_NOAUTOEN);
    status = request_irq(line, on_interrupt, IRQF_NO_THREAD, prefix, &line);
    if (status) {
        irq_free_desc(line);
        line = -1;
        return status;
    }
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
    hrtimer_setup(&noise, on_noise, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
#else
    hrtimer_init(&noise, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
    noise.function = on_noise;
#endif
    if (noise_hz)
        hrtimer_start(&noise, ns_to_ktime(NSEC_PER_SEC / noise_hz), HRTIMER_MODE_REL);
    return 0;
}

static void line_stop(void)
{
    if (line < 0)
        return;
    hrtimer_cancel(&noise);
    free_irq(line, &line);
    irq_free_desc(line);
    line = -1;
}

/* What every operation goes through, whichever class it is of. */
static int process(struct accel_job *job)
{
    s64 number = atomic64_inc_return(&operations);
    unsigned int every = READ_ONCE(fail_every), delay = READ_ONCE(delay_us);
    s64 now = atomic64_inc_return(&under_way), before = atomic64_read(&most);
    u32 rest = 0;
    int status;

    while (now > before && !atomic64_try_cmpxchg(&most, &before, now))
        ;
    wait_event(released, !READ_ONCE(hang) || stopping);
    if (delay && asynchronous)
        usleep_range(delay, delay + 1);
    else if (delay)
        udelay(delay);
    atomic64_add(job->bytes, &bytes);
    atomic64_inc(&job->unit->operations);
    atomic64_add(job->bytes, &job->unit->bytes);
    if (every)
        div_u64_rem(number, every, &rest);
    status = every && rest == 0 ? -EIO : job->run(job);
    atomic64_dec(&under_way);
    if (status == -EIO)
        atomic64_inc(&failures);
    if (READ_ONCE(interrupt))
        fire();
    return status;
}

static void work(struct work_struct *item)
{
    struct accel_job *job = container_of(item, struct accel_job, work);
    struct crypto_async_request *request = job->request;
    int status = process(job);

    local_bh_disable();
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
    crypto_request_complete(request, status);
#else
    request->complete(request, status);
#endif
    local_bh_enable();
}

int accel_submit(struct accel_job *job, struct crypto_async_request *request)
{
    job->request = request;
    if (!asynchronous)
        return process(job);
    INIT_WORK(&job->work, work);
    queue_work(queue, &job->work);
    return -EINPROGRESS;
}

static int probe(struct platform_device *unused)
{
    return 0;
}

static struct platform_driver driver = {.probe = probe, .driver = {.name = "obaccel"}};

int accel_device_start(void)
{
    int status = 0;

    queue = alloc_workqueue("obaccel", WQ_UNBOUND | WQ_MEM_RECLAIM, depth);
    if (!queue)
        return -ENOMEM;
    if (device || interrupt || noise_hz)
        status = line_start();
    if (!status && device) {
        platform = platform_create_bundle(&driver, probe, NULL, 0, NULL, 0);
        status = PTR_ERR_OR_ZERO(platform);
        if (status)
            platform = NULL;
    }
    if (status)
        accel_device_stop();
    return status;
}

void accel_device_stop(void)
{
    WRITE_ONCE(stopping, true);
    wake_up_all(&released);
    destroy_workqueue(queue);
    line_stop();
    if (platform) {
        platform_device_unregister(platform);
        platform_driver_unregister(&driver);
    }
}
