// Counts the heap allocations of the whole process.
#ifndef COUNTED_MALLOC_H
#define COUNTED_MALLOC_H

/// How often memory was asked for since the start, by any thread.
long CountedMallocCount(void);

#endif
