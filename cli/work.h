/* SPDX-License-Identifier: Apache-2.0 */
/* Work to be timed: one algorithm with a key, on a chosen engine, op after op. */
#ifndef OUTBOARD_CLI_WORK_H
#define OUTBOARD_CLI_WORK_H

#include <outboard/outboard.h>

/* Longest op that is timed. */
#define CLI_WORK_MAX ((size_t)16 << 20)

/* Longest AAD of an op that is timed. */
#define CLI_AAD_MAX 64

/* Fill in the usual curve and key bits of alg where they are 0. With a curve the bits are 0, as in capabilities. */
void cli_usual_key(uint8_t alg, uint8_t *curve, uint64_t *bits);

/* "enc", "dec" or "key" into a direction: CLI_OK, or CLI_USAGE after a message. */
int cli_direction(const char *text, uint8_t *dir);

/* The operation's name in bench/results: hash, mac, enc, dec, sign, verify, public, private, key. */
const char *cli_operation_name(uint8_t alg, uint8_t dir);

/* True if alg has this direction at all (hashes have no decryption, ECDH none, ...). */
bool cli_has_direction(uint8_t alg, uint8_t dir);

/* True if an op of len bytes is one that alg takes. Public key: len is 0. */
bool cli_len_ok(uint8_t alg, size_t len);

/* A key pair of an elliptic curve or of RSA, made by any engine at the first request: OB_OK or its error. The
 * components stay until another curve is asked for. */
int cli_key_pair(uint8_t alg, uint8_t curve, uint16_t bits, struct ob_key *key);

/* What is timed. */
struct cli_work {
    uint8_t alg, curve, dir;
    uint16_t bits;                  /* of the key; 0 with a curve */
    size_t len;                     /* of the op; 0 for public keys */
    size_t aad_len;                 /* with an AEAD alone; at most CLI_AAD_MAX */
    bool beginning;                 /* of an AEAD's op, nonce and AAD, and neither data nor end */
    const struct ob_engine *engine; /* NULL: whichever the dispatcher chooses */
};

/* Per op, the best of many batches: others on the machine only ever add time. */
struct cli_times {
    double ns, cpu_ns;
    double open_ns; /* opening a session and its first op, less a warm op: only if asked for */
    uint64_t ops;   /* that were timed */
};

/* Time w for about budget_ns. with_open: also open_ns. OB_OK, or the error of the op (OB_E_DECLINED: the engine, or
 * any engine that could make the key, lacks it). */
int cli_time(const struct cli_work *w, uint64_t budget_ns, bool with_open, struct cli_times *t);

/* Clock cycles a nanosecond, and where the figure is from ("perf", "cpufreq", "cpuinfo"); 0 and "" if unknown. */
double cli_cycles_per_ns(const char **from);

#endif
