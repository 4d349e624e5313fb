#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/* The calls of malloc, calloc, realloc and posix_memalign in this process since it started. */
unsigned long allocations_so_far(void);

#endif
