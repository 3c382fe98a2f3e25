#include "CRasterIO.h"

#include <stdlib.h>
#include <string.h>

// Median cut over a histogram of 5 bits for each colour, after P. Heckbert, "Color image
// quantization for frame buffer display", 1982.
enum { bits = 5, levels = 1 << bits, cells = levels * levels * levels };

typedef struct {
    uint8_t low[3], high[3];
    uint32_t count;
} box;

typedef struct {
    uint32_t count, sum[3];
} cell;

static size_t cell_index(unsigned red, unsigned green, unsigned blue) {
    return (red >> (8 - bits)) << (2 * bits) | (green >> (8 - bits)) << bits | blue >> (8 - bits);
}

static bool is_opaque(const uint8_t *pixel) { return pixel[3] >= 128; }

// Shrinks a box to the cells that hold pixels and counts them.
static void fit(box *b, const cell *histogram) {
    box tight = {{levels, levels, levels}, {0, 0, 0}, 0};
    for (int r = b->low[0]; r <= b->high[0]; r++)
        for (int g = b->low[1]; g <= b->high[1]; g++)
            for (int u = b->low[2]; u <= b->high[2]; u++) {
                uint32_t count = histogram[(size_t)r << (2 * bits) | (size_t)g << bits | (size_t)u].count;
                if (!count) continue;
                const int at[3] = {r, g, u};
                for (int axis = 0; axis < 3; axis++) {
                    if (at[axis] < tight.low[axis]) tight.low[axis] = (uint8_t)at[axis];
                    if (at[axis] > tight.high[axis]) tight.high[axis] = (uint8_t)at[axis];
                }
                tight.count += count;
            }
    if (tight.count) *b = tight;
}

static uint32_t plane_count(const box *b, int axis, int at, const cell *histogram) {
    box plane = *b;
    plane.low[axis] = plane.high[axis] = (uint8_t)at;
    uint32_t count = 0;
    for (int r = plane.low[0]; r <= plane.high[0]; r++)
        for (int g = plane.low[1]; g <= plane.high[1]; g++)
            for (int u = plane.low[2]; u <= plane.high[2]; u++)
                count += histogram[(size_t)r << (2 * bits) | (size_t)g << bits | (size_t)u].count;
    return count;
}

// Splits a box at the median of its longest side; false when it is a single cell.
static bool split(box *b, box *other, const cell *histogram) {
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (b->high[i] - b->low[i] > b->high[axis] - b->low[axis]) axis = i;
    if (b->high[axis] == b->low[axis]) return false;
    uint32_t below = 0;
    int cut = b->low[axis];
    for (; cut < b->high[axis] - 1; cut++) {
        below += plane_count(b, axis, cut, histogram);
        if (below * 2 >= b->count) break;
    }
    *other = *b;
    b->high[axis] = (uint8_t)cut;
    other->low[axis] = (uint8_t)(cut + 1);
    fit(b, histogram);
    fit(other, histogram);
    return true;
}

static void average(const box *b, const cell *histogram, uint8_t *color) {
    uint64_t sum[3] = {0}, count = 0;
    for (int r = b->low[0]; r <= b->high[0]; r++)
        for (int g = b->low[1]; g <= b->high[1]; g++)
            for (int u = b->low[2]; u <= b->high[2]; u++) {
                const cell *c = &histogram[(size_t)r << (2 * bits) | (size_t)g << bits | (size_t)u];
                count += c->count;
                for (int i = 0; i < 3; i++) sum[i] += c->sum[i];
            }
    for (int i = 0; i < 3; i++) color[i] = count ? (uint8_t)((sum[i] + count / 2) / count) : 0;
}

// Collects the colours themselves as long as there are no more than `limit`.
static bool exact_palette(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, uint8_t *palette,
    unsigned limit, unsigned *found
) {
    enum { slots = 1024 };
    uint32_t keys[slots];
    bool used[slots] = {false};
    unsigned count = 0;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *p = pixels + (size_t)y * stride + (size_t)x * 4;
            if (!is_opaque(p)) continue;
            uint32_t key = (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
            unsigned slot = (key * 2654435761u) >> 22;
            while (used[slot] && keys[slot] != key) slot = (slot + 1) % slots;
            if (used[slot]) continue;
            if (count == limit) return false;
            used[slot] = true;
            keys[slot] = key;
            memcpy(palette + 3 * count++, (uint8_t[]){p[2], p[1], p[0]}, 3);
        }
    *found = count;
    return true;
}

