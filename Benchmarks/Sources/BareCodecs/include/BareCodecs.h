// The codec libraries with nothing around them, as the mark that our decoders are measured against.
#ifndef BARECODECS_H
#define BARECODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes to new memory of four bytes a pixel and frees it; false on any error.
bool BareCodecs_jpeg(const uint8_t *data, size_t size);
/// With libpng's simplified interface.
bool BareCodecs_png(const uint8_t *data, size_t size);
bool BareCodecs_webp(const uint8_t *data, size_t size);
/// All frames, as palette indices.
bool BareCodecs_gif(const uint8_t *data, size_t size);

#endif
