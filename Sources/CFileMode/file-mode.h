#include <sys/stat.h>

// The permissions of an open file; -1 if they can't be found. In C, because what Swift imports of `stat` depends on
// which other modules were imported before.
static inline int mode_of_file(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 ? (int)(status.st_mode & 07777) : -1;
}
