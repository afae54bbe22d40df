/* SPDX-License-Identifier: Apache-2.0 */
/* A table of engines that have none of the algorithms of TLS. */
#include <outboard/dispatch.h>

extern struct ob_engine ob_engine_null;

struct ob_engine *const ob_linked_engines[] = {&ob_engine_null, NULL};
