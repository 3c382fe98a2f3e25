#include "dispatch.h"

static inline uint8_t encoded(float light, const uint8_t *encode) {
    if (!(light > 0)) return encode[0];
    float index = light * (CRASTER_ENCODE_SIZE - 1) + 0.5f;
    return encode[index < CRASTER_ENCODE_SIZE - 1 ? (size_t)index : CRASTER_ENCODE_SIZE - 1];
}

void CRaster_colorMatrixRow(
    const uint8_t *source, const float *matrix, const float *decode, const uint8_t *encode,
    uint8_t *target, size_t width) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *from = source + 4 * x;
        uint8_t *to = target + 4 * x;
        uint32_t alpha = from[3];
        uint32_t straight[3] = {from[0], from[1], from[2]};
        if (alpha != 255) {
            for (int c = 0; c < 3; c++) {
                straight[c] = alpha == 0 ? 0 : (straight[c] * 255 + alpha / 2) / alpha;
                if (straight[c] > 255) straight[c] = 255;
            }
        }
        float blue = decode[straight[0]], green = decode[straight[1]], red = decode[straight[2]];
        for (int c = 0; c < 3; c++) {
            // Rows of the matrix are for red, green, blue; bytes are the other way round.
            const float *row = matrix + 4 * (2 - c);
            float light = row[0] * red + row[1] * green + row[2] * blue + row[3];
            to[c] = (uint8_t)divideBy255(encoded(light, encode) * alpha);
        }
        to[3] = (uint8_t)alpha;
    }
}
