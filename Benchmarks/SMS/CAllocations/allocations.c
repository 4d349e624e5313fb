#include "CAllocations.h"

#include <errno.h>
#include <stddef.h>

/* glibc's own names; ours take their places in this program. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

/* Plain, because the program has one thread and an atomic sum would be measured with it. */
static volatile unsigned long count;

unsigned long allocations_so_far(void) { return count; }

static void note(void) { count = count + 1; }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note();
    *block = __libc_memalign(alignment, size);
    return *block == NULL && size != 0 ? ENOMEM : 0;
}
