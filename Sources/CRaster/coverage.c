#include "dispatch.h"

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
