#include "dispatch.h"

// A running sum loses the row that leaves the window and gains the one that enters it, which costs
// the same for every radius. The mean is a multiplication with a reciprocal: with n = 2r + 1 and
// s = floor(log2 n), (sum + r) * ceil(2^(16+s) / n) >> (16 + s). Its error is below 0.008, so the mean
// of equal bytes is exactly that byte. Sums of up to 255 rows fit into 16 bits; beyond that, the
// wide version uses 64-bit products. Scalar and vector code use the same formula.

/// Largest window whose sum and rounding term fit into 16 bits.
enum { narrowWindow = 255 };

typedef struct {
    uint32_t half;
    uint32_t multiplier;
    uint32_t shift;
} Mean;

static Mean meanOf(size_t window) {
    uint32_t shift = 0;
    while ((size_t)2 << shift <= window) shift++;
    uint64_t multiplier = (((uint64_t)1 << (16 + shift)) + window - 1) / window;
    // A window of 1 would need 65536; it is left to the caller, who copies.
    return (Mean){(uint32_t)(window / 2), (uint32_t)multiplier, shift};
}

static inline const uint8_t *clampedRow(
    const uint8_t *source, ptrdiff_t stride, ptrdiff_t row, size_t rows) {
    ptrdiff_t last = (ptrdiff_t)rows - 1;
    return source + stride * (row < 0 ? 0 : row > last ? last : row);
}

/// The sum of the window around row 0.
static void firstSum(
    const uint8_t *source, ptrdiff_t stride, size_t rows, size_t radius, uint32_t *sum) {
    size_t inside = radius < rows - 1 ? radius : rows - 1;
    const uint8_t *last = source + stride * (ptrdiff_t)(rows - 1);
    for (int i = 0; i < CRASTER_STRIP_BYTES; i++) {
        sum[i] = (uint32_t)(radius + 1) * source[i] + (uint32_t)(radius - inside) * last[i];
    }
    for (size_t y = 1; y <= inside; y++) {
        const uint8_t *row = source + stride * (ptrdiff_t)y;
        for (int i = 0; i < CRASTER_STRIP_BYTES; i++) sum[i] += row[i];
    }
}

static void boxNarrow(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius) {
    Mean mean = meanOf(2 * radius + 1);
    uint32_t sum[CRASTER_STRIP_BYTES];
    firstSum(source, sourceStride, rows, radius, sum);
    for (size_t y = 0; y < rows; y++, target += targetStride) {
        ptrdiff_t row = (ptrdiff_t)y;
        const uint8_t *enter =
            clampedRow(source, sourceStride, row + (ptrdiff_t)radius + 1, rows);
        const uint8_t *leave = clampedRow(source, sourceStride, row - (ptrdiff_t)radius, rows);
        for (int i = 0; i < CRASTER_STRIP_BYTES; i++) {
            uint32_t high = (sum[i] + mean.half) * mean.multiplier >> 16;
            target[i] = (uint8_t)(high >> mean.shift);
            sum[i] += (uint32_t)enter[i] - leave[i];
        }
    }
}

static void boxWide(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius) {
    uint32_t window = (uint32_t)(2 * radius + 1);
    uint32_t sum[CRASTER_STRIP_BYTES];
    firstSum(source, sourceStride, rows, radius, sum);
    // floor(2^40 / window) + 1: exact enough for sums below 2^32 and windows above 255.
    uint64_t multiplier = ((uint64_t)1 << 40) / window + 1;
    for (size_t y = 0; y < rows; y++, target += targetStride) {
        ptrdiff_t row = (ptrdiff_t)y;
        const uint8_t *enter =
            clampedRow(source, sourceStride, row + (ptrdiff_t)radius + 1, rows);
        const uint8_t *leave = clampedRow(source, sourceStride, row - (ptrdiff_t)radius, rows);
        for (int i = 0; i < CRASTER_STRIP_BYTES; i++) {
            uint64_t value = (sum[i] + window / 2) * multiplier >> 40;
            target[i] = (uint8_t)(value > 255 ? 255 : value);
            sum[i] += (uint32_t)enter[i] - leave[i];
        }
    }
}

void CRaster_boxColumns_scalar(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius) {
    if (2 * radius + 1 <= narrowWindow) {
        boxNarrow(source, sourceStride, target, targetStride, rows, radius);
    } else {
        boxWide(source, sourceStride, target, targetStride, rows, radius);
    }
}

#if CRASTER_AVX2
CRASTER_TARGET_AVX2
static inline __m256i widened(const uint8_t *bytes) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)bytes));
}

CRASTER_TARGET_AVX2
static inline __m256i meanOfSums(__m256i sum, __m256i half, __m256i multiplier, __m128i shift) {
    return _mm256_srl_epi16(
        _mm256_mulhi_epu16(_mm256_add_epi16(sum, half), multiplier), shift);
}

CRASTER_TARGET_AVX2
static void boxNarrowAVX2(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius) {
    Mean mean = meanOf(2 * radius + 1);
    uint32_t first[CRASTER_STRIP_BYTES];
    uint16_t narrow[CRASTER_STRIP_BYTES];
    firstSum(source, sourceStride, rows, radius, first);
    for (int i = 0; i < CRASTER_STRIP_BYTES; i++) narrow[i] = (uint16_t)first[i];
    __m256i sum[4];
    for (int i = 0; i < 4; i++) sum[i] = _mm256_loadu_si256((const __m256i *)(narrow + 16 * i));
    const __m256i half = _mm256_set1_epi16((short)mean.half);
    const __m256i multiplier = _mm256_set1_epi16((short)mean.multiplier);
    const __m128i shift = _mm_cvtsi32_si128((int)mean.shift);
    for (size_t y = 0; y < rows; y++, target += targetStride) {
        ptrdiff_t row = (ptrdiff_t)y;
        const uint8_t *enter =
            clampedRow(source, sourceStride, row + (ptrdiff_t)radius + 1, rows);
        const uint8_t *leave = clampedRow(source, sourceStride, row - (ptrdiff_t)radius, rows);
        __m256i out[4];
        for (int i = 0; i < 4; i++) {
            out[i] = meanOfSums(sum[i], half, multiplier, shift);
            sum[i] = _mm256_add_epi16(sum[i], widened(enter + 16 * i));
            sum[i] = _mm256_sub_epi16(sum[i], widened(leave + 16 * i));
        }
        for (int i = 0; i < 2; i++) {
            // Packing interleaves the 128-bit halves of its operands.
            __m256i packed = _mm256_permute4x64_epi64(
                _mm256_packus_epi16(out[2 * i], out[2 * i + 1]), 0xD8);
            _mm256_storeu_si256((__m256i *)(target + 32 * i), packed);
        }
    }
}
#endif

void CRaster_boxColumns(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius) {
#if CRASTER_AVX2
    if (hasAVX2() && 2 * radius + 1 <= narrowWindow) {
        boxNarrowAVX2(source, sourceStride, target, targetStride, rows, radius);
        return;
    }
#endif
    CRaster_boxColumns_scalar(source, sourceStride, target, targetStride, rows, radius);
}
