/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that the benchmark times. Ciphers encrypt; GCM has a 12-byte IV and a 16-byte tag, CCM a 12-byte nonce and
 * a 16-byte tag, neither has additional data. The published figures are those of Nuclei's README for Mbed TLS 3.3 with
 * its HASH and CRYP engine: N300 core at 30 MHz, 1024 bytes. */
#include "jobs.h"

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>
#include <outboard/outboard.h>
#include <string.h>

static uint8_t iv[16], tag[64];

static const uint8_t keys[2][32] = {"the key that is used for figures", "another key, used in between it."};

static int open_nothing(const struct job *job)
{
    (void)job;
    return 0;
}

static void close_nothing(const struct job *job)
{
    (void)job;
}

/* ---- hashes ---- */

static int run_hash(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    (void)key;
    switch (job->id) {
    case OB_MD5:
        return mbedtls_md5(buffers->in, len, tag);
    case OB_SHA1:
        return mbedtls_sha1(buffers->in, len, tag);
    case OB_SHA256:
        return mbedtls_sha256(buffers->in, len, tag, 0);
    default:
        return mbedtls_sha512(buffers->in, len, tag, 0);
    }
}

/* ---- ciphers ---- */

static union {
    mbedtls_aes_context aes;
    mbedtls_des_context des;
    mbedtls_des3_context des3;
    mbedtls_gcm_context gcm;
    mbedtls_ccm_context ccm;
} context[2];

static int open_aes(const struct job *job)
{
    int status = 0;

    for (unsigned k = 0; k < 2 && status == 0; k++) {
        mbedtls_aes_init(&context[k].aes);
        status = mbedtls_aes_setkey_enc(&context[k].aes, keys[k], job->bits);
    }
    return status;
}

static int run_aes(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    (void)job;
    return mbedtls_aes_crypt_cbc(&context[key].aes, MBEDTLS_AES_ENCRYPT, len, iv, buffers->in, buffers->out);
}

static void close_aes(const struct job *job)
{
    (void)job;
    mbedtls_aes_free(&context[0].aes);
    mbedtls_aes_free(&context[1].aes);
}

static int open_des(const struct job *job)
{
    int status = 0;

    for (unsigned k = 0; k < 2 && status == 0; k++) {
        if (job->id == OB_DES_CBC) {
            mbedtls_des_init(&context[k].des);
            status = mbedtls_des_setkey_enc(&context[k].des, keys[k]);
        } else {
            mbedtls_des3_init(&context[k].des3);
            status = mbedtls_des3_set3key_enc(&context[k].des3, keys[k]);
        }
    }
    return status;
}

static int run_des(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    if (job->id == OB_DES_CBC)
        return mbedtls_des_crypt_cbc(&context[key].des, MBEDTLS_DES_ENCRYPT, len, iv, buffers->in, buffers->out);
    return mbedtls_des3_crypt_cbc(&context[key].des3, MBEDTLS_DES_ENCRYPT, len, iv, buffers->in, buffers->out);
}

static void close_des(const struct job *job)
{
    for (unsigned k = 0; k < 2; k++) {
        if (job->id == OB_DES_CBC)
            mbedtls_des_free(&context[k].des);
        else
            mbedtls_des3_free(&context[k].des3);
    }
}

static int open_gcm(const struct job *job)
{
    int status = 0;

    for (unsigned k = 0; k < 2 && status == 0; k++) {
        mbedtls_gcm_init(&context[k].gcm);
        status = mbedtls_gcm_setkey(&context[k].gcm, MBEDTLS_CIPHER_ID_AES, keys[k], job->bits);
    }
    return status;
}

static int run_gcm(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    (void)job;
    return mbedtls_gcm_crypt_and_tag(&context[key].gcm, MBEDTLS_GCM_ENCRYPT, len, iv, 12, NULL, 0, buffers->in,
                                     buffers->out, 16, tag);
}

static void close_gcm(const struct job *job)
{
    (void)job;
    mbedtls_gcm_free(&context[0].gcm);
    mbedtls_gcm_free(&context[1].gcm);
}

static int open_ccm(const struct job *job)
{
    int status = 0;

    for (unsigned k = 0; k < 2 && status == 0; k++) {
        mbedtls_ccm_init(&context[k].ccm);
        status = mbedtls_ccm_setkey(&context[k].ccm, MBEDTLS_CIPHER_ID_AES, keys[k], job->bits);
    }
    return status;
}

