#include "CRasterIO.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    jmp_buf on_error;
    struct jpeg_destination_mgr destination;
    // All that was written so far; always the one buffer there is.
    uint8_t *bytes;
    size_t capacity;
} encoding;

enum { FIRST_CAPACITY = 1 << 16 };

static void on_fatal(j_common_ptr common) {
    encoding *job = common->client_data;
    longjmp(job->on_error, 1);
}

static void on_message(j_common_ptr common, int level) {
    (void)common;
    (void)level;
}

static void make_room(j_compress_ptr encoder, size_t used) {
    encoding *job = encoder->client_data;
    size_t capacity = used ? 2 * used : FIRST_CAPACITY;
    uint8_t *bytes = capacity > used ? realloc(job->bytes, capacity) : NULL;
    if (!bytes) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 10);
    job->bytes = bytes;
    job->capacity = capacity;
    job->destination.next_output_byte = bytes + used;
    job->destination.free_in_buffer = capacity - used;
}

static void destination_start(j_compress_ptr encoder) { make_room(encoder, 0); }

// Called when the buffer is full to the last byte, whatever free_in_buffer says.
static boolean destination_grow(j_compress_ptr encoder) {
    encoding *job = encoder->client_data;
    make_room(encoder, job->capacity);
    return TRUE;
}

static void destination_end(j_compress_ptr encoder) { (void)encoder; }

static void compress(
    encoding *job, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height,
    int quality
) {
    j_compress_ptr encoder = &job->encoder;
    jpeg_create_compress(encoder);
    // That of the library loses its buffer when an error ends it after the first growth.
    job->destination.init_destination = destination_start;
    job->destination.empty_output_buffer = destination_grow;
    job->destination.term_destination = destination_end;
    encoder->dest = &job->destination;
    encoder->image_width = width;
    encoder->image_height = height;
    encoder->input_components = 4;
    encoder->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, quality, TRUE);
    // The default halves chroma both ways. At high quality colour edges are kept whole.
    if (quality >= 90) {
        encoder->comp_info[0].h_samp_factor = 1;
        encoder->comp_info[0].v_samp_factor = 1;
    }
    jpeg_start_compress(encoder, TRUE);
    while (encoder->next_scanline < height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder->next_scanline * stride);
        jpeg_write_scanlines(encoder, &row, 1);
    }
    jpeg_finish_compress(encoder);
}

crasterio_status crasterio_jpeg_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, int quality,
    crasterio_buffer *output, char *message
) {
    encoding *job = calloc(1, sizeof *job);
    if (!job) return CRASTERIO_NO_MEMORY;
    job->encoder.err = jpeg_std_error(&job->errors);
    job->encoder.client_data = job;
    job->errors.error_exit = on_fatal;
    job->errors.emit_message = on_message;
    crasterio_status status = CRASTERIO_OK;
    if (setjmp(job->on_error)) {
        char text[JMSG_LENGTH_MAX];
        job->errors.format_message((j_common_ptr)&job->encoder, text);
        snprintf(message, CRASTERIO_MESSAGE_SIZE, "%s", text);
        status = job->errors.msg_code == JERR_OUT_OF_MEMORY ? CRASTERIO_NO_MEMORY
                                                            : CRASTERIO_CORRUPT;
        jpeg_destroy_compress(&job->encoder);
        free(job->bytes);
        free(job);
        return status;
    }
    compress(job, pixels, stride, width, height, quality);
    jpeg_destroy_compress(&job->encoder);
    output->bytes = job->bytes;
    output->size = job->capacity - job->destination.free_in_buffer;
    free(job);
    return status;
}
