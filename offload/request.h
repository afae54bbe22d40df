/* SPDX-License-Identifier: Apache-2.0 */
/* One request to the kernel's crypto, as it lies in the memory that a process shares with its helper. */
#ifndef OUTBOARD_OFFLOAD_REQUEST_H
#define OUTBOARD_OFFLOAD_REQUEST_H

#include <outboard/engine.h>

/* Of one request, in bytes. 64 KiB are 16 pages, half of what one driver was seen to hang on. */
#define OBI_REQUEST_DATA_MAX 65536u
#define OBI_REQUEST_AAD_MAX  4096u
#define OBI_REQUEST_TAG_MAX  64u

/* Keys below this number are none: the unkeyed hashes, by enum ob_alg. */
#define OBI_REQUEST_FIRST_ID 256u

enum obi_request_kind {
    OBI_REQUEST_CIPHER = 1,
    OBI_REQUEST_HASH, /* also HMAC and CMAC: with a key */
    OBI_REQUEST_AEAD,
    OBI_REQUEST_PROBE, /* is there such an algorithm? */
};

/* How far a request has come, for the one who waits. */
enum obi_stage {
    OBI_STAGE_WAITING = 0, /* the helper has not seen it: it may be starting */
    OBI_STAGE_OPENING,     /* the kernel may be loading modules */
    OBI_STAGE_RUNNING,     /* the device has it */
};

enum obi_backend { OBI_BACKEND_AFALG, OBI_BACKEND_DEVCRYPTO };

/* The asynchronous calls of /dev/crypto. */
enum obi_async {
    OBI_ASYNC_UNKNOWN = 0, /* nobody has asked */
    OBI_ASYNC_ABSENT,
    OBI_ASYNC_THERE,
};

struct obi_request {
    uint64_t id;         /* of the key: equal numbers, equal key and name */
    uint8_t backend;     /* enum obi_backend */
    uint8_t kind;        /* enum obi_request_kind */
    uint8_t alg;         /* enum ob_alg */
    uint8_t encrypt;     /* else decrypt */
    uint8_t first, last; /* HASH: the message begins, ends with this part */
    uint8_t async;       /* /dev/crypto's asynchronous calls may be used: the data stay where they are for ever */
    uint32_t limit_ms;   /* with async: after this time no answer is awaited */
    char name[64]; /* AF_ALG: the algorithm's name or its driver's; /dev/crypto: the driver that it must be, or "" */
    uint32_t key_len, iv_len, aad_len, in_len;
    uint32_t tag_len; /* AEAD: as the message has it; HASH: as the algorithm has it */
    uint8_t key[OB_SESSION_KEY_MAX];
    uint8_t iv[16];
    uint32_t stage; /* enum obi_stage */
    /* -- the answer -- */
    int32_t status;                   /* 0, or an error of <errno.h>; EBADMSG: wrong tag */
    uint8_t at_open;                  /* the error came before any data went in */
    uint8_t tag[OBI_REQUEST_TAG_MAX]; /* HASH: the digest; AEAD: read or written */
    uint32_t calls;                   /* system calls into the kernel's crypto */
    uint32_t opened;                  /* keys opened */
    char driver[64];                  /* /dev/crypto, where a key was opened: which driver has it, and */
    uint8_t hardware;                 /* the kernel says that it is neither software nor instructions */
    uint8_t found_async;              /* enum obi_async */
    uint8_t queued;                   /* by an asynchronous call */
    uint8_t outstanding;              /* the device still has it, and may write to the data at any time */
};

/* Where a request's data lie: in the shared memory, or with the caller where there is no helper. in and out are equal
 * or apart. */
struct obi_request_data {
    const uint8_t *aad, *in;
    uint8_t *out;
    bool room; /* in and out are one, and a tag fits behind the data */
};

/* What a helper is told, eight bytes each: that a request is there, that all keys are closed, or the number of one that
 * is. */
#define OBI_MESSAGE_REQUEST UINT64_MAX
#define OBI_MESSAGE_FORGET  ((uint64_t)0)

/* The shared memory. */
struct obi_request_slot {
    struct obi_request request;
    uint8_t aad[OBI_REQUEST_AAD_MAX];
    _Alignas(4096) uint8_t data[OBI_REQUEST_DATA_MAX + OBI_REQUEST_TAG_MAX]; /* the input, then the output */
};

#endif
