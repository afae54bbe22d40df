/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions and operations of the test device, with the errors that cryptodev-linux gives. */
#include "test/devcrypto/device.h"
#include "offload/cryptodev.h"
#include "test/devcrypto/queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#define KEY_MAX     64 /* the module's limits */
#define MAC_KEY_MAX 512
#define AAD_MAX     4096       /* a page */
#define LEN_MAX     (1u << 20) /* the device's own */

struct device_knobs device_knobs;
struct device_counts device_counts;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* ---- knobs and counters ---- */

static const struct {
    const char *name;
    unsigned *value;
} knobs[] = {
    {"delay_us", &device_knobs.delay_us},   {"fail", &device_knobs.fail},
    {"fail_open", &device_knobs.fail_open}, {"hang", &device_knobs.hang},
    {"without", &device_knobs.without},     {"software", &device_knobs.software},
    {"other", &device_knobs.other},         {"async", &device_knobs.async},
    {"full", &device_knobs.full},           {"newest_first", &device_knobs.newest_first},
    {"stray", &device_knobs.stray},
};

bool device_set(const char *text)
{
    size_t len = strcspn(text, " ");
    char *end;
    unsigned long value = strtoul(text + len, &end, 10);

    if (end == text + len || value > 1000000 || (*end && *end != '\n'))
        return false;
    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
        if (strlen(knobs[i].name) == len && memcmp(knobs[i].name, text, len) == 0) {
            __atomic_store_n(knobs[i].value, (unsigned)value, __ATOMIC_RELEASE);
            return true;
        }
    return false;
}

unsigned device_knob(const unsigned *value)
{
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

size_t device_report(char *text, size_t size)
{
    const struct device_counts *c = &device_counts;
    size_t len;

    (void)pthread_mutex_lock(&mutex);
    len = (size_t)snprintf(text, size,
                           "files %lu\nsessions %lu\nopened %lu\noperations %lu\nbytes %lu\nfailures %lu\n"
                           "queued %lu\n",
                           c->files, c->sessions, c->opened, c->operations, c->bytes, c->failures, c->queued);
    (void)pthread_mutex_unlock(&mutex);
    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0] && len < size; i++)
        len += (size_t)snprintf(text + len, size - len, "%s %u\n", knobs[i].name, device_knob(knobs[i].value));
    return len < size ? len : size;
}

/* ---- algorithms ---- */

struct algorithm {
    uint32_t number; /* enum cryptodev_alg */
    uint8_t alg;     /* enum ob_alg */
    const char *name, *driver;
    unsigned iv_len;
};

static const struct algorithm algorithms[] = {
    {CRYPTODEV_DES_CBC, OB_DES_CBC, "cbc(des)", "cbc-des", 8},
    {CRYPTODEV_DES3_CBC, OB_DES3_CBC, "cbc(des3_ede)", "cbc-des3-ede", 8},
    {CRYPTODEV_HMAC_MD5, OB_HMAC_MD5, "hmac(md5)", "hmac-md5", 0},
    {CRYPTODEV_HMAC_SHA1, OB_HMAC_SHA1, "hmac(sha1)", "hmac-sha1", 0},
    {CRYPTODEV_HMAC_SHA224, OB_HMAC_SHA224, "hmac(sha224)", "hmac-sha224", 0},
    {CRYPTODEV_HMAC_SHA256, OB_HMAC_SHA256, "hmac(sha256)", "hmac-sha256", 0},
    {CRYPTODEV_HMAC_SHA384, OB_HMAC_SHA384, "hmac(sha384)", "hmac-sha384", 0},
    {CRYPTODEV_HMAC_SHA512, OB_HMAC_SHA512, "hmac(sha512)", "hmac-sha512", 0},
    {CRYPTODEV_MD5, OB_MD5, "md5", "md5", 0},
    {CRYPTODEV_SHA1, OB_SHA1, "sha1", "sha1", 0},
    {CRYPTODEV_SHA224, OB_SHA224, "sha224", "sha224", 0},
    {CRYPTODEV_SHA256, OB_SHA256, "sha256", "sha256", 0},
    {CRYPTODEV_SHA384, OB_SHA384, "sha384", "sha384", 0},
    {CRYPTODEV_SHA512, OB_SHA512, "sha512", "sha512", 0},
    {CRYPTODEV_AES_CBC, OB_AES_CBC, "cbc(aes)", "cbc-aes", 16},
    {CRYPTODEV_AES_CTR, OB_AES_CTR, "ctr(aes)", "ctr-aes", 16},
    {CRYPTODEV_AES_ECB, OB_AES_ECB, "ecb(aes)", "ecb-aes", 0},
    {CRYPTODEV_AES_GCM, OB_AES_GCM, "gcm(aes)", "gcm-aes", 12},
    {CRYPTODEV_AES_CCM, OB_AES_CCM, "ccm(aes)", "ccm-aes", 16},
};

