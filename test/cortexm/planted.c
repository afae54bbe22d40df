/* SPDX-License-Identifier: Apache-2.0 */
/* One timing leak of each kind, planted, and the same work done without it; the marked lines are what must be found. */
#include <stdint.h>

extern uint32_t leak_branch(const uint8_t secret[4]);
extern uint32_t leak_address(const uint8_t secret[4]);
extern uint32_t leak_store(const uint8_t secret[4]);
extern uint64_t leak_product(const uint32_t secret[2]);
extern uint32_t leak_quotient(const uint32_t secret[2]);
#ifdef __arm__
extern uint32_t leak_bank(const uint8_t secret[4]);
#endif
extern uint32_t no_leak(const uint8_t secret[4]);

static volatile uint32_t table[256];

uint32_t leak_branch(const uint8_t secret[4])
{
    uint32_t sum = 1;
    if (secret[0] & 1) { /* planted: branch */
        for (uint32_t i = 0; i < 3; i++) {
            sum += table[i];
        }
    }
    return sum;
}

uint32_t leak_address(const uint8_t secret[4])
{
    return table[secret[1]]; /* planted: address */
}

uint32_t leak_store(const uint8_t secret[4])
{
    volatile uint8_t own[256];
    own[0] = 0;
    own[secret[2]] = 1; /* planted: address */
    return own[0];
}

uint64_t leak_product(const uint32_t secret[2])
{
    const uint64_t product = (uint64_t)secret[0] * secret[1]; /* planted: operand, without a single-cycle UMULL */
    return product + 1;
}

uint32_t leak_quotient(const uint32_t secret[2])
{
    const uint32_t quotient = secret[0] / secret[1]; /* planted: operand on every core */
    return quotient + 1;
}

#ifdef __arm__
uint32_t leak_bank(const uint8_t secret[4])
{
    uint32_t a = secret[0] & 0x7cu;
    uint32_t b = secret[1] & 0x7cu;
    const uintptr_t base = (uintptr_t)table;
    a += base;
    b += base;
    __asm__("ldr %0, [%0]\n\tldr %1, [%1]" : "+l"(a), "+l"(b)); /* planted: address, and bank on the M7 */
    return a + b;
}
#endif

uint32_t no_leak(const uint8_t secret[4])
{
    const uint32_t mask = 0u - (secret[0] & 1u);
    uint32_t sum = 1;
    for (uint32_t i = 0; i < 256; i++) {
        sum += table[i] & mask;
    }
    return sum * secret[1];
}
