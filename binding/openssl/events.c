/* SPDX-License-Identifier: Apache-2.0 */
/* The dispatcher's events for each op, and changes of the preferred server. Counts them per algorithm, logs errors and
 * changes, and traces all of them if the settings ask for it. */
#include "binding/openssl/offers.h"
#include "offload/link.h"
#include "port/linux/file_limit.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Maximum lines of the log in an interval; further ones are only counted. */
#define LOG_LINES      10
#define LOG_INTERVAL_S 60
#define LINE           256 /* bytes of the longest line */

static _Thread_local struct ob_prov_offer *current;

void obi_prov_events_of(struct ob_prov_offer *o)
{
    current = o;
}

/* ---- counters ---- */

/* The offer to which an op belongs. An op that ends while this thread waits for another one counts for the first offer
 * of its algorithm. */
static struct obi_status_engine *counters(const struct ob_trace *event)
{
    struct ob_prov_offer *o = current && current->alg == event->alg ? current : obi_prov_offer_of(event->alg);
    struct obi_status_row *row = o ? obi_prov_count(o) : NULL;

    return row ? &row->engine[event->engine->index] : NULL;
}

static void count(const struct ob_trace *event)
{
    struct obi_status_engine *c;

    if (event->event != OB_EVENT_FELL_BACK && event->event != OB_EVENT_RETRIED && event->event != OB_EVENT_DONE)
        return; /* the event belongs to no op, or does not end it */
    if (event->event == OB_EVENT_DONE && event->status != OB_E_IO)
        return;
    c = counters(event);
    if (!c)
        return;
    if (event->event == OB_EVENT_FELL_BACK) {
        obi_prov_add(&c->fallbacks, 1);
    } else if (event->event == OB_EVENT_RETRIED) {
        obi_prov_add(&c->retries, 1);
        obi_prov_add(&c->errors, 1);
    } else if (event->event == OB_EVENT_DONE) {
        obi_prov_add(&c->errors, 1);
    }
}

/* ---- log and trace ---- */

static const char *const events[] = {"tested", "submitted", "done", "fell-back", "retried", "quarantined"};

/* Write one line of time, process and text with one write, so that lines of several processes do not mix. The log is
 * opened for each of its rare lines; the trace stays open. */
static void append(int fd, const char *text, uint64_t passed_over)
{
    struct timespec t = {0, 0};
    char line[LINE];
    int n;

    (void)clock_gettime(CLOCK_REALTIME, &t);
    n = snprintf(line, sizeof line, "%lld.%06ld %ld %s", (long long)t.tv_sec, t.tv_nsec / 1000, (long)getpid(), text);
    if (passed_over && n > 0 && (size_t)n < sizeof line)
        n += snprintf(line + n, sizeof line - (size_t)n, " passed-over=%llu", (unsigned long long)passed_over);
    if (n > 0 && (size_t)n < sizeof line) {
        line[n++] = '\n';
        if (write(fd, line, (size_t)n) < 0)
            return; /* a full disk must not make the op fail */
    }
}

/* Without waiting: the path may be a pipe that nobody reads. */
static int open_to_append(const char *path)
{
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0640);
}

/* A line beyond RLIMIT_FSIZE would end the program. A sandbox may punish the question. */
static bool takes_a_line(int fd)
{
    return obi_sandbox_closed() || obi_file_takes(fd, LINE);
}

static bool is_trouble(const struct ob_trace *event)
{
    return event->event == OB_EVENT_QUARANTINED || event->event == OB_EVENT_RETRIED ||
           (event->event == OB_EVENT_DONE && event->status == OB_E_IO) ||
           (event->event == OB_EVENT_TESTED && event->status != OB_OK);
}

