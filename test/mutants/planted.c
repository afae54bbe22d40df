/* SPDX-License-Identifier: Apache-2.0 */
/* The source whose mutants test_tool.py tries. */
#include "test/mutants/planted.h"

unsigned planted_sum(unsigned n)
{
    unsigned sum = 0;

    while (n) {
        sum = sum + n;
        n = n - 1;
    }
    return sum;
}

unsigned planted_idle(unsigned n)
{
    unsigned result = 0;

    while (n)
        result = result + n--;
    return result;
}
