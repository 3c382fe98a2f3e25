#include "CRasterIO.h"

#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

// What giflib reads: a made-up screen of the frame's size, then the frame's own bytes.
typedef struct {
    uint8_t screen[13];
    size_t screen_read;
    const uint8_t *next;
    size_t remaining;
} gif_input;

static int read_bytes(GifFileType *file, GifByteType *output, int count) {
    gif_input *input = file->UserData;
    size_t wanted = count > 0 ? (size_t)count : 0, done = 0;
    while (done < wanted && input->screen_read < sizeof input->screen)
        output[done++] = input->screen[input->screen_read++];
    size_t rest = wanted - done;
    if (rest > input->remaining) rest = input->remaining;
    memcpy(output + done, input->next, rest);
    input->next += rest;
    input->remaining -= rest;
    return (int)(done + rest);
}

// Rows are coloured while they are in the cache. Returns how many came.
static uint32_t read_rows(
    GifFileType *file, uint8_t *line, const crasterio_gif_target *target, const uint32_t *palette
) {
    static const struct { uint32_t start, step; } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    uint32_t height = (uint32_t)file->Image.Height, done = 0;
    bool interlaced = file->Image.Interlace;
    for (int pass = 0; pass < (interlaced ? 4 : 1); pass++) {
        uint32_t step = interlaced ? passes[pass].step : 1;
        for (uint32_t y = interlaced ? passes[pass].start : 0; y < height; y += step, done++) {
            if (DGifGetLine(file, line, file->Image.Width) != GIF_OK) return done;
            if (y >= target->height) continue;
            uint32_t *row = (uint32_t *)(target->start + (size_t)y * target->stride);
            crasterio_color_indices(line, target->width, palette, target->replaces, row);
        }
    }
    return done;
}

crasterio_status crasterio_gif_decode(
    const uint8_t *frame, size_t size, uint16_t width, uint16_t height, const uint32_t *palette,
    const crasterio_gif_target *target, uint32_t *rows
) {
    gif_input input = {
        .screen = {'G', 'I', 'F', '8', '9', 'a', width & 0xFF, width >> 8, height & 0xFF, height >> 8},
        .next = frame,
        .remaining = size,
    };
    *rows = 0;
    int code = 0;
    uint8_t *line = malloc(width ? width : 1);
    if (!line) return CRASTERIO_NO_MEMORY;
    GifFileType *file = DGifOpen(&input, read_bytes, &code);
    if (!file) {
        free(line);
        return code == D_GIF_ERR_NOT_ENOUGH_MEM ? CRASTERIO_NO_MEMORY : CRASTERIO_CORRUPT;
    }
    crasterio_status status = CRASTERIO_CORRUPT;
    GifRecordType type;
    if (DGifGetRecordType(file, &type) == GIF_OK && type == IMAGE_DESC_RECORD_TYPE
        && DGifGetImageDesc(file) == GIF_OK && file->Image.Width == width
        && file->Image.Height == height) {
        *rows = read_rows(file, line, target, palette);
        status = *rows == height ? CRASTERIO_OK
            : input.remaining == 0 ? CRASTERIO_TRUNCATED : CRASTERIO_CORRUPT;
    }
    DGifCloseFile(file, &code);
    free(line);
    return status;
}