static int run_ccm(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    (void)job;
    return mbedtls_ccm_encrypt_and_tag(&context[key].ccm, len, iv, 12, NULL, 0, buffers->in, buffers->out, tag, 16);
}

static void close_ccm(const struct job *job)
{
    (void)job;
    mbedtls_ccm_free(&context[0].ccm);
    mbedtls_ccm_free(&context[1].ccm);
}

/* ---- what Mbed TLS lacks ---- */

static struct ob_session session[2];

static int open_session(const struct job *job)
{
    int status = OB_OK;

    for (unsigned k = 0; k < 2 && status == OB_OK; k++)
        status = ob_session_open(&session[k], NULL, (uint8_t)job->id, keys[k], job->bits / 8);
    return status;
}

static int run_ob_hash(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    return ob_hash_compute(&session[key], tag, ob_alg_tag((uint8_t)job->id), buffers->in, len);
}

static int run_ob_cipher(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    (void)job;
    return ob_cipher_crypt(&session[key], OB_DIR_ENCRYPT, buffers->out, len, iv, 16, buffers->in, len);
}

static int run_ob_aead(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key)
{
    (void)job;
    return ob_aead_encrypt(&session[key], buffers->out, len, tag, 16, iv, 12, NULL, 0, buffers->in, len);
}

static void close_session(const struct job *job)
{
    (void)job;
    ob_session_close(&session[0]);
    ob_session_close(&session[1]);
}

#define HASH(name, alg, software, cpu, dma)                                                                            \
    {                                                                                                                  \
        name, alg, 0, 0, {software, cpu, dma}, open_nothing, run_hash, close_nothing                                   \
    }
#define JOB(name, alg, bits, software, cpu, dma, kind)                                                                 \
    {                                                                                                                  \
        name, alg, bits, 0, {software, cpu, dma}, open_##kind, run_##kind, close_##kind                                \
    }
#define OWN(name, alg, bits, software, cpu, dma, run)                                                                  \
    {                                                                                                                  \
        name, alg, bits, 1, {software, cpu, dma}, open_session, run, close_session                                     \
    }

/* clang-format off */
const struct job jobs[] = {
    HASH("MD5", OB_MD5, 2109, 2778, 14562),
    HASH("SHA-1", OB_SHA1, 1283, 2094, 13464),
    HASH("SHA-256", OB_SHA256, 575, 1988, 13145),
    HASH("SHA-512", OB_SHA512, 275, 2117, 10920),
    OWN("SHA-512/256", OB_SHA512_256, 0, 0, 0, 0, run_ob_hash),
    OWN("SM3", OB_SM3, 0, 389, 1997, 13315, run_ob_hash),
    JOB("3DES", OB_DES3_CBC, 192, 109, 1775, 4058, des),
    JOB("DES", OB_DES_CBC, 64, 267, 2320, 9832, des),
    JOB("AES-CBC-128", OB_AES_CBC, 128, 406, 1873, 13818, aes),
    JOB("AES-CBC-192", OB_AES_CBC, 192, 361, 1873, 14690, aes),
    JOB("AES-CBC-256", OB_AES_CBC, 256, 325, 1873, 14031, aes),
    JOB("AES-GCM-128", OB_AES_GCM, 128, 201, 2307, 11385, gcm),
    JOB("AES-GCM-192", OB_AES_GCM, 192, 189, 2308, 11198, gcm),
    JOB("AES-GCM-256", OB_AES_GCM, 256, 179, 2307, 11160, gcm),
    JOB("AES-CCM-128", OB_AES_CCM, 128, 189, 2315, 9104, ccm),
    JOB("AES-CCM-192", OB_AES_CCM, 192, 169, 2145, 8441, ccm),
    JOB("AES-CCM-256", OB_AES_CCM, 256, 153, 2145, 7886, ccm),
    OWN("SM4-CBC", OB_SM4_CBC, 128, 0, 0, 0, run_ob_cipher),
    OWN("SM4-GCM", OB_SM4_GCM, 128, 0, 0, 0, run_ob_aead),
};
/* clang-format on */

const unsigned jobs_count = sizeof jobs / sizeof *jobs;

_Static_assert(sizeof jobs / sizeof *jobs <= JOBS_MAX, "more jobs than the benchmark has room for");
