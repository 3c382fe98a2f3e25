#include "CRasterIO.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The filters of PNG (specification, section 9.2) undone on pixels that become BGRA at once. The
// colours of the pixel to the left and of the row above are taken from the output, which holds the
// same numbers in another order. Scalar and vector code give the same bytes.

enum { none, sub, up, average, paeth_filter };

static inline int paeth(int a, int b, int c) {
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// Where a channel of the file goes: red, green, blue, alpha to BGRA.
static const uint8_t place[4] = {2, 1, 0, 3};

bool crasterio_png_unfilter_scalar(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, uint8_t *output
) {
    unsigned filter = *row++;
    if (filter > paeth_filter) return false;
    for (size_t x = 0; x < width; x++, row += channels) {
        uint8_t value[4] = {0, 0, 0, 255};
        for (unsigned i = 0; i < channels; i++) {
            unsigned at = place[i];
            int a = x ? output[4 * (x - 1) + at] : 0, b = above[4 * x + at];
            int c = x ? above[4 * (x - 1) + at] : 0, guess = 0;
            switch (filter) {
            case sub: guess = a; break;
            case up: guess = b; break;
            case average: guess = (a + b) / 2; break;
            case paeth_filter: guess = paeth(a, b, c); break;
            }
            value[at] = (uint8_t)(row[i] + guess);
        }
        memcpy(output + 4 * x, value, 4);
    }
    return true;
}

#if defined(__x86_64__)
#define SSSE3 __attribute__((target("ssse3")))

// One pixel of the file as BGRA, alpha 0 if the file has none. Only the last one of a row may not
// be read with the byte behind it.
SSSE3 static inline __m128i load_pixel(const uint8_t *row, unsigned channels, bool is_last) {
    uint32_t value = 0;
    if (is_last && channels == 3) {
        value = (uint32_t)row[0] << 24 | (uint32_t)row[1] << 16 | (uint32_t)row[2] << 8;
    } else {
        memcpy(&value, row, 4);
        value = __builtin_bswap32(value);
    }
    value = channels == 4 ? value >> 8 | value << 24 : value >> 8;
    return _mm_cvtsi32_si128((int)value);
}

SSSE3 static inline __m128i load_above(const uint8_t *above) {
    int value;
    memcpy(&value, above, 4);
    return _mm_cvtsi32_si128(value);
}

SSSE3 static inline void store_pixel(uint8_t *output, __m128i pixel, uint32_t opaque) {
    uint32_t value = (uint32_t)_mm_cvtsi128_si32(pixel) | opaque;
    memcpy(output, &value, 4);
}

// Four pixels at a time for the filters that do not look to the left. `row` may overlap with
// `output`, but only behind what was read.
SSSE3 static size_t unfilter_upwards(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, bool adds,
    uint8_t *output
) {
    const __m128i three = _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1);
    const __m128i four = _mm_setr_epi8(2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
    const __m128i opaque = _mm_set1_epi32(channels == 3 ? (int)0xFF000000 : 0);
    size_t x = 0;
    // Each step reads 16 bytes, of which three channels use 12.
    for (; x + 6 <= width; x += 4) {
        __m128i pixels = _mm_loadu_si128((const __m128i *)(row + x * channels));
        pixels = _mm_shuffle_epi8(pixels, channels == 3 ? three : four);
        if (adds) pixels = _mm_add_epi8(pixels, _mm_loadu_si128((const __m128i *)(above + 4 * x)));
        _mm_storeu_si128((__m128i *)(output + 4 * x), _mm_or_si128(pixels, opaque));
    }
    return x;
}

SSSE3 static inline __m128i undo_paeth(__m128i d, __m128i a, __m128i b, __m128i c) {
    // Sixteen bits for each channel.
    __m128i pa = _mm_sub_epi16(b, c), pb = _mm_sub_epi16(a, c);
    __m128i pc = _mm_abs_epi16(_mm_add_epi16(pa, pb));
    pa = _mm_abs_epi16(pa);
    pb = _mm_abs_epi16(pb);
    __m128i smallest = _mm_min_epi16(pc, _mm_min_epi16(pa, pb));
    __m128i is_a = _mm_cmpeq_epi16(smallest, pa), is_b = _mm_cmpeq_epi16(smallest, pb);
    __m128i b_or_c = _mm_or_si128(_mm_and_si128(is_b, b), _mm_andnot_si128(is_b, c));
    __m128i nearest = _mm_or_si128(_mm_and_si128(is_a, a), _mm_andnot_si128(is_a, b_or_c));
    // Adds bytes: the high byte of each channel stays zero.
    return _mm_add_epi8(d, nearest);
}

SSSE3 static inline void unfilter_paeth(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, uint32_t opaque,
    uint8_t *output
) {
    const __m128i zero = _mm_setzero_si128();
    __m128i a = zero, c = zero;
    for (size_t x = 0; x < width; x++, row += channels) {
        __m128i b = _mm_unpacklo_epi8(load_above(above + 4 * x), zero);
        // The alpha of opaque pictures is not in the file; take it as zero on both sides.
        if (opaque) b = _mm_and_si128(b, _mm_setr_epi16(255, 255, 255, 0, 0, 0, 0, 0));
        a = undo_paeth(_mm_unpacklo_epi8(load_pixel(row, channels, x + 1 == width), zero), a, b, c);
        c = b;
        store_pixel(output + 4 * x, _mm_packus_epi16(a, a), opaque);
    }
}

SSSE3 static inline void unfilter_sideways(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, bool averages,
    uint32_t opaque, uint8_t *output
) {
    const __m128i one = _mm_set1_epi8(1);
    __m128i a = _mm_setzero_si128();
    for (size_t x = 0; x < width; x++, row += channels) {
        __m128i guess = a;
        if (averages) {
            // The instruction rounds up, the format down.
            __m128i b = load_above(above + 4 * x);
            guess = _mm_sub_epi8(_mm_avg_epu8(a, b), _mm_and_si128(_mm_xor_si128(a, b), one));
        }
        a = _mm_add_epi8(load_pixel(row, channels, x + 1 == width), guess);
        store_pixel(output + 4 * x, a, opaque);
    }
}

SSSE3 static inline bool unfilter_vector(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, uint8_t *output
) {
    unsigned filter = *row++;
    uint32_t opaque = channels == 3 ? 0xFF000000 : 0;
    switch (filter) {
    case none:
    case up: {
        size_t x = unfilter_upwards(row, width, channels, above, filter == up, output);
        for (; x < width; x++) {
            __m128i pixel = load_pixel(row + x * channels, channels, true);
            if (filter == up) pixel = _mm_add_epi8(pixel, load_above(above + 4 * x));
            store_pixel(output + 4 * x, pixel, opaque);
        }
        return true;
    }
    case sub: unfilter_sideways(row, width, channels, above, false, opaque, output); return true;
    case average: unfilter_sideways(row, width, channels, above, true, opaque, output); return true;
    case paeth_filter: unfilter_paeth(row, width, channels, above, opaque, output); return true;
    default: return false;
    }
}

// One version for each number of channels, so that the loops know it.
SSSE3 static bool unfilter_three(
    const uint8_t *row, size_t width, const uint8_t *above, uint8_t *output
) {
    return unfilter_vector(row, width, 3, above, output);
}

SSSE3 static bool unfilter_four(
    const uint8_t *row, size_t width, const uint8_t *above, uint8_t *output
) {
    return unfilter_vector(row, width, 4, above, output);
}
#endif

bool crasterio_png_unfilter(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, uint8_t *output
) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("ssse3"))
        return channels == 3 ? unfilter_three(row, width, above, output)
                             : unfilter_four(row, width, above, output);
#endif
    return crasterio_png_unfilter_scalar(row, width, channels, above, output);
}
