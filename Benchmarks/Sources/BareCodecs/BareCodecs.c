#include "BareCodecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

bool BareCodecs_jpeg(const uint8_t *data, size_t size) {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, data, size);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_EXT_BGRX;
    jpeg_start_decompress(&decoder);
    size_t stride = (size_t)decoder.output_width * 4;
    uint8_t *pixels = malloc(stride * decoder.output_height);
    while (pixels && decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = pixels + stride * decoder.output_scanline;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    free(pixels);
    return pixels != NULL;
}

bool BareCodecs_png(const uint8_t *data, size_t size) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, data, size)) return false;
    image.format = PNG_FORMAT_BGRA;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    bool done = pixels && png_image_finish_read(&image, NULL, pixels, 0, NULL);
    free(pixels);
    return done;
}

bool BareCodecs_webp(const uint8_t *data, size_t size) {
    int width, height;
    uint8_t *pixels = WebPDecodeBGRA(data, size, &width, &height);
    WebPFree(pixels);
    return pixels != NULL;
}

typedef struct {
    const uint8_t *next;
    size_t remaining;
} input;

static int read_bytes(GifFileType *file, GifByteType *output, int count) {
    input *from = file->UserData;
    size_t size = (size_t)count < from->remaining ? (size_t)count : from->remaining;
    memcpy(output, from->next, size);
    from->next += size;
    from->remaining -= size;
    return (int)size;
}

bool BareCodecs_gif(const uint8_t *data, size_t size) {
    input from = {data, size};
    int code;
    GifFileType *file = DGifOpen(&from, read_bytes, &code);
    if (!file) return false;
    bool done = DGifSlurp(file) == GIF_OK;
    DGifCloseFile(file, &code);
    return done;
}