static void log_line(const char *text)
{
    static uint64_t interval, lines, passed_over;
    static uint32_t off;
    struct timespec t = {0, 0};
    uint64_t now, before;
    int fd;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    now = (uint64_t)t.tv_sec / LOG_INTERVAL_S + 1;
    before = __atomic_exchange_n(&interval, now, __ATOMIC_RELAXED);
    if (before != now)
        __atomic_store_n(&lines, 0, __ATOMIC_RELAXED);
    if (__atomic_fetch_add(&lines, 1, __ATOMIC_RELAXED) >= LOG_LINES) {
        obi_prov_add(&passed_over, 1);
        return;
    }
    if (__atomic_load_n(&off, __ATOMIC_RELAXED))
        return;
    fd = open_to_append(obi_prov_settings.log);
    if (fd < 0) { /* refused by a sandbox, or no such folder: do not try again */
        __atomic_store_n(&off, 1, __ATOMIC_RELAXED);
        return;
    }
    if (takes_a_line(fd))
        append(fd, text, __atomic_exchange_n(&passed_over, 0, __ATOMIC_RELAXED));
    (void)close(fd);
}

static void trace_line(const char *text)
{
    static int traced = -1; /* descriptor, which a child inherits; -2: it cannot be opened */
    int fd = __atomic_load_n(&traced, __ATOMIC_ACQUIRE);

    if (fd == -1) {
        int mine = open_to_append(obi_prov_settings.trace), none = -1;

        if (__atomic_compare_exchange_n(&traced, &none, mine < 0 ? -2 : mine, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            fd = mine;
        } else { /* another thread was first */
            if (mine >= 0)
                (void)close(mine);
            fd = none;
        }
    }
    if (fd >= 0 && takes_a_line(fd))
        append(fd, text, 0);
}

void obi_prov_event(void *user, const struct ob_trace *event)
{
    bool log = obi_prov_settings.log[0] && is_trouble(event), trace = obi_prov_settings.trace[0];
    const char *name = ob_alg_name(event->alg);
    char text[160];

    (void)user;
    count(event);
    if (!log && !trace)
        return;
    snprintf(text, sizeof text, "%s %s %s status=%d bytes=%zu", events[event->event], event->engine->ops->name,
             name ? name : "-", event->status, event->len);
    if (log)
        log_line(text);
    if (trace)
        trace_line(text);
}

static uint64_t per_mille(const struct ob_correction *c, enum ob_server server)
{
    return (uint64_t)ob_correction_factor(c, server) * 1000 / OB_CORRECTION_ONE;
}

void obi_prov_event_adapted(struct ob_prov_offer *o, const struct ob_correction *c, size_t len)
{
    bool offload = __atomic_load_n(&c->preferred, __ATOMIC_RELAXED) == OB_SERVER_ENGINE + 1;
    uint64_t software = per_mille(c, OB_SERVER_CALLER), engine = per_mille(c, OB_SERVER_ENGINE);
    struct obi_status_row *row = obi_prov_count(o);
    const char *name = ob_alg_name(o->alg);
    char text[160];

    obi_prov_add(&row->adapted, 1);
    __atomic_store_n(&row->adapted_len, len, __ATOMIC_RELAXED);
    __atomic_store_n(&row->adapted_to_engine, offload, __ATOMIC_RELAXED);
    __atomic_store_n(&row->adapted_software, software, __ATOMIC_RELAXED);
    __atomic_store_n(&row->adapted_engine, engine, __ATOMIC_RELAXED);
    if (!obi_prov_settings.log[0] && !obi_prov_settings.trace[0])
        return;
    snprintf(text, sizeof text, "adapted %s %s engine=%llu.%03llu default=%llu.%03llu bytes=%zu",
             offload ? "engine" : "default", name ? name : "-", (unsigned long long)(engine / 1000),
             (unsigned long long)(engine % 1000), (unsigned long long)(software / 1000),
             (unsigned long long)(software % 1000), len);
    if (obi_prov_settings.log[0])
        log_line(text);
    if (obi_prov_settings.trace[0])
        trace_line(text);
}
