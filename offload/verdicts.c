/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the file of verdicts. Its writer decides which drivers count as hardware, but cannot change results. */
#include "offload/verdicts.h"
#include "offload/link.h"
#include "port/linux/machine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The part of line up to the next comma or the end; line then begins after it. NULL at the end. */
static const char *field(char **line)
{
    char *at = *line, *comma;

    if (!at)
        return NULL;
    comma = strchr(at, ',');
    *line = comma ? comma + 1 : NULL;
    if (comma)
        *comma = 0;
    return at;
}

static bool parse_verdict(enum obi_verdict *verdict, const char *word)
{
    for (int v = OBI_UNPROVEN; v <= OBI_HARDWARE; v++)
        if (strcmp(obi_verdict_word((enum obi_verdict)v), word) == 0) {
            *verdict = (enum obi_verdict)v;
            return true;
        }
    return false;
}

static bool parse_line(struct obi_verdict_line *to, char *line)
{
    const char *driver = field(&line), *algorithm = field(&line), *verdict = field(&line), *proof = field(&line);

    if (!proof || !line || !*driver || !parse_verdict(&to->verdict, verdict))
        return false;
    snprintf(to->driver, sizeof to->driver, "%s", driver);
    snprintf(to->algorithm, sizeof to->algorithm, "%s", algorithm);
    snprintf(to->proof, sizeof to->proof, "%s", proof);
    snprintf(to->detail, sizeof to->detail, "%s", line);
    return true;
}

bool obi_verdicts_read(struct obi_verdicts *to, FILE *f, bool check, const char **why)
{
    char *line = NULL;
    size_t size = 0;

    to->n = 0;
    *why = "it is empty";
    for (unsigned number = 0; getline(&line, &size, f) > 0; number++) {
        line[strcspn(line, "\r\n")] = 0;
        *why = "it is damaged";
        if (number == 0 && strncmp(line, OBI_MACHINE, strlen(OBI_MACHINE)) == 0) {
            if (!check || obi_machine_fits(line))
                continue;
            *why = "it is of another kernel or machine";
        } else if (number == 1 && strcmp(line, OBI_VERDICTS_COLUMNS) == 0) {
            *why = NULL;
            continue;
        } else if (number > 1 && to->n < OBI_VERDICTS_MAX && parse_line(&to->line[to->n], line)) {
            to->n++;
            *why = NULL;
            continue;
        }
        to->n = 0;
        break;
    }
    free(line);
    return *why == NULL;
}

static struct obi_verdicts known;

static void read_known(void)
{
    FILE *f = fopen(obi_offload_evidence(), "re");
    const char *why;

    if (f && !obi_verdicts_read(&known, f, true, &why))
        known.n = 0;
    if (f)
        (void)fclose(f);
}

enum obi_verdict obi_verdict_of(const char *driver)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, read_known);
    for (unsigned i = 0; i < known.n; i++)
        if (strcmp(known.line[i].driver, driver) == 0)
            return known.line[i].verdict;
    return OBI_UNPROVEN;
}
