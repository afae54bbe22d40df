/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of /dev/crypto as the kernel module cryptodev-linux has it (1.6 and later): numbers of ioctls and
 * algorithms, and the layout of what is passed. Not all of it: what this project uses. */
#ifndef OUTBOARD_OFFLOAD_CRYPTODEV_H
#define OUTBOARD_OFFLOAD_CRYPTODEV_H

#include <stdint.h>
#include <sys/ioctl.h>

#define CRYPTODEV_PATH "/dev/crypto"

/* Ciphers, hashes and MACs; a session has one of the first, or one of the others. */
enum cryptodev_alg {
    CRYPTODEV_DES_CBC = 1,
    CRYPTODEV_DES3_CBC = 2,
    CRYPTODEV_HMAC_MD5 = 6,
    CRYPTODEV_HMAC_SHA1 = 7,
    CRYPTODEV_AES_CBC = 11,
    CRYPTODEV_MD5 = 13,
    CRYPTODEV_SHA1 = 14,
    CRYPTODEV_HMAC_SHA256 = 18,
    CRYPTODEV_HMAC_SHA384 = 19,
    CRYPTODEV_HMAC_SHA512 = 20,
    CRYPTODEV_AES_CTR = 21,
    CRYPTODEV_AES_ECB = 23,
    CRYPTODEV_AES_GCM = 50,
    CRYPTODEV_AES_CCM = 51,
    CRYPTODEV_SHA224 = 103,
    CRYPTODEV_SHA256 = 104,
    CRYPTODEV_SHA384 = 105,
    CRYPTODEV_SHA512 = 106,
    CRYPTODEV_HMAC_SHA224 = 107,
};

/* What crypt.op may be. */
#define CRYPTODEV_ENCRYPT 0
#define CRYPTODEV_DECRYPT 1

/* Of crypt.flags: a part of a message, which does not end it; the last one; the first one. None of them: a message. */
#define CRYPTODEV_UPDATE 1u
#define CRYPTODEV_FINAL  2u
#define CRYPTODEV_RESET  64u

/* Of info.flags: the driver is one that user space has no other way to, that is neither software nor instructions. */
#define CRYPTODEV_KERNEL_DRIVER 1u

/* Pointers have the size of the process's, and natural alignment. */
struct cryptodev_session {
    uint32_t cipher, mac; /* enum cryptodev_alg, or 0 */
    uint32_t key_len;
    uint8_t *key;
    uint32_t mac_key_len;
    uint8_t *mac_key;
    uint32_t session; /* out: of this open file */
};

struct cryptodev_names {
    char name[64], driver[64];
};

struct cryptodev_info {
    uint32_t session;
    struct cryptodev_names cipher, mac; /* as in /proc/crypto; empty: the session has none */
    uint16_t align_mask;
    uint32_t flags;
};

/* A cipher, whose length is a multiple of the block but for CTR, or a hash or MAC, which has neither dst nor iv. */
struct cryptodev_crypt {
    uint32_t session;
    uint16_t op, flags;
    uint32_t len; /* of src */
    uint8_t *src, *dst, *mac, *iv;
};

/* An AEAD. The tag follows the ciphertext, whose length includes it. The kernel writes back len: that of dst. */
struct cryptodev_auth_crypt {
    uint32_t session;
    uint16_t op, flags;
    uint32_t len, auth_len;
    uint8_t *auth_src, *src, *dst, *tag;
    uint32_t tag_len;
    uint8_t *iv;
    uint32_t iv_len; /* is not looked at: an algorithm has one length, which is 12 for GCM, and 16 for CCM */
};

#define CRYPTODEV_OPEN_SESSION  _IOWR('c', 102, struct cryptodev_session)    /* CIOCGSESSION */
#define CRYPTODEV_CLOSE_SESSION _IOW('c', 103, uint32_t)                     /* CIOCFSESSION */
#define CRYPTODEV_CRYPT         _IOWR('c', 104, struct cryptodev_crypt)      /* CIOCCRYPT */
#define CRYPTODEV_INFO          _IOWR('c', 107, struct cryptodev_info)       /* CIOCGSESSINFO */
#define CRYPTODEV_AUTH_CRYPT    _IOWR('c', 109, struct cryptodev_auth_crypt) /* CIOCAUTHCRYPT */

/* Of a module that was built with ENABLE_ASYNC; else EINVAL. The first puts an operation, no AEAD, into the queue of
 * the open file: EBUSY if that has no place. Its data are read and written meanwhile. The second takes the result that
 * has been there longest, and writes what was queued, and a hash: EBUSY if there is none; another error is that of an
 * operation, it is not said which. poll(2) says POLLIN if there is a result, and POLLOUT if there is a place. The queue
 * is one after the other. A 32-bit process has other numbers on a 64-bit kernel. */
#define CRYPTODEV_ASYNC_CRYPT _IOW('c', 110, struct cryptodev_crypt) /* CIOCASYNCCRYPT */
#define CRYPTODEV_ASYNC_FETCH _IOR('c', 111, struct cryptodev_crypt) /* CIOCASYNCFETCH */

/* ---- the way to the device, which tests replace ---- */

/* A descriptor of /dev/crypto, or -1 with errno. */
int obi_cryptodev_open(void);

/* ioctl(2): 0, or -1 with errno. */
int obi_cryptodev_ioctl(int fd, unsigned long number, void *arg);

/* poll(2) on fd alone, for at most so many milliseconds, -1: for ever. What there is of these events and of POLLERR and
 * POLLHUP; 0: nothing in time, or a signal came; -1 with errno. */
int obi_cryptodev_poll(int fd, short events, int timeout_ms);

#endif
