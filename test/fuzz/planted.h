/* SPDX-License-Identifier: Apache-2.0 */
/* A fault in one engine for each fuzz target, which the target must find. */
#ifndef OUTBOARD_TEST_FUZZ_PLANTED_H
#define OUTBOARD_TEST_FUZZ_PLANTED_H

#include <outboard/outboard.h>

/* True if the run is to find a planted fault. */
bool planted_wanted(void);

/* Say, once, that the fault has shown: what is found from now on may be due to it. */
void planted_shows(void);

/* Give the first engine with one of these classes, a mask of 1 << enum ob_class, its fault. */
void planted_engine(unsigned classes);

#endif