static unsigned cut_palette(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, uint8_t *palette,
    unsigned limit
) {
    cell *histogram = calloc(cells, sizeof *histogram);
    box boxes[256] = {{{0, 0, 0}, {levels - 1, levels - 1, levels - 1}, 0}};
    if (!histogram) return 0;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *p = pixels + (size_t)y * stride + (size_t)x * 4;
            if (!is_opaque(p)) continue;
            cell *c = &histogram[cell_index(p[2], p[1], p[0])];
            c->count++;
            for (int i = 0; i < 3; i++) c->sum[i] += p[2 - i];
        }
    unsigned count = 1;
    fit(&boxes[0], histogram);
    while (count < limit) {
        // The box with most pixels that can still be split.
        unsigned best = count;
        for (unsigned i = 0; i < count; i++) {
            bool divisible = memcmp(boxes[i].low, boxes[i].high, 3) != 0;
            if (divisible && (best == count || boxes[i].count > boxes[best].count)) best = i;
        }
        if (best == count || !split(&boxes[best], &boxes[count], histogram)) break;
        count++;
    }
    for (unsigned i = 0; i < count; i++) average(&boxes[i], histogram, palette + 3 * i);
    free(histogram);
    return count;
}

static unsigned nearest(const uint8_t *palette, unsigned count, const int *color) {
    unsigned best = 0, lowest = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        int r = palette[3 * i] - color[0], g = palette[3 * i + 1] - color[1], b = palette[3 * i + 2] - color[2];
        // The eye weighs green most and blue least.
        unsigned distance = (unsigned)(2 * r * r + 4 * g * g + b * b);
        if (distance >= lowest) continue;
        lowest = distance;
        best = i;
    }
    return best;
}

static int clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

// Spreads what a palette cannot express to the neighbours (R. Floyd and L. Steinberg, 1976).
static bool dither(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, const uint8_t *palette,
    unsigned count, bool exact, uint8_t transparent, uint8_t *indices
) {
    uint16_t *known = calloc(cells, sizeof *known);
    int *errors = calloc(((size_t)width + 2) * 2 * 3, sizeof *errors);
    bool ready = known && errors;
    for (uint32_t y = 0; ready && y < height; y++) {
        int *here = errors + (y % 2) * ((size_t)width + 2) * 3;
        int *below = errors + ((y + 1) % 2) * ((size_t)width + 2) * 3;
        memset(below, 0, ((size_t)width + 2) * 3 * sizeof *below);
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *p = pixels + (size_t)y * stride + (size_t)x * 4;
            uint8_t *index = indices + (size_t)y * width + x;
            *index = transparent;
            if (!is_opaque(p)) continue;
            int *error = here + ((size_t)x + 1) * 3, wanted[3];
            for (int i = 0; i < 3; i++) wanted[i] = clamp(p[2 - i] + (exact ? 0 : error[i] / 16));
            uint16_t *entry = &known[cell_index((unsigned)wanted[0], (unsigned)wanted[1], (unsigned)wanted[2])];
            if (exact || !*entry) *entry = (uint16_t)(nearest(palette, count, wanted) + 1);
            *index = (uint8_t)(*entry - 1);
            for (int i = 0; i < 3; i++) {
                int rest = wanted[i] - palette[3 * *index + i];
                error[3 + i] += rest * 7;
                below[(size_t)x * 3 + i] += rest * 3;
                below[((size_t)x + 1) * 3 + i] += rest * 5;
                below[((size_t)x + 2) * 3 + i] += rest;
            }
        }
    }
    free(known);
    free(errors);
    return ready;
}

bool crasterio_quantize(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, uint8_t transparent,
    uint8_t *palette, uint8_t *indices
) {
    memset(palette, 0, 256 * 3);
    unsigned count = 0;
    // One entry is kept for transparent pixels.
    bool exact = exact_palette(pixels, stride, width, height, palette, 255, &count);
    if (!exact) count = cut_palette(pixels, stride, width, height, palette, 255);
    if (count == 0 && !exact) return false;
    return dither(
        pixels, stride, width, height, palette, count ? count : 1, exact, transparent, indices);
}
