/* SPDX-License-Identifier: Apache-2.0 */
/* Public keys through Mbed TLS: RSA with the public and with the private key, ECDSA on 11 curves, ECDH on 13, by the
 * board's block and by the library's own code. Each figure is one call, a handshake of ECDH two: a new key and the
 * shared secret. RSA with the public key is three figures on the block: without R^2, making it, and with it. What the
 * block says is checked: a signature verifies and another digest's does not, RSA takes back what it has made, both
 * sides of ECDH have one secret. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/memory_buffer_alloc.h>
#include <mbedtls/pk.h>
#include <mbedtls/rsa.h>

#include <outboard/board.h>
#include <outboard/mbedtls.h>
#include <outboard/outboard.h>

#include "example/benchmark_keys/keys.h"
#include "example/not_random.h"

enum kind { RSA, ECDSA, ECDH };

/* In the order of what the library's own code takes, so that a long run that is stopped has the most figures. */
static const struct job {
    enum kind kind;
    const char *name; /* of the curve */
    int id;           /* RSA: bits of the key; else the curve's number in the library */
    bool is_short;    /* by the library in every run */
} jobs[] = {
    {RSA, "", 2048, true},
    {ECDH, "x25519", MBEDTLS_ECP_DP_CURVE25519, false},
    {ECDSA, "secp192r1", MBEDTLS_ECP_DP_SECP192R1, false},
    {ECDH, "secp192r1", MBEDTLS_ECP_DP_SECP192R1, false},
    {ECDSA, "secp256r1", MBEDTLS_ECP_DP_SECP256R1, false},
    {ECDH, "secp256r1", MBEDTLS_ECP_DP_SECP256R1, false},
    {ECDSA, "secp224r1", MBEDTLS_ECP_DP_SECP224R1, false},
    {ECDH, "secp224r1", MBEDTLS_ECP_DP_SECP224R1, false},
    {ECDSA, "secp384r1", MBEDTLS_ECP_DP_SECP384R1, false},
    {ECDH, "secp384r1", MBEDTLS_ECP_DP_SECP384R1, false},
    {ECDSA, "secp256k1", MBEDTLS_ECP_DP_SECP256K1, false},
    {ECDH, "secp256k1", MBEDTLS_ECP_DP_SECP256K1, false},
    {ECDSA, "secp521r1", MBEDTLS_ECP_DP_SECP521R1, false},
    {ECDH, "secp521r1", MBEDTLS_ECP_DP_SECP521R1, false},
    {ECDH, "x448", MBEDTLS_ECP_DP_CURVE448, false},
    {ECDSA, "secp192k1", MBEDTLS_ECP_DP_SECP192K1, false},
    {ECDH, "secp192k1", MBEDTLS_ECP_DP_SECP192K1, false},
    {ECDSA, "secp224k1", MBEDTLS_ECP_DP_SECP224K1, false},
    {ECDH, "secp224k1", MBEDTLS_ECP_DP_SECP224K1, false},
    {ECDSA, "brainpoolP256r1", MBEDTLS_ECP_DP_BP256R1, false},
    {ECDH, "brainpoolP256r1", MBEDTLS_ECP_DP_BP256R1, false},
    {RSA, "", 4096, false},
    {ECDSA, "brainpoolP384r1", MBEDTLS_ECP_DP_BP384R1, false},
    {ECDH, "brainpoolP384r1", MBEDTLS_ECP_DP_BP384R1, false},
    {ECDSA, "brainpoolP512r1", MBEDTLS_ECP_DP_BP512R1, false},
    {ECDH, "brainpoolP512r1", MBEDTLS_ECP_DP_BP512R1, false},
};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

static const uint8_t digest[32] = "SHA-256 of something, 32 bytes.";

/* ---- time ---- */

static bool by_block;
static uint64_t begun, idle;

static void begin(void)
{
    ob_mbedtls_counts_reset();
    idle = ob_board_idle_cycles();
    begun = ob_board_cycles();
}

