// What the files of this target share.
#ifndef CRASTER_DISPATCH_H
#define CRASTER_DISPATCH_H

#include "CRaster.h"

#if defined(__x86_64__)
#define CRASTER_AVX2 1
#include <immintrin.h>
#define CRASTER_TARGET_AVX2 __attribute__((target("avx2")))
/// Whether AVX2 may be used; the answer is computed once by the compiler's runtime.
static inline bool hasAVX2(void) { return __builtin_cpu_supports("avx2"); }
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define CRASTER_SANITIZED 1
#endif
#endif

// Not under a sanitizer: the loader's choice runs instrumented code before the sanitizer is set up.
#if defined(__x86_64__) && defined(__ELF__) && !defined(CRASTER_SANITIZED)
/// Compiles a plain loop twice and lets the loader choose. Integer loops only give the same bytes.
#define CRASTER_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#define CRASTER_MULTIVERSION
#endif

static inline int32_t clampInt(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

/// value / 255 rounded to nearest, exact for 0 ... 65535.
static inline uint32_t divideBy255(uint32_t value) {
    value += 128;
    return (value + (value >> 8)) >> 8;
}

#endif
