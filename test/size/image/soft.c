/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps every algorithm of engine soft in the image: its table names them all. */
#include <outboard/outboard.h>

int main(void)
{
    return ob_start();
}
