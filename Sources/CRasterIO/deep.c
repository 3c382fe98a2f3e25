#include "CRasterIO.h"

// Rows of BGRA of 16 bits. They are converted and multiplied as such and rounded once, at the end.
// Rounding to 16 bits on the way to 8 is as good as none: 257, the ratio between the two, is odd, so
// that no number in the middle between two of 8 bits is one of 16.

enum { top = 65535 };

static inline uint16_t encode(int64_t sum, const uint16_t *encoded) {
    // Rounds 20 fraction bits of the matrix away.
    int64_t value = (sum + (1 << 19)) >> 20;
    return encoded[value < 0 ? 0 : value > top ? top : value];
}

void crasterio_deep_apply_matrix_shaper(
    uint16_t *pixels, size_t count, const uint16_t *linear, const int32_t *matrix,
    const uint16_t *encoded
) {
    const int32_t *m = matrix;
    for (size_t i = 0; i < count; i++, pixels += 4) {
        int64_t r = linear[pixels[2]];
        int64_t g = linear[65536 + pixels[1]];
        int64_t b = linear[131072 + pixels[0]];
        pixels[2] = encode(m[0] * r + m[1] * g + m[2] * b, encoded);
        pixels[1] = encode(m[3] * r + m[4] * g + m[5] * b, encoded);
        pixels[0] = encode(m[6] * r + m[7] * g + m[8] * b, encoded);
    }
}

void crasterio_deep_apply_table(uint16_t *pixels, size_t count, const uint16_t *table) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        pixels[0] = table[pixels[0]];
        pixels[1] = table[pixels[1]];
        pixels[2] = table[pixels[2]];
    }
}

void crasterio_deep_unpremultiply(uint16_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        uint32_t alpha = pixels[3];
        if (alpha == top) continue;
        for (int channel = 0; channel < 3; channel++) {
            uint32_t value = pixels[channel];
            // At most 65535 × 65535 + 32767, which 32 bits hold.
            pixels[channel] = alpha == 0 ? 0
                : value >= alpha ? top : (uint16_t)((value * top + alpha / 2) / alpha);
        }
    }
}

void crasterio_deep_widen(const uint8_t *pixels, size_t count, unsigned bits, uint16_t *output) {
    static const uint8_t place[4] = {2, 1, 0, 3};
    uint32_t highest = (1u << bits) - 1;
    for (size_t i = 0; i < count; i++, pixels += 8, output += 4) {
        for (int channel = 0; channel < 4; channel++) {
            uint32_t value = pixels[2 * channel] | (uint32_t)pixels[2 * channel + 1] << 8;
            if (value > highest) value = highest;
            output[place[channel]] = (uint16_t)((value * top + highest / 2) / highest);
        }
    }
}

// The nearest integer to value / 257.
static inline uint8_t narrow(uint32_t value) { return (uint8_t)((value * 255 + 32895) >> 16); }

// The nearest integer to a × b / 65535.
static inline uint32_t multiply(uint32_t a, uint32_t b) {
    uint32_t product = a * b + 32768;
    return (product + (product >> 16)) >> 16;
}

void crasterio_deep_narrow(const uint16_t *pixels, size_t count, uint8_t *output) {
    for (size_t i = 0; i < 4 * count; i++) output[i] = narrow(pixels[i]);
}

void crasterio_deep_narrow_multiplied(const uint16_t *pixels, size_t count, uint8_t *output) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 4) {
        uint32_t alpha = pixels[3];
        output[0] = narrow(multiply(pixels[0], alpha));
        output[1] = narrow(multiply(pixels[1], alpha));
        output[2] = narrow(multiply(pixels[2], alpha));
        output[3] = narrow(alpha);
    }
}

void crasterio_spread(const uint8_t *pixels, size_t count, size_t step, uint8_t *output) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 4 * step)
        for (int channel = 0; channel < 4; channel++) output[channel] = pixels[channel];
}