/* Whether the calls since begin were the block's, all of them, or none where the library is to be timed. */
static bool served(void)
{
    static struct ob_mbedtls_count list[128];
    size_t n = ob_mbedtls_counts(list, 128);
    uint32_t engine = 0, other = 0;

    for (size_t i = 0; i < n && i < 128; i++) {
        engine += list[i].engine;
        other += list[i].fallback + list[i].refused;
    }
    return by_block ? engine > 0 && other == 0 : engine == 0;
}

/* One line. Returns ret, or 1 if others than expected served the calls. */
static int end(const struct job *job, const char *operation, int bits, int ret)
{
    static const char *const algorithms[] = {"rsa", "ecdsa-", "ecdh-"};
    uint32_t cycles = (uint32_t)(ob_board_cycles() - begun), slept = (uint32_t)(ob_board_idle_cycles() - idle);

    if (ret == 0 && !served())
        ret = 1;
    printf("%s%s %s %d %s: ", algorithms[job->kind], job->name, operation, bits, by_block ? "block" : "library");
    if (ret)
        printf("error %d\n", ret);
    else
        printf("%" PRIu32 " (%" PRIu32 ")\n", cycles, slept);
    return ret;
}

/* ---- jobs ---- */

static int run_rsa(const struct job *job)
{
    static const char *const publics[] = {"public", "public-second", "public-kept"};
    static uint8_t in[512], out[512], back[512];
    mbedtls_pk_context key;
    mbedtls_rsa_context *rsa;
    size_t len = (size_t)job->id / 8;
    int ret;

    mbedtls_pk_init(&key);
    ret = job->id == 2048 ? mbedtls_pk_parse_key(&key, rsa_2048, sizeof rsa_2048, NULL, 0, not_random, NULL)
                          : mbedtls_pk_parse_key(&key, rsa_4096, sizeof rsa_4096, NULL, 0, not_random, NULL);
    if (ret)
        return ret;
    rsa = mbedtls_pk_rsa(key);
    for (size_t i = 1; i < len; i++)
        in[i] = (uint8_t)(i * 37 + 11);
    if (!by_block) /* once for the constants that the library keeps with the key */
        ret = mbedtls_rsa_public(rsa, in, out);
    for (unsigned i = 0; i < (by_block ? 3 : 1); i++) {
        begin();
        if (ret == 0)
            ret = mbedtls_rsa_public(rsa, in, out);
        ret = end(job, publics[i], job->id, ret);
    }
    if (ret == 0 && (by_block || !ob_board_is_slow())) {
        begin();
        ret = mbedtls_rsa_private(rsa, not_random, NULL, out, back);
        ret = end(job, "private", job->id, ret);
        if (ret == 0 && memcmp(in, back, len) != 0)
            ret = 1;
    }
    mbedtls_pk_free(&key);
    return ret;
}

/* A key of somebody: a random one on the block; to save the library the time, 2 and twice the base point, and for the
 * ladders the base point. */
static int make_key(mbedtls_ecp_group *group, mbedtls_mpi *d, mbedtls_ecp_point *q)
{
    mbedtls_mpi one;
    int ret;

    if (by_block)
        return mbedtls_ecp_gen_keypair(group, d, q, not_random, NULL);
    if (mbedtls_ecp_get_type(group) == MBEDTLS_ECP_TYPE_MONTGOMERY)
        return mbedtls_ecp_copy(q, &group->G);
    mbedtls_mpi_init(&one);
    ret = mbedtls_mpi_lset(&one, 1);
    if (ret == 0)
        ret = mbedtls_mpi_lset(d, 2);
    if (ret == 0)
        ret = mbedtls_ecp_muladd(group, q, &one, &group->G, &one, &group->G);
    mbedtls_mpi_free(&one);
    return ret;
}

