/* SPDX-License-Identifier: Apache-2.0 */
/* The addresses of hw/litex/soc.py, as LiteX's generated headers would give them;
 * test/board/check_litex.py compares. */
#ifndef BOARD_LITEX_LITEX_H
#define BOARD_LITEX_LITEX_H

#include <stdint.h>

#ifndef LITEX_CLOCK_KHZ /* the simulated SoC's; a board with another clock says so in its build */
#define LITEX_CLOCK_KHZ 50000u
#endif
#define LITEX_HASHER 0x90000000u
#ifndef LITEX_CRYP /* 0: the board leaves the block out */
#define LITEX_CRYP 0x90002000u
#endif
#define LITEX_UART_RXTX     0xf0001000u
#define LITEX_UART_TXFULL   0xf0001004u
#define LITEX_UART_TXEMPTY  0xf0001018u
#define LITEX_UPTIME_LATCH  0xf0001820u
#define LITEX_UPTIME_CYCLES 0xf0001824u /* the upper half first, as LiteX orders the words of a long register */

static inline uint32_t litex_read(uint32_t address)
{
    return *(const volatile uint32_t *)address;
}

static inline void litex_write(uint32_t address, uint32_t value)
{
    *(volatile uint32_t *)address = value;
}

#endif
