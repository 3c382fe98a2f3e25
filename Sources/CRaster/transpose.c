#include <string.h>

#include "dispatch.h"

enum { groupPixels = CRASTER_STRIP_BYTES / 4 };

static void gatherPixels(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t count, size_t from, size_t width,
    uint8_t *groups) {
    for (size_t x = from; x < width; x++) {
        uint8_t *group = groups + CRASTER_STRIP_BYTES * x;
        for (size_t y = 0; y < count; y++) {
            memcpy(group + 4 * y, source + (ptrdiff_t)y * bytesPerRow + 4 * x, 4);
        }
        memset(group + 4 * count, 0, 4 * (groupPixels - count));
    }
}

static void scatterPixels(
    const uint8_t *groups, size_t count, size_t from, size_t width, uint8_t *target,
    ptrdiff_t bytesPerRow) {
    for (size_t x = from; x < width; x++) {
        const uint8_t *group = groups + CRASTER_STRIP_BYTES * x;
        for (size_t y = 0; y < count; y++) {
            memcpy(target + (ptrdiff_t)y * bytesPerRow + 4 * x, group + 4 * y, 4);
        }
    }
}

void CRaster_gatherColumns_scalar(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t count, size_t width, uint8_t *groups) {
    gatherPixels(source, bytesPerRow, count, 0, width, groups);
}

void CRaster_scatterColumns_scalar(
    const uint8_t *groups, size_t count, size_t width, uint8_t *target, ptrdiff_t bytesPerRow) {
    scatterPixels(groups, count, 0, width, target, bytesPerRow);
}

#if CRASTER_AVX2
/// Swaps rows and columns of 8 by 8 pixels.
CRASTER_TARGET_AVX2
static inline void transpose8(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride) {
    __m256 r[8], t[8];
    for (int i = 0; i < 8; i++) r[i] = _mm256_loadu_ps((const float *)(source + i * sourceStride));
    for (int i = 0; i < 4; i++) {
        t[2 * i] = _mm256_unpacklo_ps(r[2 * i], r[2 * i + 1]);
        t[2 * i + 1] = _mm256_unpackhi_ps(r[2 * i], r[2 * i + 1]);
    }
    for (int half = 0; half < 2; half++) {
        __m256 *u = t + 4 * half;
        r[4 * half] = _mm256_shuffle_ps(u[0], u[2], 0x44);
        r[4 * half + 1] = _mm256_shuffle_ps(u[0], u[2], 0xEE);
        r[4 * half + 2] = _mm256_shuffle_ps(u[1], u[3], 0x44);
        r[4 * half + 3] = _mm256_shuffle_ps(u[1], u[3], 0xEE);
    }
    for (int i = 0; i < 4; i++) {
        __m256 low = _mm256_permute2f128_ps(r[i], r[i + 4], 0x20);
        __m256 high = _mm256_permute2f128_ps(r[i], r[i + 4], 0x31);
        _mm256_storeu_ps((float *)(target + i * targetStride), low);
        _mm256_storeu_ps((float *)(target + (i + 4) * targetStride), high);
    }
}

CRASTER_TARGET_AVX2
static size_t gatherAVX2(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t width, uint8_t *groups) {
    size_t x = 0;
    for (; x + 8 <= width; x += 8) {
        for (int part = 0; part < 2; part++) {
            transpose8(
                source + 8 * part * bytesPerRow + 4 * x, bytesPerRow,
                groups + CRASTER_STRIP_BYTES * x + 32 * part, CRASTER_STRIP_BYTES);
        }
    }
    return x;
}

CRASTER_TARGET_AVX2
static size_t scatterAVX2(
    const uint8_t *groups, size_t width, uint8_t *target, ptrdiff_t bytesPerRow) {
    size_t x = 0;
    for (; x + 8 <= width; x += 8) {
        for (int part = 0; part < 2; part++) {
            transpose8(
                groups + CRASTER_STRIP_BYTES * x + 32 * part, CRASTER_STRIP_BYTES,
                target + 8 * part * bytesPerRow + 4 * x, bytesPerRow);
        }
    }
    return x;
}
#endif

void CRaster_gatherColumns(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t count, size_t width, uint8_t *groups) {
    size_t done = 0;
#if CRASTER_AVX2
    if (hasAVX2() && count == groupPixels) {
        done = gatherAVX2(source, bytesPerRow, width, groups);
    }
#endif
    gatherPixels(source, bytesPerRow, count, done, width, groups);
}

void CRaster_scatterColumns(
    const uint8_t *groups, size_t count, size_t width, uint8_t *target, ptrdiff_t bytesPerRow) {
    size_t done = 0;
#if CRASTER_AVX2
    if (hasAVX2() && count == groupPixels) {
        done = scatterAVX2(groups, width, target, bytesPerRow);
    }
#endif
    scatterPixels(groups, count, done, width, target, bytesPerRow);
}
