#include "CRasterIO.h"

#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

struct crasterio_gif_writer {
    GifFileType *file;
    crasterio_buffer output;
    size_t capacity;
    bool out_of_memory;
};

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count) {
    crasterio_gif_writer *writer = file->UserData;
    size_t size = count > 0 ? (size_t)count : 0, needed = writer->output.size + size;
    if (needed > writer->capacity) {
        size_t capacity = needed * 2;
        uint8_t *grown = realloc(writer->output.bytes, capacity);
        if (!grown) {
            writer->out_of_memory = true;
            return 0;
        }
        writer->output.bytes = grown;
        writer->capacity = capacity;
    }
    memcpy(writer->output.bytes + writer->output.size, bytes, size);
    writer->output.size += size;
    return count;
}

static bool write_loop(GifFileType *file, uint16_t repetitions) {
    const uint8_t body[3] = {1, repetitions & 0xFF, repetitions >> 8};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK
        && EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK
        && EGifPutExtensionBlock(file, 3, body) == GIF_OK
        && EGifPutExtensionTrailer(file) == GIF_OK;
}

crasterio_gif_writer *crasterio_gif_writer_open(
    uint16_t width, uint16_t height, bool loops, uint16_t repetitions
) {
    crasterio_gif_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    int code = 0;
    writer->file = EGifOpen(writer, write_bytes, &code);
    if (writer->file) {
        EGifSetGifVersion(writer->file, true);
        if (EGifPutScreenDesc(writer->file, width, height, 8, 0, NULL) == GIF_OK
            && (!loops || write_loop(writer->file, repetitions)))
            return writer;
    }
    crasterio_gif_writer_close(writer, NULL);
    return NULL;
}

crasterio_status crasterio_gif_writer_add(
    crasterio_gif_writer *writer, const crasterio_gif_frame *frame, const uint8_t *indices,
    const uint8_t *palette
) {
    GraphicsControlBlock control = {
        .DisposalMode = frame->disposal,
        .DelayTime = frame->delay,
        .TransparentColor = frame->transparent_index,
    };
    GifByteType extension[4];
    size_t size = EGifGCBToExtension(&control, extension);
    ColorMapObject *colors = GifMakeMapObject(256, NULL);
    bool done = colors != NULL;
    if (done) {
        memcpy(colors->Colors, palette, 256 * sizeof *colors->Colors);
        done = EGifPutExtension(writer->file, GRAPHICS_EXT_FUNC_CODE, (int)size, extension) == GIF_OK
            && EGifPutImageDesc(
                   writer->file, frame->x, frame->y, frame->width, frame->height, false, colors)
                == GIF_OK;
        GifFreeMapObject(colors);
    }
    for (uint32_t y = 0; done && y < frame->height; y++) {
        // giflib masks the line in place, hence the cast; with 256 colours nothing changes.
        GifPixelType *line = (GifPixelType *)(indices + (size_t)y * frame->width);
        done = EGifPutLine(writer->file, line, frame->width) == GIF_OK;
    }
    if (done) return CRASTERIO_OK;
    return writer->out_of_memory || !colors ? CRASTERIO_NO_MEMORY : CRASTERIO_CORRUPT;
}

crasterio_status crasterio_gif_writer_close(
    crasterio_gif_writer *writer, crasterio_buffer *output
) {
    int code = 0;
    bool done = writer->file && EGifCloseFile(writer->file, &code) == GIF_OK;
    bool out_of_memory = writer->out_of_memory;
    if (output && done) *output = writer->output;
    else free(writer->output.bytes);
    free(writer);
    return done ? CRASTERIO_OK : out_of_memory ? CRASTERIO_NO_MEMORY : CRASTERIO_CORRUPT;
}
