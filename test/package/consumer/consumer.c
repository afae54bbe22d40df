/* SPDX-License-Identifier: Apache-2.0 */
/* Uses the installed library as the README shows it: the SHA-256 of "abc" (FIPS 180-4, appendix of examples). */
#include <stdio.h>
#include <string.h>

#include <outboard/outboard.h>

static const uint8_t want[32] = {
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
    0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
};

int main(void)
{
    struct ob_session s;
    uint8_t digest[32];

    if (ob_start() < 1 || ob_hash_open(&s, NULL, OB_SHA256) != OB_OK)
        return 1;
    if (ob_hash_compute(&s, digest, sizeof digest, "abc", 3) != OB_OK)
        return 2;
    ob_session_close(&s);
    ob_stop(NULL);
    if (memcmp(digest, want, sizeof want) != 0)
        return 3;
    puts("outboard " OB_VERSION ": SHA-256 is right");
    return 0;
}
