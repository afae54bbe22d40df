/* SPDX-License-Identifier: Apache-2.0 */
/* STM32F407 (RM0090, section 3.9.1): flash prefetch and caches on. Wait states stay at 0, which is right for the 16 MHz
 * after reset. */
#include "board/cortexm/start.h"

#define FLASH_ACR      0x40023c00u
#define ACR_PREFETCH   (1u << 8)
#define ACR_CODE_CACHE (1u << 9)
#define ACR_DATA_CACHE (1u << 10)

void cortexm_part_start(void)
{
    cortexm_write(FLASH_ACR, cortexm_read(FLASH_ACR) | ACR_PREFETCH | ACR_CODE_CACHE | ACR_DATA_CACHE);
}
