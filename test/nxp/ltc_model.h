/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator's LTC in this process, as the device of the driver. */
#ifndef OUTBOARD_TEST_NXP_LTC_MODEL_H
#define OUTBOARD_TEST_NXP_LTC_MODEL_H

#include <outboard/device.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ltc_model;

/* A new block; kind is an enum ob_ltc_kind. */
struct ltc_model *ltc_model_open(unsigned kind);
void ltc_model_close(struct ltc_model *m);
void ltc_model_device(struct ltc_model *m, struct ob_device *d);

/* What goes wrong from now on: reads give all ones; input stays where it is; every mode ends with this ERRID1, 0: none.
 */
void ltc_model_fail(struct ltc_model *m, bool silent, bool stuck, unsigned error);

/* Accesses so far that the block refuses. */
unsigned ltc_model_wrongs(const struct ltc_model *m);
bool ltc_model_holds_secrets(const struct ltc_model *m);
/* How often the masks against power analysis were renewed. */
unsigned ltc_model_masks(const struct ltc_model *m);

#ifdef __cplusplus
}
#endif

#endif
