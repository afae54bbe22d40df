// SPDX-License-Identifier: GPL-2.0
/* obaccel, an accelerator to test with: start and end of the module. README.md beside it says what it is for. */
#include "obaccel.h"

#include <linux/module.h>

static void unregister_all(void)
{
    accel_hashes_unregister();
    accel_aeads_unregister();
    accel_ciphers_unregister();
    accel_sm3_unregister();
    accel_sm4_unregister();
}

static int __init start(void)
{
    int status = accel_device_start();

    if (status)
        return status;
    status = accel_sm4_register();
    if (!status)
        status = accel_sm3_register();
    if (!status && accel_offers("cipher"))
        status = accel_ciphers_register();
    if (!status && accel_offers("aead"))
        status = accel_aeads_register();
    if (!status && accel_offers("hash"))
        status = accel_hashes_register();
    if (status) {
        unregister_all();
        accel_device_stop();
    }
    return status;
}

static void __exit end(void)
{
    unregister_all();
    accel_device_stop();
}

module_init(start);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An accelerator to test with: software behind a driver that queues, delays, fails and hangs");
