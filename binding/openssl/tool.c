/* SPDX-License-Identifier: Apache-2.0 */
/* The program outboard-provider: prints the line that binds a price file to this kernel and machine, for price files
 * that are written by hand (docs/openssl-settings.md). */
#include "port/linux/machine.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[OBI_MACHINE_MAX];

    if (argc != 2 || strcmp(argv[1], "machine") != 0) {
        fputs("usage: outboard-provider machine\n", stderr);
        return 2;
    }
    if (!obi_machine(line)) {
        fputs("outboard-provider: this system does not tell its kernel (no /proc?)\n", stderr);
        return 1;
    }
    return puts(line) < 0 || fflush(stdout) != 0 ? 1 : 0;
}
