/* SPDX-License-Identifier: Apache-2.0 */
/* The table of engines of the programs under the binding, in place of the build's. */
#include <outboard/dispatch.h>

extern struct ob_engine ob_engine_soft;

struct ob_engine *const ob_linked_engines[] = {&ob_engine_soft, NULL};
