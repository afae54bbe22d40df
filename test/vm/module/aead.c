// SPDX-License-Identifier: GPL-2.0
/* AEADs of the test accelerator: each hands its requests to the kernel's software for the same algorithm. */
#include "obaccel.h"

#include <crypto/internal/aead.h>
#include <linux/module.h>

struct aead_key {
    struct crypto_aead *software;
};

struct aead_job {
    struct accel_job job;
    bool encrypt;
    struct aead_request request; /* last: the software's context follows */
};

struct aead {
    struct accel_unit unit;
    struct aead_alg alg;
};

static int run(struct accel_job *base)
{
    struct aead_job *job = container_of(base, struct aead_job, job);

    return job->encrypt ? crypto_aead_encrypt(&job->request) : crypto_aead_decrypt(&job->request);
}

static int submit(struct aead_request *request, bool encrypt)
{
    struct crypto_aead *tfm = crypto_aead_reqtfm(request);
    struct aead_key *key = crypto_aead_ctx(tfm);
    struct aead_job *job = aead_request_ctx(request);

    job->encrypt = encrypt;
    job->job.run = run;
    job->job.bytes = request->cryptlen;
    job->job.unit = &container_of(crypto_aead_alg(tfm), struct aead, alg)->unit;
    aead_request_set_tfm(&job->request, key->software);
    aead_request_set_callback(&job->request, request->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP, NULL, NULL);
    aead_request_set_crypt(&job->request, request->src, request->dst, request->cryptlen, request->iv);
    aead_request_set_ad(&job->request, request->assoclen);
    return accel_submit(&job->job, &request->base);
}

static int encrypt(struct aead_request *request)
{
    return submit(request, true);
}

static int decrypt(struct aead_request *request)
{
    return submit(request, false);
}

static int setkey(struct crypto_aead *tfm, const u8 *bytes, unsigned int length)
{
    struct aead_key *key = crypto_aead_ctx(tfm);

    return crypto_aead_setkey(key->software, bytes, length);
}

static int setauthsize(struct crypto_aead *tfm, unsigned int length)
{
    struct aead_key *key = crypto_aead_ctx(tfm);

    return crypto_aead_setauthsize(key->software, length);
}

static int init_tfm(struct crypto_aead *tfm)
{
    struct aead_key *key = crypto_aead_ctx(tfm);
    const char *name = crypto_tfm_alg_name(crypto_aead_tfm(tfm));

    key->software = crypto_alloc_aead(name, 0, CRYPTO_ALG_ASYNC | CRYPTO_ALG_NEED_FALLBACK);
    if (IS_ERR(key->software))
        return PTR_ERR(key->software);
    crypto_aead_set_reqsize(tfm, sizeof(struct aead_job) + crypto_aead_reqsize(key->software));
    return 0;
}

static void exit_tfm(struct crypto_aead *tfm)
{
    struct aead_key *key = crypto_aead_ctx(tfm);

    crypto_free_aead(key->software);
}

#define AEAD(name, end, iv, tag)                                                                                       \
    {                                                                                                                  \
        .unit = {.algorithm = name, .slug = end},                                                                      \
        .alg = {.base = {.cra_blocksize = 1, .cra_ctxsize = sizeof(struct aead_key)},                                  \
                .ivsize = (iv),                                                                                        \
                .maxauthsize = (tag),                                                                                  \
                .chunksize = 16,                                                                                       \
                .setkey = setkey,                                                                                      \
                .setauthsize = setauthsize,                                                                            \
                .encrypt = encrypt,                                                                                    \
                .decrypt = decrypt,                                                                                    \
                .init = init_tfm,                                                                                      \
                .exit = exit_tfm},                                                                                     \
    }

static struct aead aeads[] = {
    AEAD("gcm(aes)", "gcm-aes", 12, 16),
    AEAD("ccm(aes)", "ccm-aes", 16, 16),
    AEAD("rfc7539(chacha20,poly1305)", "rfc7539-chacha20-poly1305", 12, 16),
};

static struct accel_unit *at(unsigned int index)
{
    return index < ARRAY_SIZE(aeads) ? &aeads[index].unit : NULL;
}
const struct accel_units accel_aeads = {at};

int accel_aeads_register(void)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(aeads); i++) {
        struct aead *each = &aeads[i];
        struct crypto_aead *software;
        int status;

        accel_describe(&each->alg.base, &each->unit);
        software = crypto_alloc_aead(each->unit.algorithm, 0, CRYPTO_ALG_ASYNC | CRYPTO_ALG_NEED_FALLBACK);
        if (IS_ERR(software))
            continue;
        crypto_free_aead(software);
        status = crypto_register_aead(&each->alg);
        if (status)
            return status;
        each->unit.registered = true;
    }
    return 0;
}

void accel_aeads_unregister(void)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(aeads); i++)
        if (aeads[i].unit.registered)
            crypto_unregister_aead(&aeads[i].alg);
}
