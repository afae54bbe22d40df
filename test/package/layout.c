/* SPDX-License-Identifier: Apache-2.0 */
/* An application that hands memory of its own to every function that sets such memory up (see layout.sh). */
#include <outboard/engine.h>
#include <outboard/outboard.h>

static const uint8_t key[16];
static const struct ob_key no_key;
static struct ob_dispatcher dispatcher;
static struct ob_engine engine;
static struct ob_session session, copy;
static struct ob_rng rng;

int main(void)
{
    ob_default.timeout_ns = 1000000000u;
    if (ob_start() < 1 || ob_cipher_open(&session, NULL, OB_AES_CTR, key, sizeof key) != OB_OK ||
        ob_session_clone(&copy, &session) != OB_OK)
        return 1;
    ob_session_close(&copy);
    ob_session_close(&session);
    if (ob_session_open_pk(&session, NULL, OB_RSA, 0, &no_key) != OB_E_ARG)
        return 1;
    if (ob_rng_open(&rng, NULL, NULL, 0) != OB_OK)
        return 1;
    ob_rng_close(&rng);
    engine.ops = ob_default.engine[0]->ops;
    return ob_engine_add(&dispatcher, &engine) == OB_OK ? 0 : 1;
}
