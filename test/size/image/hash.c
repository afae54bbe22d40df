/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps every call of the hash class in the image, beside start, self-test and close. */
#include <outboard/outboard.h>

typedef void (*call)(void);

const volatile call kept[] = {
    (call)ob_hash_open, (call)ob_hash_update, (call)ob_hash_final, (call)ob_hash_compute, (call)ob_session_close,
};

int main(void)
{
    kept[ob_start()]();
    return 0;
}
