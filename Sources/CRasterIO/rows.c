#include "CRasterIO.h"

#include <stdlib.h>

void crasterio_free(crasterio_buffer buffer) { free(buffer.bytes); }

// The nearest integer to a × b / 255.
static inline uint8_t multiply(unsigned a, unsigned b) {
    unsigned product = a * b + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

void crasterio_premultiply(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        unsigned alpha = pixels[3];
        pixels[0] = multiply(pixels[0], alpha);
        pixels[1] = multiply(pixels[1], alpha);
        pixels[2] = multiply(pixels[2], alpha);
    }
}

static inline uint8_t divide(unsigned value, unsigned alpha) {
    unsigned result = (value * 255 + alpha / 2) / alpha;
    return result > 255 ? 255 : (uint8_t)result;
}

void crasterio_unpremultiply(const uint8_t *pixels, size_t count, uint8_t *output) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 4) {
        unsigned alpha = pixels[3];
        for (int channel = 0; channel < 3; channel++)
            output[channel] = alpha == 255 ? pixels[channel]
                : alpha == 0 ? 0 : divide(pixels[channel], alpha);
        output[3] = (uint8_t)alpha;
    }
}

void crasterio_flatten_on_white(const uint8_t *pixels, uint8_t *output, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 4) {
        unsigned rest = 255u - pixels[3];
        for (int channel = 0; channel < 3; channel++) {
            unsigned value = pixels[channel] + rest;
            output[channel] = (uint8_t)(value > 255 ? 255 : value);
        }
        output[3] = 255;
    }
}

bool crasterio_is_opaque(const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (pixels[4 * i + 3] != 255) return false;
    return true;
}

void crasterio_cmyk_to_bgra(uint8_t *pixels, size_t count, bool inverted) {
    uint8_t flip = inverted ? 0 : 0xFF;
    for (size_t i = 0; i < count; i++, pixels += 4) {
        // After the flip each value says how much light is left.
        unsigned black = pixels[3] ^ flip;
        uint8_t red = multiply(pixels[0] ^ flip, black);
        uint8_t green = multiply(pixels[1] ^ flip, black);
        uint8_t blue = multiply(pixels[2] ^ flip, black);
        pixels[0] = blue;
        pixels[1] = green;
        pixels[2] = red;
        pixels[3] = 255;
    }
}

void crasterio_swap_red_and_blue(const uint8_t *pixels, size_t count, uint8_t *output) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 4) {
        uint8_t first = pixels[0];
        output[0] = pixels[2];
        output[1] = pixels[1];
        output[2] = first;
        output[3] = pixels[3];
    }
}

void crasterio_pack_rgb(const uint8_t *pixels, size_t count, uint8_t *output) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 3) {
        output[0] = pixels[2];
        output[1] = pixels[1];
        output[2] = pixels[0];
    }
}

void crasterio_draw_over(const uint8_t *pixels, size_t count, uint8_t *output) {
    for (size_t i = 0; i < count; i++, pixels += 4, output += 4) {
        unsigned rest = 255u - pixels[3];
        if (rest == 255) continue;
        for (int channel = 0; channel < 4; channel++) {
            unsigned value = pixels[channel] + multiply(output[channel], rest);
            output[channel] = (uint8_t)(value > 255 ? 255 : value);
        }
    }
}
