// SPDX-License-Identifier: GPL-2.0
/* Ciphers of the test accelerator: each hands its requests to the kernel's software for the same algorithm. */
#include "obaccel.h"

#include <crypto/aes.h>
#include <crypto/internal/des.h>
#include <crypto/internal/skcipher.h>
#include <linux/module.h>

struct cipher_key {
    struct crypto_skcipher *software;
};

struct cipher_job {
    struct accel_job job;
    bool encrypt;
    struct skcipher_request request; /* last: the software's context follows */
};

struct cipher {
    struct accel_unit unit;
    struct skcipher_alg alg;
};

static int run(struct accel_job *base)
{
    struct cipher_job *job = container_of(base, struct cipher_job, job);

    return job->encrypt ? crypto_skcipher_encrypt(&job->request) : crypto_skcipher_decrypt(&job->request);
}

static int submit(struct skcipher_request *request, bool encrypt)
{
    struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(request);
    struct cipher_key *key = crypto_skcipher_ctx(tfm);
    struct cipher_job *job = skcipher_request_ctx(request);

    job->encrypt = encrypt;
    job->job.run = run;
    job->job.bytes = request->cryptlen;
    job->job.unit = &container_of(crypto_skcipher_alg(tfm), struct cipher, alg)->unit;
    skcipher_request_set_tfm(&job->request, key->software);
    skcipher_request_set_callback(&job->request, request->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP, NULL, NULL);
    skcipher_request_set_crypt(&job->request, request->src, request->dst, request->cryptlen, request->iv);
    return accel_submit(&job->job, &request->base);
}

static int encrypt(struct skcipher_request *request)
{
    return submit(request, true);
}

static int decrypt(struct skcipher_request *request)
{
    return submit(request, false);
}

static int setkey(struct crypto_skcipher *tfm, const u8 *bytes, unsigned int length)
{
    struct cipher_key *key = crypto_skcipher_ctx(tfm);

    crypto_skcipher_clear_flags(key->software, CRYPTO_TFM_REQ_MASK);
    crypto_skcipher_set_flags(key->software, crypto_skcipher_get_flags(tfm) & CRYPTO_TFM_REQ_MASK);
    return crypto_skcipher_setkey(key->software, bytes, length);
}

static int init_tfm(struct crypto_skcipher *tfm)
{
    struct cipher_key *key = crypto_skcipher_ctx(tfm);
    const char *name = crypto_tfm_alg_name(crypto_skcipher_tfm(tfm));

    key->software = crypto_alloc_skcipher(name, 0, CRYPTO_ALG_ASYNC | CRYPTO_ALG_NEED_FALLBACK);
    if (IS_ERR(key->software))
        return PTR_ERR(key->software);
    crypto_skcipher_set_reqsize(tfm, sizeof(struct cipher_job) + crypto_skcipher_reqsize(key->software));
    return 0;
}

static void exit_tfm(struct crypto_skcipher *tfm)
{
    struct cipher_key *key = crypto_skcipher_ctx(tfm);

    crypto_free_skcipher(key->software);
}

#define CIPHER(name, end, iv, block, chunk, least, most)                                                               \
    {                                                                                                                  \
        .unit = {.algorithm = name, .slug = end},                                                                      \
        .alg = {.base = {.cra_blocksize = (block), .cra_ctxsize = sizeof(struct cipher_key)},                          \
                .min_keysize = (least),                                                                                \
                .max_keysize = (most),                                                                                 \
                .ivsize = (iv),                                                                                        \
                .chunksize = (chunk),                                                                                  \
                .setkey = setkey,                                                                                      \
                .encrypt = encrypt,                                                                                    \
                .decrypt = decrypt,                                                                                    \
                .init = init_tfm,                                                                                      \
                .exit = exit_tfm},                                                                                     \
    }

static struct cipher ciphers[] = {
    CIPHER("ecb(aes)", "ecb-aes", 0, 16, 16, 16, 32),         CIPHER("cbc(aes)", "cbc-aes", 16, 16, 16, 16, 32),
    CIPHER("ctr(aes)", "ctr-aes", 16, 1, 16, 16, 32),         CIPHER("xts(aes)", "xts-aes", 16, 16, 16, 32, 64),
    CIPHER("ecb(des3_ede)", "ecb-des3-ede", 0, 8, 8, 24, 24), CIPHER("cbc(des3_ede)", "cbc-des3-ede", 8, 8, 8, 24, 24),
    CIPHER("ecb(sm4)", "ecb-sm4", 0, 16, 16, 16, 16),         CIPHER("cbc(sm4)", "cbc-sm4", 16, 16, 16, 16, 16),
    CIPHER("ctr(sm4)", "ctr-sm4", 16, 1, 16, 16, 16),
};

static struct accel_unit *at(unsigned int index)
{
    return index < ARRAY_SIZE(ciphers) ? &ciphers[index].unit : NULL;
}
const struct accel_units accel_ciphers = {at};

int accel_ciphers_register(void)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(ciphers); i++) {
        struct cipher *each = &ciphers[i];

        accel_describe(&each->alg.base, &each->unit);
        if (!crypto_has_skcipher(each->unit.algorithm, 0, CRYPTO_ALG_ASYNC | CRYPTO_ALG_NEED_FALLBACK))
            continue;
        int status = crypto_register_skcipher(&each->alg);

        if (status)
            return status;
        each->unit.registered = true;
    }
    return 0;
}

void accel_ciphers_unregister(void)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(ciphers); i++)
        if (ciphers[i].unit.registered)
            crypto_unregister_skcipher(&ciphers[i].alg);
}
