#include <string.h>

#include "dispatch.h"

// Integer sums do not depend on the order of their terms, so scalar and vector code agree exactly.
// No sum overflows: the absolute coefficients of one output pixel add up to less than 2.0, thus a
// row sum stays below 255 * 2 << 14 and an intermediate below 255 * 2 << 6 = 32640.

enum {
    rowShift = CRASTER_COEFFICIENT_BITS - CRASTER_INTERMEDIATE_BITS,
    rowRound = 1 << (rowShift - 1),
    columnShift = CRASTER_COEFFICIENT_BITS + CRASTER_INTERMEDIATE_BITS,
    columnRound = 1 << (columnShift - 1),
};

void CRaster_resampleRow_scalar(
    const uint8_t *source, int16_t *target, size_t width, const int32_t *starts,
    const int16_t *coefficients, size_t taps) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixel = source + 4 * (ptrdiff_t)starts[x];
        int32_t sum[4] = {rowRound, rowRound, rowRound, rowRound};
        for (size_t tap = 0; tap < taps; tap++, pixel += 4) {
            int32_t weight = coefficients[tap];
            for (int c = 0; c < 4; c++) sum[c] += weight * pixel[c];
        }
        for (int c = 0; c < 4; c++) {
            target[4 * x + c] = (int16_t)clampInt(sum[c] >> rowShift, INT16_MIN, INT16_MAX);
        }
        coefficients += taps;
    }
}

static inline void combinePixels(
    const int16_t *const *rows, const int16_t *coefficients, size_t taps, uint8_t *target,
    size_t from, size_t to) {
    for (size_t x = from; x < to; x++) {
        int32_t sum[4] = {columnRound, columnRound, columnRound, columnRound};
        for (size_t tap = 0; tap < taps; tap++) {
            const int16_t *pixel = rows[tap] + 4 * x;
            int32_t weight = coefficients[tap];
            for (int c = 0; c < 4; c++) sum[c] += weight * pixel[c];
        }
        int32_t alpha = clampInt(sum[3] >> columnShift, 0, 255);
        for (int c = 0; c < 3; c++) {
            target[4 * x + c] = (uint8_t)clampInt(sum[c] >> columnShift, 0, alpha);
        }
        target[4 * x + 3] = (uint8_t)alpha;
    }
}

void CRaster_combineRows_scalar(
    const int16_t *const *rows, const int16_t *coefficients, size_t taps, uint8_t *target,
    size_t width) {
    combinePixels(rows, coefficients, taps, target, 0, width);
}

#if CRASTER_AVX2
CRASTER_TARGET_AVX2
static void resampleRowAVX2(
    const uint8_t *source, int16_t *target, size_t width, const int32_t *starts,
    const int16_t *coefficients, size_t taps) {
    // Brings channel n of two neighbours together: b0 b1 g0 g1 r0 r1 a0 a1, for both pairs.
    const __m128i pairs =
        _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
    const __m256i spread = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixel = source + 4 * (ptrdiff_t)starts[x];
        __m256i sum = _mm256_setzero_si256();
        for (size_t tap = 0; tap < taps; tap += 4, pixel += 16) {
            __m128i bytes = _mm_loadu_si128((const __m128i *)pixel);
            __m256i values = _mm256_cvtepu8_epi16(_mm_shuffle_epi8(bytes, pairs));
            __m128i four = _mm_loadl_epi64((const __m128i *)(coefficients + tap));
            __m256i weights = _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(four), spread);
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(values, weights));
        }
        __m128i total =
            _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        total = _mm_srai_epi32(_mm_add_epi32(total, _mm_set1_epi32(rowRound)), rowShift);
        _mm_storel_epi64((__m128i *)(target + 4 * x), _mm_packs_epi32(total, total));
        coefficients += taps;
    }
}

/// Two coefficients side by side in every 32-bit element; the second is 0 past the last.
CRASTER_TARGET_AVX2
static inline __m256i coefficientPair(const int16_t *coefficients, size_t tap, size_t taps) {
    uint32_t low = (uint16_t)coefficients[tap];
    uint32_t high = tap + 1 < taps ? (uint16_t)coefficients[tap + 1] : 0;
    return _mm256_set1_epi32((int32_t)(low | high << 16));
}

CRASTER_TARGET_AVX2
static inline __m256i shiftedPack(__m256i low, __m256i high) {
    return _mm256_packs_epi32(
        _mm256_srai_epi32(low, columnShift), _mm256_srai_epi32(high, columnShift));
}

CRASTER_TARGET_AVX2
static void combineRowsAVX2(
    const int16_t *const *rows, const int16_t *coefficients, size_t taps, uint8_t *target,
    size_t width) {
    const __m256i alphas = _mm256_setr_epi8(
        3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11,
        11, 15, 15, 15, 15);
    const __m256i round = _mm256_set1_epi32(columnRound);
    size_t x = 0;
    for (; x + 8 <= width; x += 8) {
        __m256i low0 = round, high0 = round, low1 = round, high1 = round;
        for (size_t tap = 0; tap < taps; tap += 2) {
            const int16_t *first = rows[tap] + 4 * x;
            const int16_t *second = (tap + 1 < taps ? rows[tap + 1] : rows[tap]) + 4 * x;
            __m256i weights = coefficientPair(coefficients, tap, taps);
            __m256i a = _mm256_loadu_si256((const __m256i *)first);
            __m256i b = _mm256_loadu_si256((const __m256i *)second);
            low0 = _mm256_add_epi32(
                low0, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weights));
            high0 = _mm256_add_epi32(
                high0, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weights));
            a = _mm256_loadu_si256((const __m256i *)(first + 16));
            b = _mm256_loadu_si256((const __m256i *)(second + 16));
            low1 = _mm256_add_epi32(
                low1, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weights));
            high1 = _mm256_add_epi32(
                high1, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weights));
        }
        // Packing works within 128-bit lanes: pixels 0 1 4 5 | 2 3 6 7, put in order at the end.
        __m256i packed =
            _mm256_packus_epi16(shiftedPack(low0, high0), shiftedPack(low1, high1));
        packed = _mm256_min_epu8(packed, _mm256_shuffle_epi8(packed, alphas));
        packed = _mm256_permute4x64_epi64(packed, 0xD8);
        _mm256_storeu_si256((__m256i *)(target + 4 * x), packed);
    }
    combinePixels(rows, coefficients, taps, target, x, width);
}
#endif

void CRaster_resampleRow(
    const uint8_t *source, int16_t *target, size_t width, const int32_t *starts,
    const int16_t *coefficients, size_t taps) {
#if CRASTER_AVX2
    // The vector code reads pixels in fours, which a very narrow source does not have.
    if (hasAVX2() && taps % 4 == 0) {
        resampleRowAVX2(source, target, width, starts, coefficients, taps);
        return;
    }
#endif
    CRaster_resampleRow_scalar(source, target, width, starts, coefficients, taps);
}

void CRaster_combineRows(
    const int16_t *const *rows, const int16_t *coefficients, size_t taps, uint8_t *target,
    size_t width) {
#if CRASTER_AVX2
    if (hasAVX2()) {
        combineRowsAVX2(rows, coefficients, taps, target, width);
        return;
    }
#endif
    CRaster_combineRows_scalar(rows, coefficients, taps, target, width);
}
