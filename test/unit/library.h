/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that every engine on a foreign library must pass, through the public calls, pinned to the engine. */
#ifndef OUTBOARD_TEST_LIBRARY_H
#define OUTBOARD_TEST_LIBRARY_H

#include <outboard/engine.h>
#include <outboard/outboard.h>

/* Add a fresh instance of the engine with these verbs to a dispatcher of its own, and let the other engine of the
 * same dispatcher, if there is one, serve the moves. */
void library_start(const struct ob_engine_ops *ops, const struct ob_engine_ops *other);
void library_stop(void);

/* As library_start, with an engine that has a device and is made. */
void library_start_device(struct ob_engine *e);

struct ob_dispatcher *library_dispatcher(void);
struct ob_engine *library_engine(void);

/* A reproducible random number below n. */
uint32_t library_random(uint32_t n);
void library_fill(uint8_t *p, size_t len);

/* cmocka tests. */
void library_passes_selftest(void **state);
void library_answers_vectors(void **state);
void library_answers_long_aad(void **state);
void library_takes_any_split(void **state);
void library_rejects_wrong_tags(void **state);
void library_moves_streams(void **state);
void library_survives_restart(void **state);

#define LIBRARY_TESTS                                                                                                  \
    cmocka_unit_test(library_passes_selftest), cmocka_unit_test(library_answers_vectors),                              \
        cmocka_unit_test(library_answers_long_aad), cmocka_unit_test(library_takes_any_split),                         \
        cmocka_unit_test(library_rejects_wrong_tags), cmocka_unit_test(library_survives_restart)

#endif
