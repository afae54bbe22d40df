/* SPDX-License-Identifier: Apache-2.0 */
/* The engines of the program that tests what ./run new-engine writes: in place of the build's own table. */
#include <outboard/dispatch.h>

extern struct ob_engine ob_engine_soft, ob_engine_template;

struct ob_engine *const ob_linked_engines[] = {&ob_engine_soft, &ob_engine_template, NULL};
