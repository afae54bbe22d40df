/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the system under examination, which may be a copy in a folder. */
#include "cli/doctor/doctor.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_MAX (1u << 20)

/* False, with errno, if the path is too long. */
static bool whole_path(const struct doctor *d, const char *path, char whole[PATH_MAX])
{
    int n = snprintf(whole, PATH_MAX, "%s%s", d->root, path);

    errno = ENAMETOOLONG;
    return n > 0 && n < PATH_MAX;
}

/* A FIFO would keep whoever opens it waiting. */
FILE *doctor_open(const struct doctor *d, const char *path)
{
    char whole[PATH_MAX];
    struct stat st;

    if (!whole_path(d, path, whole) || stat(whole, &st) != 0)
        return NULL;
    errno = EINVAL;
    return S_ISREG(st.st_mode) ? fopen(whole, "re") : NULL;
}

char *doctor_read(const struct doctor *d, const char *path)
{
    FILE *file = doctor_open(d, path);
    char *text = NULL;
    size_t len = 0, got;

    if (!file)
        return NULL;
    text = (char *)malloc(TEXT_MAX + 1);
    while (text && len < TEXT_MAX && (got = fread(text + len, 1, TEXT_MAX - len, file)) > 0)
        len += got;
    if (text && ferror(file)) {
        free(text);
        text = NULL;
    }
    if (text)
        text[len] = 0;
    fclose(file);
    return text;
}

unsigned doctor_mode(const struct doctor *d, const char *path)
{
    char whole[PATH_MAX];
    struct stat st;

    return whole_path(d, path, whole) && stat(whole, &st) == 0 ? (st.st_mode & 07777u) | 010000u : 0;
}

bool doctor_exists(const struct doctor *d, const char *path)
{
    char whole[PATH_MAX];

    return whole_path(d, path, whole) && access(whole, F_OK) == 0;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);

    return n >= m && strcmp(name + n - m, suffix) == 0;
}

bool doctor_each(struct doctor *d, const char *folder, const char *suffix,
                 void (*call)(struct doctor *d, const char *path, void *user), void *user)
{
    char whole[PATH_MAX];
    struct dirent **list = NULL;
    int n;

    if (!whole_path(d, folder, whole))
        return false;
    n = scandir(whole, &list, NULL, alphasort);
    if (n < 0)
        return false;
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];

        if (list[i]->d_name[0] != '.' && ends_in(list[i]->d_name, suffix) &&
            snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name) < (int)sizeof path)
            call(d, path, user);
        free(list[i]);
    }
    free(list);
    return true;
}

char *doctor_line(char **text)
{
    char *line = *text, *end;

    if (!line || !*line)
        return NULL;
    end = line + strcspn(line, "\n");
    *text = *end ? end + 1 : end;
    *end = 0;
    line += strspn(line, " \t");
    for (end = line + strlen(line); end > line && strchr(" \t\r", end[-1]); end--)
        end[-1] = 0;
    return line;
}
