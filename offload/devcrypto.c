/* SPDX-License-Identifier: Apache-2.0 */
/* /dev/crypto of cryptodev-linux: one descriptor for all keys, one session for each key, one ioctl for each request.
 * The driver processes data in place in the shared memory, where they begin at a page boundary, so the kernel copies
 * nothing. */
#include "offload/cryptodev.h"
#include "offload/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if UINTPTR_MAX > 0xffffffff
_Static_assert(sizeof(struct cryptodev_session) == 48 && sizeof(struct cryptodev_info) == 268 &&
                   sizeof(struct cryptodev_crypt) == 48 && sizeof(struct cryptodev_auth_crypt) == 72,
               "not the layout of 64-bit processes");
#else
_Static_assert(sizeof(struct cryptodev_session) == 28 && sizeof(struct cryptodev_info) == 268 &&
                   sizeof(struct cryptodev_crypt) == 28 && sizeof(struct cryptodev_auth_crypt) == 44,
               "not the layout of 32-bit processes");
#endif

#define BOUNCE_SIZE (OBI_REQUEST_DATA_MAX + OBI_REQUEST_TAG_MAX)

/* The module's number of an algorithm; 0 if it has none, or none that fits: its XTS takes only whole blocks. */
static uint32_t number_of(uint8_t alg)
{
    switch (alg) {
    case OB_MD5:
        return CRYPTODEV_MD5;
    case OB_SHA1:
        return CRYPTODEV_SHA1;
    case OB_SHA224:
        return CRYPTODEV_SHA224;
    case OB_SHA256:
        return CRYPTODEV_SHA256;
    case OB_SHA384:
        return CRYPTODEV_SHA384;
    case OB_SHA512:
        return CRYPTODEV_SHA512;
    case OB_HMAC_MD5:
        return CRYPTODEV_HMAC_MD5;
    case OB_HMAC_SHA1:
        return CRYPTODEV_HMAC_SHA1;
    case OB_HMAC_SHA224:
        return CRYPTODEV_HMAC_SHA224;
    case OB_HMAC_SHA256:
        return CRYPTODEV_HMAC_SHA256;
    case OB_HMAC_SHA384:
        return CRYPTODEV_HMAC_SHA384;
    case OB_HMAC_SHA512:
        return CRYPTODEV_HMAC_SHA512;
    case OB_AES_ECB:
        return CRYPTODEV_AES_ECB;
    case OB_AES_CBC:
        return CRYPTODEV_AES_CBC;
    case OB_AES_CTR:
        return CRYPTODEV_AES_CTR;
    case OB_DES_CBC:
        return CRYPTODEV_DES_CBC;
    case OB_DES3_CBC:
        return CRYPTODEV_DES3_CBC;
    case OB_AES_GCM:
        return CRYPTODEV_AES_GCM;
    case OB_AES_CCM:
        return CRYPTODEV_AES_CCM;
    default:
        return 0;
    }
}

bool obi_devcrypto_has(uint8_t alg)
{
    return number_of(alg) != 0;
}

/* ---- the descriptor ---- */

/* Close the descriptor, and with it all sessions. If another process has the descriptor, too, that one keeps the
 * sessions. */
void obi_devcrypto_leave(struct obi_worker *w)
{
    for (unsigned i = 0; i < w->n_keys; i++)
        if (w->key[i].backend == OBI_BACKEND_DEVCRYPTO)
            memset(&w->key[i], 0, sizeof w->key[i]);
    if (w->devcrypto)
        (void)close(w->devcrypto - 1);
    w->devcrypto = 0;
    w->async = OBI_ASYNC_UNKNOWN;
    free(w->bounce);
    w->bounce = NULL;
}

int obi_devcrypto_ask(struct obi_worker *w, unsigned long number, void *arg)
{
    int err;

    if (obi_cryptodev_ioctl(w->devcrypto - 1, number, arg) == 0)
        return 0;
    err = errno;
    switch (err) {
    case ENODEV:
    case ENXIO:
    case ENOTCONN:
    case ECONNABORTED:
    case ESTALE:
    case EBADF:
        obi_devcrypto_leave(w);
        return ENODEV;
    default:
        return err;
    }
}

/* ---- keys ---- */

/* Find the session's driver. If the request names a driver, it must be this one, and must not be software: else
 * EOPNOTSUPP. */
static int look(struct obi_worker *w, uint32_t session, struct obi_request *r)
{
    struct cryptodev_info info = {.session = session};
    int err = obi_devcrypto_ask(w, CRYPTODEV_INFO, &info);

    r->driver[0] = 0;
    r->hardware = 0;
    if (err == 0) {
        const char *driver = info.cipher.driver[0] ? info.cipher.driver : info.mac.driver;

        memcpy(r->driver, driver, sizeof r->driver - 1);
        r->hardware = (info.flags & CRYPTODEV_KERNEL_DRIVER) != 0;
    } else if (err == ENODEV) {
        return err;
    }
    return r->name[0] == 0 || (r->hardware && strcmp(r->name, r->driver) == 0) ? 0 : EOPNOTSUPP;
}