static const struct algorithm *find_algorithm(uint32_t number)
{
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
        if (algorithms[i].number == number && number != device_knob(&device_knobs.without))
            return &algorithms[i];
    return NULL;
}

static unsigned class_of(const struct algorithm *a)
{
    return OB_ALG_CLASS(a->alg);
}

static bool has_cipher(const struct algorithm *a)
{
    return class_of(a) == OB_CLASS_CIPHER || class_of(a) == OB_CLASS_AEAD;
}

/* ---- sessions ---- */

struct session {
    struct session *next;
    uint32_t id;
    const struct algorithm *algorithm;
    struct ob_session session;
    uint8_t key[MAC_KEY_MAX];
    uint32_t key_len;
    bool begun; /* a hash has data */
};

struct device_file {
    struct session *sessions;
    struct device_queue *queue;
};

/* The only engine here, apart from that of a test in the same process. */
static struct ob_dispatcher *dispatcher(void)
{
    extern struct ob_engine ob_engine_soft;
    static struct ob_engine soft;
    static struct ob_dispatcher d;

    if (d.n_engines == 0) {
        soft.ops = ob_engine_soft.ops;
        if (ob_engine_add(&d, &soft) != OB_OK)
            abort();
    }
    return &d;
}

struct device_file *device_open(void)
{
    struct device_file *f = calloc(1, sizeof *f);

    if (f && !(f->queue = device_queue_new(f))) {
        free(f);
        f = NULL;
    }
    (void)pthread_mutex_lock(&mutex);
    device_counts.files += f != NULL;
    (void)pthread_mutex_unlock(&mutex);
    return f;
}

