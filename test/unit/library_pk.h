/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key checks that every engine on a foreign library must pass, pinned to the engine of library.h. */
#ifndef OUTBOARD_TEST_LIBRARY_PK_H
#define OUTBOARD_TEST_LIBRARY_PK_H

#include <outboard/outboard.h>

/* While true, the platform's random source fails. */
extern bool library_random_fails;

void library_signs_with_every_hash(void **state);
void library_decrypts_what_it_encrypts(void **state);
void library_takes_any_form_of_key(void **state);
void library_clones_keys(void **state);
void library_rejects_implicitly(void **state);
void library_serves_every_curve(void **state);
void library_signs_deterministically(void **state);
void library_refuses_bad_points(void **state);
void library_refuses_bad_arguments(void **state);
void library_fails_without_randomness(void **state);
void library_generates_rsa_keys(void **state);
void library_works_in_threads(void **state);

/* library_pk_hostile.c; the first one before any other, while the library's generators are not seeded */
void library_needs_random_bytes_for_secrets(void **state);
void library_refuses_bad_rsa_keys(void **state);
void library_refuses_keys_that_do_not_fit(void **state);
void library_refuses_bad_edwards_points(void **state);
void library_refuses_bad_curve_keys(void **state);
void library_refuses_private_keys_with_bad_points(void **state);
void library_computes_edwards_points(void **state);
void library_asks_the_source_each_time(void **state);
void library_verifies_with_private_keys(void **state);
void library_refuses_bad_lengths(void **state);
void library_encrypts_in_place(void **state);
void library_writes_nothing_of_bad_numbers(void **state);
void library_answers_constant_time_at_open(void **state);
void library_declines_sha3(void **state);
void library_stops_making_keys(void **state);

/* For a pair of engines. */
void library_agrees_on_rsa(void **state);
void library_agrees_on_curves(void **state);

#define LIBRARY_PK_TESTS                                                                                               \
    cmocka_unit_test(library_signs_with_every_hash), cmocka_unit_test(library_decrypts_what_it_encrypts),              \
        cmocka_unit_test(library_takes_any_form_of_key), cmocka_unit_test(library_rejects_implicitly),                 \
        cmocka_unit_test(library_serves_every_curve), cmocka_unit_test(library_signs_deterministically),               \
        cmocka_unit_test(library_refuses_bad_points), cmocka_unit_test(library_refuses_bad_arguments),                 \
        cmocka_unit_test(library_fails_without_randomness), cmocka_unit_test(library_generates_rsa_keys),              \
        cmocka_unit_test(library_clones_keys), cmocka_unit_test(library_works_in_threads)

#define LIBRARY_PK_HOSTILE_TESTS                                                                                       \
    cmocka_unit_test(library_refuses_bad_rsa_keys), cmocka_unit_test(library_refuses_keys_that_do_not_fit),            \
        cmocka_unit_test(library_refuses_bad_edwards_points), cmocka_unit_test(library_refuses_bad_curve_keys),        \
        cmocka_unit_test(library_refuses_private_keys_with_bad_points),                                                \
        cmocka_unit_test(library_computes_edwards_points), cmocka_unit_test(library_asks_the_source_each_time),        \
        cmocka_unit_test(library_verifies_with_private_keys), cmocka_unit_test(library_refuses_bad_lengths),           \
        cmocka_unit_test(library_encrypts_in_place), cmocka_unit_test(library_writes_nothing_of_bad_numbers),          \
        cmocka_unit_test(library_answers_constant_time_at_open), cmocka_unit_test(library_declines_sha3),              \
        cmocka_unit_test(library_stops_making_keys)

#endif
