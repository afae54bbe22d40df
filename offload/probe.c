/* SPDX-License-Identifier: Apache-2.0 */
/* Runs rounds of operations whose numbers differ but whose time is equal; a quiet time of the same length follows each.
 * A count that grows by itself grows in both; a count that grows at a constant rate grows in every round alike. */
#include "offload/probe.h"
#include "offload/counts.h"
#include "offload/run.h"
#include "port/clock.h"
#include "port/linux/device.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS       OBI_EVIDENCE_ROUNDS
#define SHORT_LEN    4096u /* one page; drivers leave shorter requests to software */
#define ROUND_MIN_NS 20000000u
#define TIME_MIN_NS  300000000u /* thirty ticks at 100 Hz */
#define TIME_OPS_MIN 4

static const uint32_t ops_of[ROUNDS] = {24, 8, 32, 12, 20, 4};
#define OPS_MOST 32

/* ---- operations ---- */

struct probe {
    struct obi_link *link;
    const char *driver;
    struct ob_session session;
    struct obi_link_key key;
    int error; /* of <errno.h> */
    uint8_t iv[16], tag[64];
    uint8_t data[OBI_REQUEST_DATA_MAX];
};

static void open_probe(struct probe *p, struct obi_link *l, const struct obi_crypto_driver *driver,
                       const struct obi_kernel_name *name)
{
    unsigned len = name->key_min > driver->key_min ? name->key_min : driver->key_min;

    memset(p, 0, sizeof *p);
    p->link = l;
    p->driver = driver->driver;
    p->session.alg = name->alg;
    if (OB_IS_HMAC(name->alg))
        len = 32;
    if (name->alg == OB_DES3_ECB || name->alg == OB_DES3_CBC)
        len = 24;
    p->session.key_len = (uint16_t)(OB_ALG_CLASS(name->alg) == OB_CLASS_HASH ? 0 : len);
    for (unsigned i = 0; i < p->session.key_len; i++)
        p->session.key[i] = (uint8_t)(i * 37 + 11); /* all parts differ, which XTS and Triple DES require */
}

/* Run operations of len bytes and count them, until one fails. */
static void run(struct probe *p, unsigned count, size_t len)
{
    unsigned class = OB_ALG_CLASS(p->session.alg);

    for (unsigned i = 0; i < count && !p->error; i++) {
        struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .in = p->data, .in_len = len};
        struct obi_lane *lane;

        if (class == OB_CLASS_CIPHER || class == OB_CLASS_AEAD) {
            op.out = p->data;
            op.out_size = len;
            op.iv = p->iv;
            op.iv_len = class == OB_CLASS_AEAD ? 12 : 16;
        }
        if (class != OB_CLASS_CIPHER) {
            op.tag = p->tag;
            op.tag_len = class == OB_CLASS_AEAD ? 16 : ob_alg_tag(p->session.alg);
        }
        if (obi_offload_run(p->link, OBI_BACKEND_AFALG, p->driver, &p->key, &p->session, &op) == OB_OK)
            continue;
        lane = &p->link->lane[p->key.last];
        p->error = lane->connected ? obi_lane_request(lane)->status : 0;
        p->error = p->error ? p->error : ETIMEDOUT;
    }
}

static void sleep_until(uint64_t until_ns)
{
    uint64_t now = ob_port_clock_ns();

    while (now < until_ns) {
        struct timespec t = {(time_t)((until_ns - now) / 1000000000), (long)((until_ns - now) % 1000000000)};

        (void)nanosleep(&t, NULL);
        now = ob_port_clock_ns();
    }
}

/* ---- counters of drivers ---- */

bool obi_probe_counter(const char *path, const char *driver, uint64_t *count)
{
    size_t len = strlen(driver), size = 0;
    FILE *f = fopen(path, "re");
    unsigned lines = 0;
    char *line = NULL;
    bool found = false, named = false;

    while (f && !named && getline(&line, &size, f) > 0) {
        char *at = line + strspn(line, " \t"), *word, *save, *end;

        named = strncmp(at, driver, len) == 0 && isspace((unsigned char)at[len]);
        if (!named && lines++ > 0) { /* a file with a single number has one line */
            found = false;
            continue;
        }
        found = false;
        for (word = strtok_r(named ? at + len : at, " \t\n", &save); word && !found;
             word = strtok_r(NULL, " \t\n", &save)) {
            word += strncmp(word, "reqs=", 5) == 0 ? 5 : 0;
            *count = strtoull(word, &end, 10);
            found = isdigit((unsigned char)*word) && !*end;
        }
    }
    free(line);
    if (f)
        (void)fclose(f);
    return found;
}

/* Files in debugfs with a line "DRIVER ALGORITHM reqs=N ..." for each of a driver's algorithms. */
static const char *known_counter(const char *driver)
{
    static const char *const files[] = {
        "/sys/kernel/debug/sun4i-ss/stats", "/sys/kernel/debug/sun8i-ce/stats",
        "/sys/kernel/debug/sun8i-ss/stats", "/sys/kernel/debug/rk3288_crypto/stats",
        "/sys/kernel/debug/sl3516/stats",   "/sys/kernel/debug/gxl-crypto/stats",
    };
    uint64_t count;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *f = fopen(files[i], "re");
        char *line = NULL;
        size_t size = 0, len = strlen(driver);
        bool named = false;

        while (f && !named && getline(&line, &size, f) > 0)
            named = strncmp(line, driver, len) == 0 && line[len] == ' ';
        free(line);
        if (f)
            (void)fclose(f);
        if (named && obi_probe_counter(files[i], driver, &count))
            return files[i];
    }
    return NULL;
}

