/* SPDX-License-Identifier: Apache-2.0 */
/* OpenSSL's part of outboard doctor in a build without libcrypto: it is not examined. */
#include "cli/doctor/doctor.h"

void doctor_openssl(struct doctor *d)
{
    d->slow = 1;
    doctor_heading(d, "OpenSSL");
    doctor_say(d, DOCTOR_NOTE, NULL, "this build of outboard has no libcrypto, which reads OpenSSL's configuration");
}
