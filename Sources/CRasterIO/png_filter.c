#include "CRasterIO.h"

#include <stdlib.h>
#include <string.h>

// Filters of PNG, section 9.2 of the specification: none, sub, up, average, Paeth.
enum { filter_count = 5 };

static uint8_t straight(uint8_t value, uint8_t alpha) {
    if (alpha == 0) return 0;
    unsigned result = (value * 255u + alpha / 2u) / alpha;
    return result > 255 ? 255 : (uint8_t)result;
}

static void unpack_row(const uint8_t *pixels, uint32_t width, bool with_alpha, uint8_t *output) {
    for (uint32_t x = 0; x < width; x++, pixels += 4) {
        uint8_t alpha = pixels[3];
        if (!with_alpha || alpha == 255) {
            output[0] = pixels[2];
            output[1] = pixels[1];
            output[2] = pixels[0];
        } else {
            output[0] = straight(pixels[2], alpha);
            output[1] = straight(pixels[1], alpha);
            output[2] = straight(pixels[0], alpha);
        }
        if (with_alpha) output[3] = alpha;
        output += with_alpha ? 4 : 3;
    }
}

static uint8_t paeth(int a, int b, int c) {
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

static unsigned magnitude(uint8_t difference) {
    return difference < 128 ? difference : 256u - difference;
}

// Writes the filtered row after its filter byte and returns its cost.
static uint64_t apply(
    int filter, const uint8_t *row, const uint8_t *above, size_t size, size_t pixel, uint8_t *output
) {
    uint64_t cost = 0;
    *output++ = (uint8_t)filter;
    for (size_t i = 0; i < size; i++) {
        int left = i < pixel ? 0 : row[i - pixel];
        int corner = i < pixel ? 0 : above[i - pixel];
        uint8_t guess = 0;
        switch (filter) {
        case 1: guess = (uint8_t)left; break;
        case 2: guess = above[i]; break;
        case 3: guess = (uint8_t)((left + above[i]) / 2); break;
        case 4: guess = paeth(left, above[i], corner); break;
        }
        output[i] = (uint8_t)(row[i] - guess);
        cost += magnitude(output[i]);
    }
    return cost;
}

void crasterio_png_filter(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, bool with_alpha,
    uint8_t *scratch, uint8_t *output
) {
    size_t pixel = with_alpha ? 4 : 3;
    size_t size = (size_t)width * pixel;
    size_t slot = (size_t)width * 4 + 4;
    uint8_t *row = scratch, *above = scratch + slot;
    uint8_t *best = scratch + 2 * slot, *trial = scratch + 3 * slot;
    memset(above, 0, slot);
    for (uint32_t y = 0; y < height; y++) {
        unpack_row(pixels + (size_t)y * stride, width, with_alpha, row);
        uint64_t lowest = UINT64_MAX;
        for (int filter = 0; filter < filter_count; filter++) {
            uint64_t cost = apply(filter, row, above, size, pixel, trial);
            if (cost >= lowest) continue;
            lowest = cost;
            uint8_t *swap = best;
            best = trial;
            trial = swap;
        }
        memcpy(output, best, size + 1);
        output += size + 1;
        uint8_t *swap = above;
        above = row;
        row = swap;
    }
}
