/* SPDX-License-Identifier: Apache-2.0 */
/* Who but root may change a file that decides for programs of all users (docs/threat-model.md). */
#include "cli/doctor/doctor.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Report a file or a folder on the way to it that others may change. False: it was reported. */
static bool examine(struct doctor *d, const char *whole, const char *follows)
{
    const char *path = whole + strlen(d->root);
    char fix[PATH_MAX + 32];
    struct stat st;

    if (stat(whole, &st) != 0)
        return true;
    /* Where the sticky bit is set, a user cannot replace a file of another user. */
    if (st.st_mode & S_IWOTH && !(S_ISDIR(st.st_mode) && st.st_mode & S_ISVTX)) {
        snprintf(fix, sizeof fix, "chmod o-w %s", path);
        doctor_say(d, DOCTOR_PROBLEM, fix, "everybody may write %s: %s", path, follows);
        return false;
    }
    if (!d->live) /* the owners in a copy are those who made it */
        return true;
    if (st.st_uid != 0 && st.st_uid != geteuid()) {
        snprintf(fix, sizeof fix, "chown root %s", path);
        doctor_say(d, DOCTOR_PROBLEM, fix, "%s belongs to user %ju: %s", path, (uintmax_t)st.st_uid, follows);
        return false;
    }
    if (st.st_mode & S_IWGRP && st.st_gid != 0 && st.st_gid != getegid() &&
        !(S_ISDIR(st.st_mode) && st.st_mode & S_ISVTX)) {
        snprintf(fix, sizeof fix, "chmod g-w %s", path);
        doctor_say(d, DOCTOR_NOTE, fix, "group %ju may write %s: %s", (uintmax_t)st.st_gid, path, follows);
        return false;
    }
    return true;
}

void doctor_rights(struct doctor *d, const char *path, const char *follows)
{
    char named[PATH_MAX], whole[PATH_MAX];
    size_t root = strlen(d->root);
    int n = snprintf(named, sizeof named, "%s%s", d->root, path);

    if (n <= 0 || n >= (int)sizeof named)
        return;
    /* Links in a copy lead out of it. */
    if (!d->live)
        memcpy(whole, named, (size_t)n + 1);
    else if (!realpath(named, whole))
        return;
    for (char *end = strchr(whole + root + 1, '/'); end; end = strchr(end + 1, '/')) {
        bool right;

        *end = 0;
        right = examine(d, whole, follows);
        *end = '/';
        if (!right)
            return;
    }
    (void)examine(d, whole, follows);
}