/* ---- rounds ---- */

struct snapshot {
    struct obi_interrupts interrupts;
    uint64_t counter;
};

static void take(struct snapshot *s, const struct obi_evidence *e, const char *driver)
{
    (void)obi_interrupts_read(&s->interrupts);
    s->counter = 0;
    if (e->counter.name[0])
        (void)obi_probe_counter(e->counter.name, driver, &s->counter);
}

/* A new line began at 0. */
static uint64_t before(const struct snapshot *s, const char *name)
{
    for (unsigned i = 0; i < s->interrupts.n; i++)
        if (strcmp(s->interrupts.of[i].name, name) == 0)
            return s->interrupts.of[i].count;
    return 0;
}

static void add_growth(struct obi_evidence *e, struct obi_evidence_count *lines, const struct snapshot *from,
                       const struct snapshot *to, unsigned round, bool quiet)
{
    for (unsigned i = 0; i < to->interrupts.n; i++) {
        const char *name = to->interrupts.of[i].name;
        uint64_t grown = to->interrupts.of[i].count - before(from, name);
        unsigned k = 0;

        while (k < e->n_interrupts && strcmp(lines[k].name, name) != 0)
            k++;
        if (k == OBI_INTERRUPTS_MAX)
            continue;
        if (k == e->n_interrupts)
            memcpy(lines[e->n_interrupts++].name, name, sizeof lines[k].name);
        *(quiet ? &lines[k].quiet[round] : &lines[k].during[round]) = grown;
    }
    *(quiet ? &e->counter.quiet[round] : &e->counter.during[round]) = to->counter - from->counter;
}

static void count_rounds(struct probe *p, struct obi_evidence *e, struct obi_evidence_count *lines)
{
    static struct snapshot from, to;
    uint64_t begun, length, took;

    run(p, 1, SHORT_LEN); /* starts the helper, loads modules, opens the key */
    begun = ob_port_clock_ns();
    run(p, OPS_MOST, SHORT_LEN);
    length = (ob_port_clock_ns() - begun) * 5 / 4;
    length = length < ROUND_MIN_NS ? ROUND_MIN_NS : length;
    for (unsigned i = 0; i < ROUNDS && !p->error; i++) {
        take(&from, e, p->driver);
        begun = ob_port_clock_ns();
        run(p, ops_of[i], SHORT_LEN);
        sleep_until(begun + length);
        took = ob_port_clock_ns() - begun;
        take(&to, e, p->driver);
        add_growth(e, lines, &from, &to, i, false);
        take(&from, e, p->driver);
        sleep_until(ob_port_clock_ns() + took);
        take(&to, e, p->driver);
        add_growth(e, lines, &from, &to, i, true);
        e->ops[i] = ops_of[i];
        e->rounds++;
    }
    e->error = p->error;
}

/* ---- time ---- */

static void measure_time(struct probe *p, struct obi_evidence *e)
{
    uint64_t begun = ob_port_clock_ns(), now = begun, busy[3];
    bool known = obi_busy_read(begun, &busy[0]);
    unsigned n = 0;

    for (; !p->error && (n < TIME_OPS_MIN || now - begun < TIME_MIN_NS); n++) {
        run(p, 1, OBI_REQUEST_DATA_MAX);
        now = ob_port_clock_ns();
    }
    known = known && obi_busy_read(now, &busy[1]);
    sleep_until(now + (now - begun));
    e->wall_ns = now - begun;
    now = ob_port_clock_ns();
    known = known && obi_busy_read(now, &busy[2]);
    if (!known || p->error) {
        e->wall_ns = 0;
        e->error = p->error;
        return;
    }
    busy[2] -= busy[1];
    busy[1] -= busy[0];
    if ((int64_t)busy[2] > 0 && busy[2] < e->wall_ns / 4) /* on a busier machine the driver's share cannot be told */
        busy[1] -= busy[2];
    e->busy_ns = (int64_t)busy[1] > 0 ? busy[1] : 0; /* the difference may be negative because of the ticks' error */
}

void obi_probe_driver(struct obi_link *l, const struct obi_crypto_driver *driver, const struct obi_kernel_name *name,
                      const char *counter, bool trusted, struct obi_judgement *j)
{
    static struct obi_evidence_count lines[OBI_INTERRUPTS_MAX];
    static struct probe p;
    struct obi_evidence e = {.async = driver->async, .interrupts = lines};
    uint64_t count;

    memset(lines, 0, sizeof lines);
    (void)obi_device_of_module(e.device, "", driver->module);
    if (!counter)
        counter = known_counter(driver->driver);
    if (counter && obi_probe_counter(counter, driver->driver, &count))
        snprintf(e.counter.name, sizeof e.counter.name, "%s", counter);
    open_probe(&p, l, driver, name);
    e.op_len = SHORT_LEN;
    count_rounds(&p, &e, lines);
    obi_evidence_judge(&e, j);
    if (j->verdict == OBI_UNPROVEN && !e.error && e.async && e.device[0]) {
        measure_time(&p, &e);
        obi_evidence_judge(&e, j);
    }
    if (trusted)
        obi_evidence_trust(&e, j);
    obi_offload_close(l, &p.key);
    ob_wipe(&p.session, sizeof p.session);
}
