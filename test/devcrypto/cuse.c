/* SPDX-License-Identifier: Apache-2.0 */
/* The test device as /dev/crypto of this machine, by CUSE: cuse_devcrypto, as root, with the module cuse. It stays in
 * the foreground; who reads the device gets knobs and counters, who writes "knob value" to it sets one. */
#define FUSE_USE_VERSION 35
#include "test/devcrypto/device.h"

#include <cuse_lowlevel.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct open_file {
    struct device_file *file;
    struct fuse_pollhandle *waits; /* for poll(2) to be called again; atomic */
    bool told;                     /* the report was read: this device has no offsets, and a reader expects an end */
};

static struct open_file *open_file(const struct fuse_file_info *info)
{
    return (struct open_file *)(uintptr_t)info->fh;
}

static struct device_file *file_of(const struct fuse_file_info *info)
{
    return open_file(info)->file;
}

static void set_waits(struct open_file *f, struct fuse_pollhandle *handle, bool tell)
{
    struct fuse_pollhandle *before = __atomic_exchange_n(&f->waits, handle, __ATOMIC_ACQ_REL);

    if (!before)
        return;
    if (tell)
        (void)fuse_lowlevel_notify_poll(before);
    fuse_pollhandle_destroy(before);
}

static void wake(void *file)
{
    set_waits((struct open_file *)file, NULL, true);
}

static void on_open(fuse_req_t request, struct fuse_file_info *info)
{
    struct open_file *f = calloc(1, sizeof *f);

    if (f && (f->file = device_open()) != NULL) {
        info->fh = (uintptr_t)f;
        device_watch(f->file, wake, f);
        fuse_reply_open(request, info);
    } else {
        free(f);
        fuse_reply_err(request, ENOMEM);
    }
}

/* The handle goes first, so that nothing that happens is missed. */
static void on_poll(fuse_req_t request, struct fuse_file_info *info, struct fuse_pollhandle *handle)
{
    if (handle)
        set_waits(open_file(info), handle, false);
    fuse_reply_poll(request, (unsigned)device_poll(file_of(info)));
}

static void on_release(fuse_req_t request, struct fuse_file_info *info)
{
    device_close(file_of(info));
    set_waits(open_file(info), NULL, false);
    free(open_file(info));
    fuse_reply_err(request, 0);
}

static void on_read(fuse_req_t request, size_t size, off_t offset, struct fuse_file_info *info)
{
    char text[1024];
    size_t len = open_file(info)->told ? 0 : device_report(text, sizeof text);

    (void)offset;
    open_file(info)->told = true;
    fuse_reply_buf(request, text, len < size ? len : size);
}

static void on_write(fuse_req_t request, const char *data, size_t size, off_t offset, struct fuse_file_info *info)
{
    char text[64];

    (void)offset;
    (void)info;
    if (size < sizeof text) {
        memcpy(text, data, size);
        text[size] = 0;
    }
    if (size < sizeof text && device_set(text))
        fuse_reply_write(request, size);
    else
        fuse_reply_err(request, EINVAL);
}

static unsigned to_iovec(struct iovec *to, const struct device_area *area, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        to[i] = (struct iovec){area[i].at, area[i].len};
    return n;
}

/* The caller's memory comes with the second or third try: the kernel first has to be told what is needed, and may have
 * to be told again where the argument has changed meanwhile. */
static void on_ioctl(fuse_req_t request, int command, void *arg, struct fuse_file_info *info, unsigned flags,
                     const void *in, size_t in_len, size_t out_len)
{
    unsigned number = (unsigned)command;
    struct iovec read[DEVICE_AREAS], write[DEVICE_AREAS];
    struct device_plan plan;
    size_t out_wanted;
    uint8_t *out;
    int err;

    if (flags & FUSE_IOCTL_COMPAT) { /* pointers of another size */
        fuse_reply_err(request, ENOSYS);
        return;
    }
    err = device_plan(file_of(info), number, arg, in_len ? in : NULL, &plan);
    if (err) {
        fuse_reply_err(request, err);
        return;
    }
    out_wanted = device_total(plan.out, plan.n_out);
    if (in_len != device_total(plan.in, plan.n_in) || out_len != out_wanted) {
        unsigned n_read = to_iovec(read, plan.in, plan.n_in), n_write = to_iovec(write, plan.out, plan.n_out);

        fuse_reply_ioctl_retry(request, read, n_read, write, n_write);
        return;
    }
    out = calloc(1, out_wanted + 1);
    err = out ? device_run(file_of(info), number, &plan, in, out) : ENOMEM;
    if (err)
        fuse_reply_err(request, err);
    else
        fuse_reply_ioctl(request, 0, out, out_wanted);
    free(out);
}

int main(int argc, char **argv)
{
    static const struct cuse_lowlevel_ops ops = {
        .open = on_open,
        .release = on_release,
        .read = on_read,
        .write = on_write,
        .ioctl = on_ioctl,
        .poll = on_poll,
    };
    const char *name[] = {"DEVNAME=crypto"};
    const struct cuse_info info = {.dev_info_argc = 1, .dev_info_argv = name, .flags = CUSE_UNRESTRICTED_IOCTL};
    char foreground[] = "-f", *arguments[] = {argv[0], foreground, NULL};

    (void)argc;
    return cuse_lowlevel_main(2, arguments, &info, &ops, NULL);
}
