/* SPDX-License-Identifier: Apache-2.0 */
/* A key for this example: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256. A product keeps its own in
 * flash that nobody reads out, or in a key slot. */
#ifndef OB_EXAMPLE_PEM_KEY_H
#define OB_EXAMPLE_PEM_KEY_H

static const char pem[] = "-----BEGIN PRIVATE KEY-----\n"
                          "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrVgXyW4m2dUUFPCI\n"
                          "++C6PB4hBHmhVot/rAhhTpRpqpOhRANCAAQJxq1wSLZ9dJcVsNtIjIsX8U/RO1yY\n"
                          "kVx66mvl4h/mj+A2QLav/HbSvsw7H17Jbahtuc81YdeCi6XaJCzwqo2X\n"
                          "-----END PRIVATE KEY-----\n";

#endif
