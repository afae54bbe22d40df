/* SPDX-License-Identifier: Apache-2.0 */
/* Everything an application needs: include this one. */
#ifndef OUTBOARD_OUTBOARD_H
#define OUTBOARD_OUTBOARD_H

#include "aead.h"
#include "cipher.h"
#include "hash.h"
#include "key.h"
#include "mac.h"
#include "pk.h"
#include "rng.h"
#include "secret.h"
#include "slot.h"

#define OB_VERSION        "0.1.0"
#define OB_VERSION_NUMBER 0x000100 /* major, minor, patch, one byte each */

#endif
