// glibc's getopt_long as Swift can use it.
//
// Swift's Glibc module leaves <getopt.h> out, and the place in the argument list is kept in mutable
// globals, which Swift 6 refuses to touch. The functions below are the only way to them.
// Not safe to use from two threads at once: the caller holds a lock over a whole scan.
#ifndef CGETOPT_H
#define CGETOPT_H

#include <getopt.h>

/// Starts a new scan, from the first argument, without messages of glibc's own.
static inline void CGetoptStart(void) {
    optind = 0;
    opterr = 0;
}

/// The value of the option just scanned, or null.
static inline const char *_Nullable CGetoptValue(void) { return optarg; }

/// The index of the argument that is scanned next.
static inline int CGetoptPlace(void) { return optind; }

/// The `val` of the option that was wrong, or 0 when it is unknown.
static inline int CGetoptWrongOption(void) { return optopt; }

#endif
