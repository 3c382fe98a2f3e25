#include "dispatch.h"

CRASTER_MULTIVERSION
void CRaster_maskRow(
    const uint8_t *source, const uint8_t *coverage, const uint8_t *backdrop, uint8_t *target,
    size_t width) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *from = source + 4 * x;
        uint32_t covered = coverage[x];
        uint32_t rest = 255 - divideBy255(from[3] * covered);
        for (int c = 0; c < 4; c++) {
            uint32_t value = divideBy255(from[c] * covered) + divideBy255(backdrop[c] * rest);
            target[4 * x + c] = (uint8_t)(value > 255 ? 255 : value);
        }
    }
}

CRASTER_MULTIVERSION
void CRaster_paintRow(
    const uint8_t *source, const uint8_t *coverage, const uint8_t *color, uint8_t *target,
    size_t width) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *from = source + 4 * x;
        uint32_t covered = coverage[x];
        uint32_t rest = 255 - divideBy255(color[3] * covered);
        for (int c = 0; c < 4; c++) {
            uint32_t value = divideBy255(color[c] * covered) + divideBy255(from[c] * rest);
            target[4 * x + c] = (uint8_t)(value > 255 ? 255 : value);
        }
    }
}

CRASTER_MULTIVERSION
void CRaster_mixRow(
    const uint8_t *source, const uint8_t *color, uint32_t weight, uint8_t *target, size_t width) {
    for (size_t x = 0; x < width; x++) {
        const uint8_t *from = source + 4 * x;
        for (int c = 0; c < 3; c++) {
            uint32_t own = divideBy255(color[c] * (uint32_t)from[3]);
            target[4 * x + c] =
                (uint8_t)((from[c] * (65536 - weight) + own * weight + 32768) >> 16);
        }
        target[4 * x + 3] = from[3];
    }
}
