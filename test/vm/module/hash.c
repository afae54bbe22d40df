// SPDX-License-Identifier: GPL-2.0
/* Hashes and MACs of the test accelerator: each hands its requests to the kernel's software for the same algorithm. */
#include "obaccel.h"

#include <crypto/internal/hash.h>
#include <linux/module.h>
#include <linux/scatterlist.h>

struct hash_key {
    struct crypto_shash *software;
};

enum step { UPDATE, FINAL, FINUP, DIGEST };

struct hash_job {
    struct accel_job job;
    enum step step;
    struct shash_desc desc; /* last: the software's state follows */
};

struct hash {
    struct accel_unit unit;
    struct ahash_alg alg;
    bool keyed;
};

static struct ahash_request *request_of(struct accel_job *job)
{
    return ahash_request_cast(job->request);
}

static int run(struct accel_job *base)
{
    struct hash_job *job = container_of(base, struct hash_job, job);
    struct ahash_request *request = request_of(base);
    struct shash_desc *desc = &job->desc;

    switch (job->step) {
    case UPDATE:
        return shash_ahash_update(request, desc);
    case FINAL:
        return crypto_shash_final(desc, request->result);
    case FINUP:
        return shash_ahash_finup(request, desc);
    default:
        return shash_ahash_digest(request, desc);
    }
}

static struct hash_job *prepare(struct ahash_request *request)
{
    struct hash_key *key = crypto_ahash_ctx(crypto_ahash_reqtfm(request));
    struct hash_job *job = ahash_request_ctx(request);

    job->desc.tfm = key->software;
    return job;
}

static int submit(struct ahash_request *request, enum step step)
{
    struct hash_job *job = prepare(request);
    struct ahash_alg *alg = container_of(crypto_hash_alg_common(crypto_ahash_reqtfm(request)), struct ahash_alg, halg);

    job->step = step;
    job->job.run = run;
    job->job.bytes = step == FINAL ? 0 : request->nbytes;
    job->job.unit = &container_of(alg, struct hash, alg)->unit;
    return accel_submit(&job->job, &request->base);
}

static int init(struct ahash_request *request)
{
    return crypto_shash_init(&prepare(request)->desc);
}

static int update(struct ahash_request *request)
{
    return submit(request, UPDATE);
}

static int final(struct ahash_request *request)
{
    return submit(request, FINAL);
}

static int finup(struct ahash_request *request)
{
    return submit(request, FINUP);
}

static int digest(struct ahash_request *request)
{
    return submit(request, DIGEST);
}

static int export(struct ahash_request *request, void *out)
{
    return crypto_shash_export(&prepare(request)->desc, out);
}

static int import(struct ahash_request *request, const void *in)
{
    return crypto_shash_import(&prepare(request)->desc, in);
}

static int setkey(struct crypto_ahash *tfm, const u8 *bytes, unsigned int length)
{
    struct hash_key *key = crypto_ahash_ctx(tfm);

    return crypto_shash_setkey(key->software, bytes, length);
}

static int init_tfm(struct crypto_ahash *tfm)
{
    struct hash_key *key = crypto_ahash_ctx(tfm);

    key->software = crypto_alloc_shash(crypto_tfm_alg_name(crypto_ahash_tfm(tfm)), 0, CRYPTO_ALG_NEED_FALLBACK);
    if (IS_ERR(key->software))
        return PTR_ERR(key->software);
    crypto_ahash_set_reqsize(tfm, sizeof(struct hash_job) + crypto_shash_descsize(key->software));
    return 0;
}

static void exit_tfm(struct crypto_ahash *tfm)
{
    struct hash_key *key = crypto_ahash_ctx(tfm);

    crypto_free_shash(key->software);
}

#define HASH(name, end, with_key)                                                                                      \
    {                                                                                                                  \
        .unit = {.algorithm = name, .slug = end}, .keyed = (with_key),                                                 \
    }

static struct hash hashes[] = {
    HASH("md5", "md5", false),
    HASH("sha1", "sha1", false),
    HASH("sha224", "sha224", false),
    HASH("sha256", "sha256", false),
    HASH("sha384", "sha384", false),
    HASH("sha512", "sha512", false),
    HASH("sm3", "sm3", false),
    HASH("hmac(md5)", "hmac-md5", true),
    HASH("hmac(sha1)", "hmac-sha1", true),
    HASH("hmac(sha224)", "hmac-sha224", true),
    HASH("hmac(sha256)", "hmac-sha256", true),
    HASH("hmac(sha384)", "hmac-sha384", true),
    HASH("hmac(sha512)", "hmac-sha512", true),
    HASH("hmac(sm3)", "hmac-sm3", true),
    HASH("cmac(aes)", "cmac-aes", true),
};

static struct accel_unit *at(unsigned int index)
{
    return index < ARRAY_SIZE(hashes) ? &hashes[index].unit : NULL;
}
const struct accel_units accel_hashes = {at};

/* The sizes are those of the software that does the work. */
static int describe(struct hash *each)
{
    struct crypto_shash *software = crypto_alloc_shash(each->unit.algorithm, 0, CRYPTO_ALG_NEED_FALLBACK);
    struct ahash_alg *alg = &each->alg;

    if (IS_ERR(software))
        return PTR_ERR(software);
    alg->halg.digestsize = crypto_shash_digestsize(software);
    alg->halg.statesize = crypto_shash_statesize(software);
    alg->halg.base.cra_blocksize = crypto_shash_blocksize(software);
    alg->halg.base.cra_ctxsize = sizeof(struct hash_key);
    crypto_free_shash(software);
    alg->init = init;
    alg->update = update;
    alg->final = final;
    alg->finup = finup;
    alg->digest = digest;
    alg->export = export;
    alg->import = import;
    alg->init_tfm = init_tfm;
    alg->exit_tfm = exit_tfm;
    if (each->keyed)
        alg->setkey = setkey;
    return 0;
}

int accel_hashes_register(void)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(hashes); i++) {
        struct hash *each = &hashes[i];
        int status;

        accel_describe(&each->alg.halg.base, &each->unit);
        if (describe(each))
            continue;
        status = crypto_register_ahash(&each->alg);
        if (status)
            return status;
        each->unit.registered = true;
    }
    return 0;
}

void accel_hashes_unregister(void)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(hashes); i++)
        if (hashes[i].unit.registered)
            crypto_unregister_ahash(&hashes[i].alg);
}
