#include "CRasterIO.h"

static inline uint8_t encode(int32_t sum, const uint8_t *encoded) {
    // Rounds 13 fraction bits of the matrix away.
    int32_t value = (sum + 4096) >> 13;
    return encoded[value < 0 ? 0 : value > 16384 ? 16384 : value];
}

void crasterio_apply_matrix_shaper(
    uint8_t *pixels, size_t count, const int32_t *linear, const int32_t *matrix,
    const uint8_t *encoded
) {
    const int32_t *m = matrix;
    for (size_t i = 0; i < count; i++, pixels += 4) {
        int32_t r = linear[pixels[2]];
        int32_t g = linear[256 + pixels[1]];
        int32_t b = linear[512 + pixels[0]];
        pixels[2] = encode(m[0] * r + m[1] * g + m[2] * b, encoded);
        pixels[1] = encode(m[3] * r + m[4] * g + m[5] * b, encoded);
        pixels[0] = encode(m[6] * r + m[7] * g + m[8] * b, encoded);
    }
}

void crasterio_apply_table(uint8_t *pixels, size_t count, const uint8_t *table) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        pixels[0] = table[pixels[0]];
        pixels[1] = table[pixels[1]];
        pixels[2] = table[pixels[2]];
    }
}

void crasterio_clamp_to_alpha(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        uint8_t alpha = pixels[3];
        for (int color = 0; color < 3; color++)
            if (pixels[color] > alpha) pixels[color] = alpha;
    }
}

void crasterio_set_opaque(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) pixels[4 * i + 3] = 255;
}
