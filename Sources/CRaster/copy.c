#include <string.h>

#include "dispatch.h"

/// Side of the squares in which pixels are moved, so that a transposition stays in the cache.
enum { tile = 16 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

void CRaster_copyTransformed(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t width, size_t height, uint8_t *target,
    ptrdiff_t stepX, ptrdiff_t stepY) {
    for (size_t top = 0; top < height; top += tile) {
        size_t bottom = smaller(top + tile, height);
        for (size_t left = 0; left < width; left += tile) {
            size_t right = smaller(left + tile, width);
            for (size_t y = top; y < bottom; y++) {
                const uint8_t *from = source + (ptrdiff_t)y * bytesPerRow + 4 * left;
                uint8_t *to = target + (ptrdiff_t)y * stepY + (ptrdiff_t)left * stepX;
                for (size_t x = left; x < right; x++, from += 4, to += stepX) {
                    memcpy(to, from, 4);
                }
            }
        }
    }
}
