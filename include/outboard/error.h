/* SPDX-License-Identifier: Apache-2.0 */
/* The one error enumeration of Outboard: each value says what did not happen. */
#ifndef OUTBOARD_ERROR_H
#define OUTBOARD_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* Before a function whose result must be looked at: without it, the caller can't know whether there is an output. */
#if defined(__GNUC__)
#define OB_MUST_CHECK __attribute__((warn_unused_result))
#else
#define OB_MUST_CHECK
#endif

enum ob_err {
    OB_OK = 0,          /* done; every output is complete */
    OB_PENDING = 1,     /* accepted; op, session and buffers belong to the engine until op->status changes */
    OB_E_DECLINED = -1, /* no engine takes this (algorithm, key size, requirement): nothing was read or written */
    OB_E_BUSY = -2,     /* the engine is in use: nothing was read or written; the same call may succeed later */
    OB_E_ARG = -3,      /* a length, pointer or parameter is not allowed: nothing was written, the stream goes on */
    OB_E_STATE = -4,    /* the call does not fit the stream's state: nothing was written, the state is unchanged */
    OB_E_AUTH = -5,     /* tag, signature or padding is wrong: the output is wiped, the stream has ended */
    OB_E_IO = -6,       /* the engine or the random source failed: the output is wiped, the stream has ended */
};

/* A constant, lower-case English phrase for err; "unknown error" for any other value. Never NULL. */
const char *ob_error_text(int err);

#ifdef __cplusplus
}
#endif

#endif
