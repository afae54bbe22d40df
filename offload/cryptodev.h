/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of /dev/crypto, as the kernel module cryptodev-linux (1.6 and later) defines it: numbers of ioctls and
 * algorithms, and the layout of arguments. Only what this project uses. */
#ifndef OUTBOARD_OFFLOAD_CRYPTODEV_H
#define OUTBOARD_OFFLOAD_CRYPTODEV_H

#include <stdint.h>
#include <sys/ioctl.h>

#define CRYPTODEV_PATH "/dev/crypto"

/* Ciphers, hashes and MACs. A session has one cipher, or one hash or MAC. */
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

/* Values of crypt.op. */
#define CRYPTODEV_ENCRYPT 0
#define CRYPTODEV_DECRYPT 1

/* Bits of crypt.flags: a part that does not end the message; the last part; the first part. No bit: a whole message. */
#define CRYPTODEV_UPDATE 1u
#define CRYPTODEV_FINAL  2u
#define CRYPTODEV_RESET  64u

/* Bit of info.flags: the driver is neither software nor CPU instructions, and user space has no other way to it. */
#define CRYPTODEV_KERNEL_DRIVER 1u

/* A pointer has the size and alignment that the process uses. */
struct cryptodev_session {
    uint32_t cipher, mac; /* enum cryptodev_alg; 0: none */
    uint32_t key_len;
    uint8_t *key;
    uint32_t mac_key_len;
    uint8_t *mac_key;
    uint32_t session; /* out: its number in this open file */
};

struct cryptodev_names {
    char name[64], driver[64];
};

struct cryptodev_info {
    uint32_t session;
    struct cryptodev_names cipher, mac; /* as in /proc/crypto; empty if the session has none */
    uint16_t align_mask;
    uint32_t flags;
};

/* An operation. A cipher's len is a multiple of the block, except for CTR. A hash or MAC has no dst and no iv. */
struct cryptodev_crypt {
    uint32_t session;
    uint16_t op, flags;
    uint32_t len; /* bytes of src */
    uint8_t *src, *dst, *mac, *iv;
};

/* An operation of an AEAD. The tag follows the ciphertext, and len includes it. The kernel sets len to the length of
 * dst. */
struct cryptodev_auth_crypt {
    uint32_t session;
    uint16_t op, flags;
    uint32_t len, auth_len;
    uint8_t *auth_src, *src, *dst, *tag;
    uint32_t tag_len;
    uint8_t *iv;
    uint32_t iv_len; /* ignored: the length is fixed for each algorithm, 12 for GCM, 16 for CCM */
};

#define CRYPTODEV_OPEN_SESSION  _IOWR('c', 102, struct cryptodev_session)    /* CIOCGSESSION */
#define CRYPTODEV_CLOSE_SESSION _IOW('c', 103, uint32_t)                     /* CIOCFSESSION */
#define CRYPTODEV_CRYPT         _IOWR('c', 104, struct cryptodev_crypt)      /* CIOCCRYPT */
#define CRYPTODEV_INFO          _IOWR('c', 107, struct cryptodev_info)       /* CIOCGSESSINFO */
#define CRYPTODEV_AUTH_CRYPT    _IOWR('c', 109, struct cryptodev_auth_crypt) /* CIOCAUTHCRYPT */

/* The asynchronous calls exist if the module was built with ENABLE_ASYNC; else they return EINVAL. CRYPT appends an
 * operation, but no AEAD, to the queue of the open file: EBUSY if the queue is full. The driver accesses the data until
 * the result is there. FETCH removes the oldest result and returns the operation as it was queued, and a hash: EBUSY if
 * there is no result; any other error is that of an operation, but of which one is not told. poll(2) reports POLLIN if
 * there is a result, and POLLOUT if the queue has room. Operations run one after the other. For a 32-bit process on a
 * 64-bit kernel the numbers differ. */
#define CRYPTODEV_ASYNC_CRYPT _IOW('c', 110, struct cryptodev_crypt) /* CIOCASYNCCRYPT */
#define CRYPTODEV_ASYNC_FETCH _IOR('c', 111, struct cryptodev_crypt) /* CIOCASYNCFETCH */

/* ---- system calls on the device, which tests replace ---- */

/* Open /dev/crypto: a descriptor, or -1 with errno. */
int obi_cryptodev_open(void);

/* ioctl(2): 0, or -1 with errno. */
int obi_cryptodev_ioctl(int fd, unsigned long number, void *arg);

/* poll(2) on fd for at most timeout_ms milliseconds; -1: no limit. Returns the bits of events, POLLERR and POLLHUP that
 * are set; 0 after the time or a signal; -1 with errno. */
int obi_cryptodev_poll(int fd, short events, int timeout_ms);

#endif