static int run_ecdsa(const struct job *job)
{
    uint8_t signature[MBEDTLS_ECDSA_MAX_LEN];
    mbedtls_ecdsa_context key;
    size_t len;
    int ret, bits;

    mbedtls_ecdsa_init(&key);
    ret = mbedtls_ecp_group_load(&key.private_grp, (mbedtls_ecp_group_id)job->id);
    if (ret == 0)
        ret = make_key(&key.private_grp, &key.private_d, &key.private_Q);
    bits = (int)key.private_grp.pbits;
    begin();
    if (ret == 0)
        ret = mbedtls_ecdsa_write_signature(&key, MBEDTLS_MD_SHA256, digest, sizeof digest, signature, sizeof signature,
                                            &len, not_random, NULL);
    ret = end(job, "sign", bits, ret);
    if (ret == 0) {
        begin();
        ret = mbedtls_ecdsa_read_signature(&key, digest, sizeof digest, signature, len);
        ret = end(job, "verify", bits, ret);
    }
    if (ret == 0 && by_block) {
        signature[len - 1] ^= 1;
        if (mbedtls_ecdsa_read_signature(&key, digest, sizeof digest, signature, len) != MBEDTLS_ERR_ECP_VERIFY_FAILED)
            ret = 1;
    }
    mbedtls_ecdsa_free(&key);
    return ret;
}

static int run_ecdh(const struct job *job)
{
    mbedtls_ecp_group group;
    mbedtls_ecp_point ours, theirs;
    mbedtls_mpi d, other_d, z, other_z;
    int ret;

    mbedtls_ecp_group_init(&group);
    mbedtls_ecp_point_init(&ours);
    mbedtls_ecp_point_init(&theirs);
    mbedtls_mpi_init(&d);
    mbedtls_mpi_init(&other_d);
    mbedtls_mpi_init(&z);
    mbedtls_mpi_init(&other_z);
    ret = mbedtls_ecp_group_load(&group, (mbedtls_ecp_group_id)job->id);
    if (ret == 0)
        ret = make_key(&group, &other_d, &theirs);
    begin();
    if (ret == 0)
        ret = mbedtls_ecdh_gen_public(&group, &d, &ours, not_random, NULL);
    if (ret == 0)
        ret = mbedtls_ecdh_compute_shared(&group, &z, &theirs, &d, not_random, NULL);
    ret = end(job, "handshake", (int)group.pbits, ret);
    if (ret == 0 && by_block &&
        (mbedtls_ecdh_compute_shared(&group, &other_z, &ours, &other_d, not_random, NULL) != 0 ||
         mbedtls_mpi_cmp_mpi(&z, &other_z) != 0))
        ret = 1;
    mbedtls_ecp_group_free(&group);
    mbedtls_ecp_point_free(&ours);
    mbedtls_ecp_point_free(&theirs);
    mbedtls_mpi_free(&d);
    mbedtls_mpi_free(&other_d);
    mbedtls_mpi_free(&z);
    mbedtls_mpi_free(&other_z);
    return ret;
}

static unsigned run_all(void)
{
    static int (*const run[])(const struct job *job) = {run_rsa, run_ecdsa, run_ecdh};
    unsigned failed = 0;

    for (unsigned i = 0; i < JOBS; i++)
        if ((by_block || jobs[i].is_short || !ob_board_is_slow()) && run[jobs[i].kind](&jobs[i]) != 0) {
            printf("error: an answer above is wrong\n");
            failed++;
        }
    return failed;
}

static bool start(void)
{
    return ob_board_start(OB_BOARD_CPU) == OB_OK || ob_board_start(OB_BOARD_SOFTWARE) == OB_OK;
}

int main(void)
{
    unsigned failed = 0;
    size_t room;
    uint8_t *memory = ob_board_memory(&room);

    mbedtls_memory_buffer_alloc_init(memory, room);
    if (!start() || ob_mbedtls_start() != OB_OK) {
        printf("Outboard does not start: no engine, or calls do not arrive\n");
        return EXIT_FAILURE;
    }
    ob_default.random = not_random;
    printf("public keys through Mbed TLS on %s: cycles (of these, free for other work)\n", ob_board_name());
    if (ob_board_is_slow()) {
        if (ob_board_start_keys(OB_BOARD_ALL_KEYS) != OB_OK) {
            printf("the board has no block for public keys\n");
            return EXIT_FAILURE;
        }
        if (ob_selftest(ob_engine_find(NULL, "acryp"), 0) != OB_OK) {
            printf("the block's self-test fails\n");
            return EXIT_FAILURE;
        }
        by_block = true;
        failed = run_all();
        by_block = false;
        ob_mbedtls_forget();
        ob_stop(NULL); /* and go on without the block */
        failed += !start();
    }
    failed += run_all();
    printf("%s\n", failed ? "FAILED" : "all right");
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
