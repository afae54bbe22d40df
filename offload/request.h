/* SPDX-License-Identifier: Apache-2.0 */
/* One request to the kernel's crypto, in the layout of the memory that a process shares with its helper. */
#ifndef OUTBOARD_OFFLOAD_REQUEST_H
#define OUTBOARD_OFFLOAD_REQUEST_H

#include <outboard/engine.h>

/* Maximum bytes of one request. 64 KiB are 16 pages; one driver was seen to hang on 32 pages. */
#define OBI_REQUEST_DATA_MAX 65536u
#define OBI_REQUEST_AAD_MAX  4096u
#define OBI_REQUEST_TAG_MAX  64u

/* Ids below this number are not keys but the unkeyed hashes, by enum ob_alg. */
#define OBI_REQUEST_FIRST_ID 256u

enum obi_request_kind {
    OBI_REQUEST_CIPHER = 1,
    OBI_REQUEST_HASH, /* also HMAC and CMAC, with a key */
    OBI_REQUEST_AEAD,
    OBI_REQUEST_PROBE, /* only asks whether the algorithm exists */
};

/* The progress of a request, for the process that waits. */
enum obi_stage {
    OBI_STAGE_WAITING = 0, /* the helper has not seen it: it may be starting */
    OBI_STAGE_OPENING,     /* the kernel may be loading modules */
    OBI_STAGE_RUNNING,     /* the device works on it */
    OBI_STAGE_ANSWERED,    /* the helper has answered */
};

enum obi_backend { OBI_BACKEND_AFALG, OBI_BACKEND_DEVCRYPTO };

/* Whether the asynchronous calls of /dev/crypto exist. */
enum obi_async {
    OBI_ASYNC_UNKNOWN = 0, /* not tested yet */
    OBI_ASYNC_ABSENT,
    OBI_ASYNC_THERE,
};

struct obi_request {
    uint64_t id;         /* of the key; an equal id means an equal key and name */
    uint8_t backend;     /* enum obi_backend */
    uint8_t kind;        /* enum obi_request_kind */
    uint8_t alg;         /* enum ob_alg */
    uint8_t encrypt;     /* 0: decrypt */
    uint8_t first, last; /* HASH: this part begins, ends the message */
    uint8_t async;       /* the asynchronous calls may be used, because the data's memory is never reused */
    uint32_t limit_ms;   /* with async: wait no longer than this for the result */
    char name[64];       /* AF_ALG: name of the algorithm or of its driver; /dev/crypto: the required driver, or "" */
    uint32_t key_len, iv_len, aad_len, in_len;
    uint32_t tag_len; /* AEAD: of this message; HASH: of the algorithm */
    uint8_t key[OB_SESSION_KEY_MAX];
    uint8_t iv[16];
    uint32_t stage; /* enum obi_stage */
    /* -- the answer -- */
    int32_t status;                   /* 0, or an error of <errno.h>; EBADMSG: wrong tag */
    uint8_t at_open;                  /* the error came before any data were sent */
    uint8_t tag[OBI_REQUEST_TAG_MAX]; /* HASH: the digest; AEAD: read or written */
    uint32_t calls;                   /* number of system calls into the kernel's crypto */
    uint32_t opened;                  /* keys opened */
    char driver[64];                  /* /dev/crypto, if a key was opened: its driver */
    uint8_t hardware;                 /* the kernel says that the driver is neither software nor CPU instructions */
    uint8_t found_async;              /* enum obi_async */
    uint8_t queued;                   /* an asynchronous call was used */
    uint8_t outstanding;              /* the device still works on it, and may write to the data at any time */
};

/* The place of a request's data: in shared memory, or in the caller's if there is no helper. in and out are equal or do
 * not overlap. */
struct obi_request_data {
    const uint8_t *aad, *in;
    uint8_t *out;
    bool room; /* in equals out, and there is room for a tag behind the data */
};

/* Messages to a helper, eight bytes each: a request is there; all keys are closed; or the id of one closed key. */
#define OBI_MESSAGE_REQUEST UINT64_MAX
#define OBI_MESSAGE_FORGET  ((uint64_t)0)

/* The layout of the shared memory. */
struct obi_request_slot {
    struct obi_request request;
    uint8_t aad[OBI_REQUEST_AAD_MAX];
    _Alignas(4096) uint8_t data[OBI_REQUEST_DATA_MAX + OBI_REQUEST_TAG_MAX]; /* the input, then the output */
};

#endif
