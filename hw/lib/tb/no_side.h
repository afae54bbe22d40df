/* SPDX-License-Identifier: Apache-2.0 */
/* The bench of a block that has nothing but its registers. Violations of the bus are counted. */
#ifndef HW_LIB_TB_NO_SIDE_H
#define HW_LIB_TB_NO_SIDE_H

#include <cstdio>

struct bench_side {
    unsigned violations = 0;

    template <class Bench>
    void clear(Bench &)
    {
    }
    template <class Bench>
    void drive(Bench &)
    {
    }
    template <class Bench>
    void sample(Bench &)
    {
    }
    void violation(const char *what)
    {
        if (violations++ == 0)
            fprintf(stderr, "%s\n", what);
    }
};

BENCH_FUNCTIONS

extern "C" unsigned tb_violations(void *tb)
{
    return static_cast<bench_t *>(tb)->side.violations;
}

#endif
