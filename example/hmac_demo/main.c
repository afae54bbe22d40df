/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC (RFC 2104) over every digest: keys shorter and longer than a block, messages whole, in parts, and begun anew. */
#include <mbedtls/md.h>
#include <outboard/board.h>
#include <outboard/outboard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_KEY   20  /* bytes: shorter than any block */
#define LONG_KEY    150 /* longer than any block: it is hashed first */
#define MESSAGE_LEN 300
#define PARTS       4

static const size_t parts[PARTS] = {1, 63, 136, 100}; /* within, up to and over the end of a block */

/* In the library, or, where type is MBEDTLS_MD_NONE, in Outboard alone. */
static const struct digest {
    const char *name;
    mbedtls_md_type_t type;
    uint8_t alg;
} digests[] = {
    {"md5", MBEDTLS_MD_MD5, OB_HMAC_MD5},
    {"sha1", MBEDTLS_MD_SHA1, OB_HMAC_SHA1},
    {"sha224", MBEDTLS_MD_SHA224, OB_HMAC_SHA224},
    {"sha256", MBEDTLS_MD_SHA256, OB_HMAC_SHA256},
    {"sha384", MBEDTLS_MD_SHA384, OB_HMAC_SHA384},
    {"sha512", MBEDTLS_MD_SHA512, OB_HMAC_SHA512},
    {"sha512-224", MBEDTLS_MD_NONE, OB_HMAC_SHA512_224},
    {"sha512-256", MBEDTLS_MD_NONE, OB_HMAC_SHA512_256},
    {"sm3", MBEDTLS_MD_NONE, OB_HMAC_SM3},
};

/* The three ways to the same MAC. */
struct macs {
    uint8_t whole[64], in_parts[64], anew[64];
    int status; /* 0, or what the first failing call returned */
};

static void note(struct macs *macs, int status)
{
    if (macs->status == 0)
        macs->status = status;
}

static void with_library(const struct digest *digest, const uint8_t *key, size_t key_len, const uint8_t *message,
                         struct macs *macs)
{
    const mbedtls_md_info_t *info = mbedtls_md_info_from_type(digest->type);
    mbedtls_md_context_t context;
    size_t done = 0;

    note(macs, mbedtls_md_hmac(info, key, key_len, message, MESSAGE_LEN, macs->whole));

    mbedtls_md_init(&context);
    note(macs, mbedtls_md_setup(&context, info, 1));
    note(macs, mbedtls_md_hmac_starts(&context, key, key_len));
    for (size_t i = 0; i < PARTS; done += parts[i++])
        note(macs, mbedtls_md_hmac_update(&context, message + done, parts[i]));
    note(macs, mbedtls_md_hmac_finish(&context, macs->in_parts));

    /* The key stays; a message that was begun is dropped. */
    note(macs, mbedtls_md_hmac_reset(&context));
    note(macs, mbedtls_md_hmac_update(&context, message, MESSAGE_LEN / 2));
    note(macs, mbedtls_md_hmac_reset(&context));
    note(macs, mbedtls_md_hmac_update(&context, message, MESSAGE_LEN));
    note(macs, mbedtls_md_hmac_finish(&context, macs->anew));
    mbedtls_md_free(&context);
}

static void with_outboard(const struct digest *digest, const uint8_t *key, size_t key_len, const uint8_t *message,
                          struct macs *macs)
{
    static struct ob_session session;
    size_t tag_len = ob_alg_tag(digest->alg), done = 0;

    note(macs, ob_mac_open(&session, NULL, digest->alg, key, key_len));
    note(macs, ob_mac_compute(&session, macs->whole, tag_len, message, MESSAGE_LEN));
    for (size_t i = 0; i < PARTS; done += parts[i++])
        note(macs, ob_mac_update(&session, message + done, parts[i]));
    note(macs, ob_mac_final(&session, macs->in_parts, tag_len));
    note(macs, ob_mac_update(&session, message, MESSAGE_LEN / 2));
    note(macs, ob_session_reset(&session));
    note(macs, ob_mac_update(&session, message, MESSAGE_LEN));
    note(macs, ob_mac_final(&session, macs->anew, tag_len));
    ob_session_close(&session);
}

/* One line of the output; 1 if something is wrong. */
static int demo(const struct digest *digest, const uint8_t *key, size_t key_len, const uint8_t *message)
{
    size_t tag_len = ob_alg_tag(digest->alg);
    struct macs macs;

    memset(&macs, 0, sizeof macs);
    if (digest->type != MBEDTLS_MD_NONE)
        with_library(digest, key, key_len, message, &macs);
    else
        with_outboard(digest, key, key_len, message, &macs);
    printf("hmac-%s, key of %u bytes\n    ", digest->name, (unsigned)key_len);
    for (size_t i = 0; i < tag_len; i++)
        printf("%02x", macs.whole[i]);
    if (macs.status != 0) {
        printf("\n    error %d\n", macs.status);
        return 1;
    }
    if (memcmp(macs.whole, macs.in_parts, tag_len) != 0 || memcmp(macs.whole, macs.anew, tag_len) != 0) {
        printf("\n    in parts or begun anew: another result\n");
        return 1;
    }
    printf("\n    in parts: the same; begun anew: the same\n");
    return 0;
}

int main(void)
{
    size_t room;
    uint8_t *message = ob_board_memory(&room), *key = message + MESSAGE_LEN;
    int wrong = 0;

    if (ob_board_start(OB_BOARD_DMA) != OB_OK && ob_board_start(OB_BOARD_CPU) != OB_OK &&
        ob_board_start(OB_BOARD_SOFTWARE) != OB_OK) {
        printf("no engine starts\n");
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < MESSAGE_LEN; i++)
        message[i] = (uint8_t)(i * 7);
    for (size_t i = 0; i < LONG_KEY; i++)
        key[i] = (uint8_t)(i + 1);
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
        wrong += demo(&digests[i], key, SHORT_KEY, message);
        wrong += demo(&digests[i], key, LONG_KEY, message);
    }
    printf("%d wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