int obi_devcrypto_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r)
{
    struct cryptodev_session s = {0};
    uint32_t number = number_of(r->alg);
    unsigned cls = OB_ALG_CLASS(r->alg);
    int err;

    if (number == 0)
        return EOPNOTSUPP;
    if (w->devcrypto == 0) {
        w->devcrypto = 1 + obi_cryptodev_open();
        if (w->devcrypto == 0)
            return errno;
        w->async = (uint8_t)obi_devcrypto_async_found(w);
    }
    r->found_async = w->async;
    if (cls == OB_CLASS_CIPHER || cls == OB_CLASS_AEAD) {
        s.cipher = number;
        s.key_len = r->key_len;
        s.key = r->key;
    } else {
        s.mac = number;
        s.mac_key_len = r->key_len;
        s.mac_key = cls == OB_CLASS_HASH ? NULL : r->key;
    }
    err = obi_devcrypto_ask(w, CRYPTODEV_OPEN_SESSION, &s);
    if (err)
        return err;
    err = look(w, s.session, r);
    if (err == EOPNOTSUPP)
        (void)obi_devcrypto_ask(w, CRYPTODEV_CLOSE_SESSION, &s.session);
    k->session = s.session;
    return err;
}

void obi_devcrypto_close(struct obi_worker *w, struct obi_worker_key *k)
{
    if (w->devcrypto)
        (void)obi_devcrypto_ask(w, CRYPTODEV_CLOSE_SESSION, &k->session);
}

/* ---- requests ---- */

static int operate(struct obi_worker *w, struct obi_request *r, struct cryptodev_crypt *c)
{
    if (r->async && w->async == OBI_ASYNC_THERE)
        return obi_devcrypto_async_run(w, r, c);
    r->calls++;
    return obi_devcrypto_ask(w, CRYPTODEV_CRYPT, c);
}

static int cipher(struct obi_worker *w, const struct obi_worker_key *k, struct obi_request *r,
                  const struct obi_request_data *d)
{
    struct cryptodev_crypt c = {
        .session = k->session,
        .op = r->encrypt ? CRYPTODEV_ENCRYPT : CRYPTODEV_DECRYPT,
        .len = r->in_len,
        .src = (uint8_t *)(uintptr_t)d->in,
        .dst = d->out,
        .iv = r->iv_len ? r->iv : NULL,
    };

    return operate(w, r, &c);
}

static int hash(struct obi_worker *w, const struct obi_worker_key *k, struct obi_request *r,
                const struct obi_request_data *d)
{
    struct cryptodev_crypt c = {
        .session = k->session,
        .len = r->in_len,
        .src = (uint8_t *)(uintptr_t)d->in,
        .mac = r->tag,
    };

    if (!r->last)
        c.flags = r->first ? CRYPTODEV_UPDATE | CRYPTODEV_RESET : CRYPTODEV_UPDATE;
    else if (!r->first)
        c.flags = CRYPTODEV_FINAL;
    return operate(w, r, &c);
}

/* The module takes ciphertext and tag in one buffer. If the caller's buffer has no room for the tag, the data go
 * through another buffer. */
static uint8_t *with_room(struct obi_worker *w, const struct obi_request *r, const struct obi_request_data *d)
{
    if (d->room)
        return d->out;
    if (!w->bounce)
        w->bounce = malloc(BOUNCE_SIZE);
    if (w->bounce && r->in_len)
        memcpy(w->bounce, d->in, r->in_len);
    return w->bounce;
}

static int aead(struct obi_worker *w, const struct obi_worker_key *k, struct obi_request *r,
                const struct obi_request_data *d)
{
    uint8_t *data = with_room(w, r, d);
    struct cryptodev_auth_crypt c = {
        .session = k->session,
        .op = r->encrypt ? CRYPTODEV_ENCRYPT : CRYPTODEV_DECRYPT,
        .len = r->in_len + (r->encrypt ? 0 : r->tag_len),
        .auth_len = r->aad_len,
        .auth_src = (uint8_t *)(uintptr_t)d->aad,
        .src = data,
        .dst = data,
        .tag_len = r->tag_len,
        .iv = r->iv,
        .iv_len = r->iv_len,
    };
    int err;

    if (!data)
        return ENOMEM;
    if (!r->encrypt)
        memcpy(data + r->in_len, r->tag, r->tag_len);
    r->calls++;
    err = obi_devcrypto_ask(w, CRYPTODEV_AUTH_CRYPT, &c);
    if (err == 0 && c.len != (r->encrypt ? r->in_len + r->tag_len : r->in_len))
        err = EIO;
    if (err == 0 && r->encrypt)
        memcpy(r->tag, data + r->in_len, r->tag_len);
    if (err == 0 && !d->room && r->in_len)
        memcpy(d->out, data, r->in_len);
    if (!d->room && w->bounce)
        memset(w->bounce, 0, BOUNCE_SIZE);
    return err;
}

int obi_devcrypto_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                      const struct obi_request_data *d)
{
    switch (r->kind) {
    case OBI_REQUEST_HASH:
        return hash(w, k, r, d);
    case OBI_REQUEST_AEAD:
        return aead(w, k, r, d);
    default:
        return cipher(w, k, r, d);
    }
}