static struct session **find(struct device_file *f, uint32_t id)
{
    struct session **at = &f->sessions;

    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

static void drop(struct session **at)
{
    struct session *s = *at;

    *at = s->next;
    ob_session_close(&s->session);
    ob_wipe(s->key, sizeof s->key);
    free(s);
    device_counts.sessions--;
}

short device_poll(struct device_file *f)
{
    return device_queue_poll(f->queue);
}

void device_watch(struct device_file *f, void (*wake)(void *user), void *user)
{
    device_queue_watch(f->queue, wake, user);
}

void device_close(struct device_file *f)
{
    device_queue_end(f->queue);
    (void)pthread_mutex_lock(&mutex);
    while (f->sessions)
        drop(&f->sessions);
    device_counts.files--;
    (void)pthread_mutex_unlock(&mutex);
    free(f);
}

/* Begin the session's hash anew; also with a key that the algorithm does not take: EINVAL. */
static int reset(struct session *s)
{
    if (s->begun)
        ob_session_close(&s->session);
    s->begun = false;
    return ob_session_open(&s->session, dispatcher(), s->algorithm->alg, s->key_len ? s->key : NULL, s->key_len) ==
                   OB_OK
               ? 0
               : EINVAL;
}

static int open_session(struct device_file *f, struct cryptodev_session *argument, const uint8_t *key)
{
    static uint32_t last = 0x5a5a0000;
    const struct algorithm *a = find_algorithm(argument->cipher ? argument->cipher : argument->mac);
    struct session *s;
    int err;

    if (!a || has_cipher(a) != (argument->cipher != 0) || (argument->cipher && argument->mac))
        return EINVAL;
    if (device_knob(&device_knobs.fail_open))
        return (int)device_knob(&device_knobs.fail_open);
    s = calloc(1, sizeof *s);
    if (!s)
        return ENOMEM;
    s->algorithm = a;
    s->key_len = class_of(a) == OB_CLASS_HASH ? 0 : argument->cipher ? argument->key_len : argument->mac_key_len;
    if (s->key_len)
        memcpy(s->key, key, s->key_len);
    err = reset(s);
    if (err) {
        free(s);
        return err;
    }
    s->id = argument->session = ++last;
    s->next = f->sessions;
    f->sessions = s;
    device_counts.sessions++;
    device_counts.opened++;
    return 0;
}

static int tell(struct device_file *f, struct cryptodev_info *argument)
{
    struct session *s = *find(f, argument->session);
    struct cryptodev_names *names;

    if (!s)
        return EINVAL;
    names = has_cipher(s->algorithm) ? &argument->cipher : &argument->mac;
    snprintf(names->name, sizeof names->name, "%s", s->algorithm->name);
    snprintf(names->driver, sizeof names->driver, "%s-%s", device_knob(&device_knobs.other) ? "other" : "obaccel",
             s->algorithm->driver);
    argument->flags = device_knob(&device_knobs.software) ? 0 : CRYPTODEV_KERNEL_DRIVER;
    return 0;
}

/* ---- plans ---- */

static void add(struct device_area *area, unsigned *n, void *at, size_t len)
{
    if (len)
        area[(*n)++] = (struct device_area){at, len};
}

size_t device_total(const struct device_area *area, unsigned n)
{
    size_t total = 0;

    for (unsigned i = 0; i < n; i++)
        total += area[i].len;
    return total;
}

static bool ends_hash(const struct cryptodev_crypt *c)
{
    return c->flags & CRYPTODEV_FINAL || !(c->flags & CRYPTODEV_UPDATE) || c->len == 0;
}

static int plan_session(const struct cryptodev_session *s, struct device_plan *p)
{
    if (s->key_len > KEY_MAX || s->mac_key_len > MAC_KEY_MAX)
        return EINVAL;
    if (s->cipher)
        add(p->in, &p->n_in, s->key, s->key_len);
    else if (s->mac_key)
        add(p->in, &p->n_in, s->mac_key, s->mac_key_len);
    return 0;
}

static int plan_crypt(const struct session *s, const struct cryptodev_crypt *c, struct device_plan *p)
{
    if (!s || class_of(s->algorithm) == OB_CLASS_AEAD || c->op > CRYPTODEV_DECRYPT || c->len > LEN_MAX)
        return EINVAL;
    add(p->in, &p->n_in, c->src, c->len);
    if (!has_cipher(s->algorithm)) {
        add(p->out, &p->n_out, c->mac, ends_hash(c) ? ob_alg_tag(s->algorithm->alg) : 0);
        return 0;
    }
    if (c->len % (s->algorithm->alg == OB_AES_CTR ? 1 : ob_alg_block(s->algorithm->alg)))
        return EINVAL;
    add(p->in, &p->n_in, c->iv, s->algorithm->iv_len);
    add(p->out, &p->n_out, c->dst, c->len);
    return 0;
}

static size_t written(const struct cryptodev_auth_crypt *c)
{
    return c->op == CRYPTODEV_ENCRYPT ? c->len + c->tag_len : c->len - c->tag_len;
}

static int plan_auth_crypt(const struct session *s, const struct cryptodev_auth_crypt *c, struct device_plan *p)
{
    if (!s || class_of(s->algorithm) != OB_CLASS_AEAD || c->op > CRYPTODEV_DECRYPT || c->len > LEN_MAX || c->flags ||
        c->auth_len > AAD_MAX || c->tag_len > 16 || c->tag_len == 0 ||
        (c->op == CRYPTODEV_DECRYPT && c->len < c->tag_len))
        return EINVAL;
    add(p->in, &p->n_in, c->auth_src, c->auth_len);
    add(p->in, &p->n_in, c->src, c->len);
    add(p->in, &p->n_in, c->iv, s->algorithm->iv_len);
    add(p->out, &p->n_out, c->dst, written(c));
    return 0;
}

/* The size of an ioctl's argument, 0 if there is no such ioctl. */
static size_t argument_size(unsigned long number)
{
    switch (number) {
    case CRYPTODEV_OPEN_SESSION:
    case CRYPTODEV_CLOSE_SESSION:
    case CRYPTODEV_CRYPT:
    case CRYPTODEV_INFO:
    case CRYPTODEV_AUTH_CRYPT:
        return _IOC_SIZE(number);
    case CRYPTODEV_ASYNC_CRYPT:
    case CRYPTODEV_ASYNC_FETCH:
        return device_knob(&device_knobs.async) ? _IOC_SIZE(number) : 0;
    default:
        return 0;
    }
}

int device_plan(struct device_file *f, unsigned long number, void *arg, const void *copy, struct device_plan *plan)
{
    union {
        struct cryptodev_session session;
        struct cryptodev_crypt crypt;
        struct cryptodev_auth_crypt auth;
    } known = {0};
    size_t size = argument_size(number);
    int err = 0;

    memset(plan, 0, sizeof *plan);
    if (size == 0)
        return EINVAL;
    if (number == CRYPTODEV_ASYNC_FETCH)
        return device_queue_plan(f->queue, arg, plan);
    add(plan->in, &plan->n_in, arg, size);
    if (!copy)
        return 0;
    if (number != CRYPTODEV_CLOSE_SESSION)
        add(plan->out, &plan->n_out, arg, size);
    if (number == CRYPTODEV_CLOSE_SESSION || number == CRYPTODEV_INFO)
        return 0;
    memcpy(&known, copy, size);
    (void)pthread_mutex_lock(&mutex);
    if (number == CRYPTODEV_OPEN_SESSION)
        err = plan_session(&known.session, plan);
    else if (number == CRYPTODEV_CRYPT || number == CRYPTODEV_ASYNC_CRYPT)
        err = plan_crypt(*find(f, known.crypt.session), &known.crypt, plan);
    else
        err = plan_auth_crypt(*find(f, known.auth.session), &known.auth, plan);
    (void)pthread_mutex_unlock(&mutex);
    if (number == CRYPTODEV_ASYNC_CRYPT)
        plan->n_out = 0; /* until its result is fetched */
    return err;
}

/* ---- operations ---- */

static int to_errno(int status)
{
    return status == OB_OK ? 0 : status == OB_E_AUTH ? EBADMSG : EINVAL;
}

static int hash(struct session *s, const struct cryptodev_crypt *c, const uint8_t *src, uint8_t *mac)
{
    int status, err = c->flags == 0 || c->flags & CRYPTODEV_RESET ? reset(s) : 0;

    if (err)
        return err;
    status = ob_feed(&s->session, ends_hash(c) ? OB_LAST : 0, mac, ends_hash(c) ? ob_alg_tag(s->algorithm->alg) : 0,
                     src, c->len);
    s->begun = true;
    return to_errno(status);
}

static int crypt_data(struct device_file *f, const struct cryptodev_crypt *c, const uint8_t *in, uint8_t *out)
{
    struct session *s = *find(f, c->session);
    uint8_t *result = out + sizeof *c;

    memcpy(out, c, sizeof *c);
    if (!s)
        return EINVAL;
    if (!has_cipher(s->algorithm))
        return hash(s, c, in, result);
    return to_errno(ob_crypt(&s->session, c->op == CRYPTODEV_ENCRYPT ? OB_ENCRYPT : 0, result, c->len, in + c->len,
                             s->algorithm->iv_len, NULL, 0, in, c->len, NULL, 0));
}

static int auth_crypt(struct device_file *f, struct cryptodev_auth_crypt *c, const uint8_t *in, uint8_t *out)
{
    struct session *s = *find(f, c->session);
    const uint8_t *aad = in, *src = in + c->auth_len, *iv = src + c->len;
    uint8_t *result = out + sizeof *c, tag[16];
    size_t len = c->op == CRYPTODEV_ENCRYPT ? c->len : c->len - c->tag_len, iv_len = 12;
    int err;

    if (!s)
        return EINVAL;
    if (s->algorithm->alg == OB_AES_CCM) { /* RFC 3610, section 2.3: A_0 without its counter */
        if (iv[0] < 1 || iv[0] > 7)
            return EINVAL;
        iv_len = 14u - iv[0];
        iv++;
    }
    if (c->op == CRYPTODEV_DECRYPT)
        memcpy(tag, src + len, c->tag_len);
    err = to_errno(ob_crypt(&s->session, c->op == CRYPTODEV_ENCRYPT ? OB_ENCRYPT : 0, result, len, iv, iv_len, aad,
                            c->auth_len, src, len, tag, c->tag_len));
    if (err == 0 && c->op == CRYPTODEV_ENCRYPT)
        memcpy(result + len, tag, c->tag_len);
    c->len = (uint32_t)written(c);
    c->tag = c->dst + len;
    memcpy(out, c, sizeof *c);
    return err;
}

static int fail_or_wait(void)
{
    usleep(device_knob(&device_knobs.delay_us));
    while (device_knob(&device_knobs.hang))
        usleep(10000);
    return (int)device_knob(&device_knobs.fail);
}

static int enqueue(struct device_file *f, const struct device_plan *plan, const uint8_t *in)
{
    struct device_plan operation;
    int err = device_plan(f, CRYPTODEV_CRYPT, plan->in[0].at, in, &operation);

    if (err == 0)
        err = device_queue_add(f->queue, &operation, in);
    (void)pthread_mutex_lock(&mutex);
    device_counts.queued += err == 0;
    (void)pthread_mutex_unlock(&mutex);
    return err;
}

int device_run(struct device_file *f, unsigned long number, const struct device_plan *plan, const uint8_t *in,
               uint8_t *out)
{
    union {
        struct cryptodev_session session;
        struct cryptodev_info info;
        struct cryptodev_crypt crypt;
        struct cryptodev_auth_crypt auth;
        uint32_t id;
    } argument = {0};
    size_t size = argument_size(number);
    bool operation = number == CRYPTODEV_CRYPT || number == CRYPTODEV_AUTH_CRYPT;
    int err;

    if (number == CRYPTODEV_ASYNC_CRYPT)
        return enqueue(f, plan, in);
    if (number == CRYPTODEV_ASYNC_FETCH)
        return device_queue_fetch(f->queue, out);
    err = operation ? fail_or_wait() : 0;
    memcpy(&argument, in, size);
    in += size;
    (void)pthread_mutex_lock(&mutex);
    if (err == 0 && number == CRYPTODEV_OPEN_SESSION) {
        err = open_session(f, &argument.session, in);
        memcpy(out, &argument, size);
    } else if (err == 0 && number == CRYPTODEV_INFO) {
        err = tell(f, &argument.info);
        memcpy(out, &argument, size);
    } else if (err == 0 && number == CRYPTODEV_CLOSE_SESSION) {
        struct session **at = find(f, argument.id);

        if (*at)
            drop(at);
    } else if (err == 0) {
        err = number == CRYPTODEV_CRYPT ? crypt_data(f, &argument.crypt, in, out)
                                        : auth_crypt(f, &argument.auth, in, out);
    }
    if (operation) {
        device_counts.operations += err == 0;
        device_counts.failures += err != 0;
        device_counts.bytes += err ? 0 : plan->n_in > 1 ? device_total(plan->in, plan->n_in) - size : 0;
    }
    (void)pthread_mutex_unlock(&mutex);
    return err;
}
