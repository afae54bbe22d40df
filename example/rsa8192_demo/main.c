/* SPDX-License-Identifier: Apache-2.0 */
/* RSA with 8192 bits on the public-key block: the key is checked, a text encrypted and decrypted, signed and verified.
 */
#include <outboard/board.h>
#include <outboard/key.h>
#include <outboard/outboard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "example/not_random.h"
#include "example/rsa8192_demo/key.h"

#define BYTES 1024 /* of the modulus */

static const uint8_t text[] = "Twenty-four bytes, RSA 8";
#define TEXT_LEN (sizeof text - 1)

static struct ob_session session;
static uint8_t sealed[BYTES], opened[BYTES], digest[32];
static uint64_t begun, idle;

/* ---- what is printed ---- */

static void begin(const char *what)
{
    printf("%-30s", what);
    begun = ob_board_cycles();
    idle = ob_board_idle_cycles();
}

/* One line; exits if something is wrong. */
static void end(int status, int wanted)
{
    uint64_t cycles = ob_board_cycles() - begun, slept = ob_board_idle_cycles() - idle;

    if (status != wanted) {
        printf("error %d\n", status);
        exit(EXIT_FAILURE);
    }
    if (ob_board_is_exact())
        printf("%10lu cycles, of which the CPU slept %lu\n", (unsigned long)cycles, (unsigned long)slept);
    else
        printf("done\n");
}

static void must(int status)
{
    if (status != OB_OK) {
        printf("error %d\n", status);
        exit(EXIT_FAILURE);
    }
}

static void same(const uint8_t *a, const uint8_t *b, size_t len)
{
    if (memcmp(a, b, len) != 0) {
        printf("another text\n");
        exit(EXIT_FAILURE);
    }
}

/* ---- the demonstration ---- */

static void check(const struct ob_key *key)
{
    begin("self-test of the engine");
    end(ob_selftest(ob_engine_find(NULL, "acryp"), 0), OB_OK);
    begin("key check");
    end(ob_pk_check(&session, NULL, key), OB_OK);
}

static void crypt_text(const struct ob_key *key, const struct ob_key *public_half)
{
    size_t len;

    must(ob_pk_open(&session, NULL, OB_RSA_PKCS1_CRYPT, 0, public_half));
    begin("PKCS#1 v1.5 encryption");
    end(ob_pk_encrypt(&session, sealed, sizeof sealed, &len, NULL, 0, text, TEXT_LEN), OB_OK);
    ob_session_close(&session);
    must(ob_pk_open(&session, NULL, OB_RSA_PKCS1_CRYPT, 0, key));
    begin("PKCS#1 v1.5 decryption");
    end(ob_pk_decrypt(&session, opened, sizeof opened, &len, NULL, 0, sealed, BYTES), OB_OK);
    ob_session_close(&session);
    same(opened, text, TEXT_LEN);
}

static void sign_text(const struct ob_key *key, const struct ob_key *public_half)
{
    size_t len;

    must(ob_hash_open(&session, NULL, OB_SHA256));
    must(ob_hash_compute(&session, digest, 32, text, TEXT_LEN));
    ob_session_close(&session);
    must(ob_pk_open(&session, NULL, OB_RSA_PKCS1_SIGN, OB_SHA256, key));
    begin("PKCS#1 v1.5 signature");
    end(ob_pk_sign(&session, sealed, sizeof sealed, &len, digest, 32), OB_OK);
    ob_session_close(&session);
    must(ob_pk_open(&session, NULL, OB_RSA_PKCS1_SIGN, OB_SHA256, public_half));
    begin("verification");
    end(ob_pk_verify(&session, sealed, BYTES, digest, 32), OB_OK);
    digest[0] ^= 1;
    begin("of another text: refused");
    end(ob_pk_verify(&session, sealed, BYTES, digest, 32), OB_E_AUTH);
    ob_session_close(&session);
}

/* What a run without --long shows: the operations with the public key, a few million cycles. */
static void public_only(const struct ob_key *public_half)
{
    size_t len;

    must(ob_pk_open(&session, NULL, OB_RSA, 0, public_half));
    memcpy(opened + BYTES - TEXT_LEN, text, TEXT_LEN);
    begin("public operation, self-test");
    end(ob_pk_encrypt(&session, sealed, sizeof sealed, &len, NULL, 0, opened, BYTES), OB_OK);
    begin("public operation");
    end(ob_pk_encrypt(&session, sealed, sizeof sealed, &len, NULL, 0, opened, BYTES), OB_OK);
    for (unsigned i = 0; i < 32; i++)
        printf("%02x", sealed[i]);
    printf("...\n");
    begin("of the modulus: refused");
    end(ob_pk_encrypt(&session, sealed, sizeof sealed, &len, NULL, 0, public_half->n.data, BYTES), OB_E_ARG);
    ob_session_close(&session);
    printf("Start it with --long for the private key's operations.\n");
}

int main(void)
{
    struct ob_key key, public_half;

    if (ob_board_start(OB_BOARD_CPU) != OB_OK || ob_board_start_keys(OB_BOARD_RSA) != OB_OK) {
        printf("the board has no block for public keys\n");
        return EXIT_FAILURE;
    }
    ob_default.random = not_random;
    ob_default.timeout_ns = 60000000000u;
    must(ob_key_from_der(&key, key_der, sizeof key_der));
    if (key.n.len && key.n.data[0] == 0) { /* DER's sign byte */
        key.n.data++;
        key.n.len--;
    }
    public_half = (struct ob_key){.kind = OB_KEY_RSA_PUBLIC, .n = key.n, .e = key.e};
    printf("RSA with %u bits on %s\n", (unsigned)(8 * key.n.len), ob_board_name());
    if (ob_board_is_slow()) {
        public_only(&public_half);
        return EXIT_SUCCESS;
    }
    check(&key);
    crypt_text(&key, &public_half);
    sign_text(&key, &public_half);
    printf("all right\n");
    return EXIT_SUCCESS;
}
