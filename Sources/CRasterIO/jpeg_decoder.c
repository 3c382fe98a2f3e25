#include "CRasterIO.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

struct crasterio_jpeg {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_source_mgr source;
    jmp_buf on_error;
    crasterio_status status;
    int scan_limit;
    bool created, allow_incomplete, ran_out;
    uint32_t rows_present;
    char message[CRASTERIO_MESSAGE_SIZE];
};

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static void fail(crasterio_jpeg *jpeg, crasterio_status status, const char *message) {
    jpeg->status = status;
    if (message) snprintf(jpeg->message, sizeof jpeg->message, "%s", message);
    longjmp(jpeg->on_error, 1);
}

static void on_fatal(j_common_ptr common) {
    crasterio_jpeg *jpeg = common->client_data;
    int code = common->err->msg_code;
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    bool memory = code == JERR_OUT_OF_MEMORY;
    bool excessive = code == JERR_NO_BACKING_STORE;
    // An error after the data ended is a consequence of the end.
    crasterio_status status = memory ? CRASTERIO_NO_MEMORY
        : excessive ? CRASTERIO_EXCESSIVE
        : jpeg->ran_out ? CRASTERIO_TRUNCATED : CRASTERIO_CORRUPT;
    fail(jpeg, status, text);
}

// Level -1 is a warning. libjpeg conceals damage inside a picture and goes on, as browsers do;
// entropy data that stops at the end of the image means that rows are missing.
static void on_message(j_common_ptr common, int level) {
    if (level >= 0 || common->err->msg_code != JWRN_HIT_MARKER) return;
    crasterio_jpeg *jpeg = common->client_data;
    j_decompress_ptr decoder = &jpeg->decoder;
    if (decoder->unread_marker != JPEG_EOI || jpeg->allow_incomplete) return;
    jpeg->rows_present = decoder->input_iMCU_row * decoder->max_v_samp_factor * DCTSIZE;
    fail(jpeg, CRASTERIO_TRUNCATED, NULL);
}

static void on_output(j_common_ptr common) { (void)common; }

static void on_progress(j_common_ptr common) {
    crasterio_jpeg *jpeg = common->client_data;
    if (jpeg->decoder.input_scan_number > jpeg->scan_limit)
        fail(jpeg, CRASTERIO_EXCESSIVE, "more scans than a picture needs");
}

static void source_nothing(j_decompress_ptr decoder) { (void)decoder; }

static boolean source_fill(j_decompress_ptr decoder) {
    crasterio_jpeg *jpeg = decoder->client_data;
    jpeg->ran_out = true;
    jpeg->source.next_input_byte = end_of_image;
    jpeg->source.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static void source_skip(j_decompress_ptr decoder, long count) {
    struct jpeg_source_mgr *source = decoder->src;
    if (count <= 0) return;
    if ((size_t)count > source->bytes_in_buffer) {
        source_fill(decoder);
    } else {
        source->next_input_byte += count;
        source->bytes_in_buffer -= (size_t)count;
    }
}

crasterio_jpeg *crasterio_jpeg_open(const uint8_t *data, size_t size) {
    crasterio_jpeg *jpeg = calloc(1, sizeof *jpeg);
    if (!jpeg) return NULL;
    jpeg->decoder.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = on_fatal;
    jpeg->errors.emit_message = on_message;
    jpeg->errors.output_message = on_output;
    jpeg->decoder.client_data = jpeg;
    jpeg->progress.progress_monitor = on_progress;
    jpeg->source.init_source = source_nothing;
    jpeg->source.fill_input_buffer = source_fill;
    jpeg->source.skip_input_data = source_skip;
    jpeg->source.resync_to_restart = jpeg_resync_to_restart;
    jpeg->source.term_source = source_nothing;
    jpeg->source.next_input_byte = data;
    jpeg->source.bytes_in_buffer = size;
    return jpeg;
}

void crasterio_jpeg_close(crasterio_jpeg *jpeg) {
    if (jpeg->created) jpeg_destroy_decompress(&jpeg->decoder);
    free(jpeg);
}

const char *crasterio_jpeg_message(const crasterio_jpeg *jpeg) { return jpeg->message; }

uint32_t crasterio_jpeg_rows_present(const crasterio_jpeg *jpeg) { return jpeg->rows_present; }

crasterio_status crasterio_jpeg_read_header(crasterio_jpeg *jpeg, crasterio_jpeg_info *info) {
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr decoder = &jpeg->decoder;
    jpeg_create_decompress(decoder);
    jpeg->created = true;
    // Creating clears the structure but for the error manager and the client data.
    decoder->progress = &jpeg->progress;
    decoder->src = &jpeg->source;
    jpeg->scan_limit = 1;
    jpeg_read_header(decoder, TRUE);
    info->width = decoder->image_width;
    info->height = decoder->image_height;
    info->components = decoder->num_components;
    info->has_adobe_marker = decoder->saw_Adobe_marker;
    return CRASTERIO_OK;
}

crasterio_status crasterio_jpeg_start(
    crasterio_jpeg *jpeg, unsigned eighths, int scan_limit, bool allow_incomplete,
    uint32_t *width, uint32_t *height
) {
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr decoder = &jpeg->decoder;
    decoder->out_color_space = decoder->num_components == 4 ? JCS_CMYK : JCS_EXT_BGRA;
    decoder->scale_num = eighths;
    decoder->scale_denom = 8;
    jpeg->scan_limit = scan_limit;
    jpeg->allow_incomplete = allow_incomplete;
    // Coefficients of a progressive picture: at most 2 bytes × 4 components for each pixel, blocks
    // padded to whole units.
    size_t padded = ((size_t)decoder->image_width + 32) * ((size_t)decoder->image_height + 32);
    decoder->mem->max_memory_to_use = (long)(padded * 8 + (64u << 20));
    jpeg_start_decompress(decoder);
    *width = decoder->output_width;
    *height = decoder->output_height;
    return CRASTERIO_OK;
}

crasterio_status crasterio_jpeg_read_rows(
    crasterio_jpeg *jpeg, uint8_t *rows, size_t stride, uint32_t count
) {
    if (setjmp(jpeg->on_error)) return jpeg->status;
    j_decompress_ptr decoder = &jpeg->decoder;
    enum { batch = 16 };
    JSAMPROW pointers[batch];
    while (count > 0) {
        uint32_t wanted = count < batch ? count : batch;
        for (uint32_t i = 0; i < wanted; i++) pointers[i] = rows + i * stride;
        uint32_t got = jpeg_read_scanlines(decoder, pointers, wanted);
        if (got == 0) fail(jpeg, CRASTERIO_TRUNCATED, NULL);
        rows += got * stride;
        count -= got;
    }
    return CRASTERIO_OK;
}

// Whether every coefficient of a progressive picture arrived in full.
static bool is_complete(j_decompress_ptr decoder) {
    if (!decoder->coef_bits) return true;
    for (int component = 0; component < decoder->num_components; component++)
        for (int k = 0; k < DCTSIZE2; k++)
            if (decoder->coef_bits[component][k] != 0) return false;
    return true;
}

crasterio_status crasterio_jpeg_finish(crasterio_jpeg *jpeg) {
    if (jpeg->allow_incomplete || !jpeg->ran_out || is_complete(&jpeg->decoder))
        return CRASTERIO_OK;
    return CRASTERIO_TRUNCATED;
}
