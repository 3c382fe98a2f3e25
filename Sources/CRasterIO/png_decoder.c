#include "CRasterIO.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct crasterio_png {
    png_structp reader;
    png_infop info;
    jmp_buf on_error;
    crasterio_status status;
    const uint8_t *next;
    size_t remaining;
    uint32_t width, height, rows_read;
    // What comes next of a deep picture that is interlaced.
    uint32_t pass, pass_row;
    bool interlaced;
    png_bytep *row_pointers;
    char message[CRASTERIO_MESSAGE_SIZE];
};

static void on_error(png_structp reader, png_const_charp text) {
    crasterio_png *png = png_get_error_ptr(reader);
    if (png->status == CRASTERIO_OK) png->status = CRASTERIO_CORRUPT;
    snprintf(png->message, sizeof png->message, "%s", text);
    longjmp(png->on_error, 1);
}

static void on_warning(png_structp reader, png_const_charp text) {
    (void)reader;
    (void)text;
}

static void read_bytes(png_structp reader, png_bytep output, size_t count) {
    crasterio_png *png = png_get_io_ptr(reader);
    if (count > png->remaining) {
        png->status = CRASTERIO_TRUNCATED;
        png_error(reader, "the data ends early");
    }
    memcpy(output, png->next, count);
    png->next += count;
    png->remaining -= count;
}

crasterio_png *crasterio_png_open(const uint8_t *data, size_t size) {
    crasterio_png *png = calloc(1, sizeof *png);
    if (!png) return NULL;
    png->next = data;
    png->remaining = size;
    return png;
}

void crasterio_png_close(crasterio_png *png) {
    if (png->reader) png_destroy_read_struct(&png->reader, &png->info, NULL);
    free(png->row_pointers);
    free(png);
}

const char *crasterio_png_message(const crasterio_png *png) { return png->message; }

uint32_t crasterio_png_rows_read(const crasterio_png *png) { return png->rows_read; }

static crasterio_status set_up(crasterio_png *png) {
    png->reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, png, on_error, on_warning);
    if (!png->reader) return CRASTERIO_NO_MEMORY;
    png->info = png_create_info_struct(png->reader);
    if (!png->info) return CRASTERIO_NO_MEMORY;
    png_set_read_fn(png->reader, png, read_bytes);
    // Sizes are checked against the limits before this is reached.
    png_set_user_limits(png->reader, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Compressed text can be a bomb and colour chunks are read elsewhere: skip all but the picture.
    png_set_keep_unknown_chunks(png->reader, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    return CRASTERIO_OK;
}

crasterio_status crasterio_png_read_header(crasterio_png *png, crasterio_png_info *info) {
    if (setjmp(png->on_error)) return png->status;
    crasterio_status status = set_up(png);
    if (status != CRASTERIO_OK) return status;
    png_read_info(png->reader, png->info);
    info->width = png->width = png_get_image_width(png->reader, png->info);
    info->height = png->height = png_get_image_height(png->reader, png->info);
    info->bit_depth = png_get_bit_depth(png->reader, png->info);
    info->color_type = png_get_color_type(png->reader, png->info);
    png->interlaced = png_get_interlace_type(png->reader, png->info) != PNG_INTERLACE_NONE;
    info->interlaced = png->interlaced;
    info->has_alpha = (info->color_type & PNG_COLOR_MASK_ALPHA) != 0
        || png_get_valid(png->reader, png->info, PNG_INFO_tRNS) != 0;
    return CRASTERIO_OK;
}

crasterio_status crasterio_png_start(crasterio_png *png, uint32_t file_gamma, bool is_deep) {
    if (setjmp(png->on_error)) return png->status;
    png_set_expand(png->reader);
    if (is_deep) {
        // The file has the high byte first.
        if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) png_set_swap(png->reader);
    } else {
        // Rounds to the nearest; stripping the low byte would darken.
        png_set_scale_16(png->reader);
    }
    png_set_gray_to_rgb(png->reader);
    png_set_bgr(png->reader);
    // Of 8 bits, the low byte counts.
    png_set_add_alpha(png->reader, 0xFFFF, PNG_FILLER_AFTER);
    if (file_gamma != 0)
        png_set_gamma_fixed(png->reader, PNG_DEFAULT_sRGB, (png_fixed_point)file_gamma);
    // The passes of deep pictures are put together by the caller.
    if (png->interlaced && !is_deep) png_set_interlace_handling(png->reader);
    png_read_update_info(png->reader, png->info);
    if (png_get_channels(png->reader, png->info) != 4
        || png_get_bit_depth(png->reader, png->info) != (is_deep ? 16 : 8))
        png_error(png->reader, "rows of an unexpected size");
    return CRASTERIO_OK;
}

crasterio_status crasterio_png_read_rows(
    crasterio_png *png, uint8_t *rows, size_t stride, uint32_t count
) {
    if (setjmp(png->on_error)) return png->status;
    if (count > png->height - png->rows_read) png_error(png->reader, "no more rows");
    for (uint32_t i = 0; i < count; i++) {
        png_read_row(png->reader, rows + (size_t)i * stride, NULL);
        png->rows_read++;
    }
    return CRASTERIO_OK;
}

crasterio_status crasterio_png_read_picture(crasterio_png *png, uint8_t *rows, size_t stride) {
    free(png->row_pointers);
    png->row_pointers = malloc((size_t)png->height * sizeof *png->row_pointers);
    if (!png->row_pointers) return CRASTERIO_NO_MEMORY;
    for (uint32_t y = 0; y < png->height; y++) png->row_pointers[y] = rows + (size_t)y * stride;
    if (setjmp(png->on_error)) return png->status;
    png_read_image(png->reader, png->row_pointers);
    png->rows_read = png->height;
    return CRASTERIO_OK;
}

// The next row of the seven passes (PNG specification, section 8.2); a count of 0 after the last.
static crasterio_png_place place_in_passes(crasterio_png *png) {
    crasterio_png_place place = {0, 0, 1, 0};
    while (png->pass < 7) {
        uint32_t pass = png->pass, columns = PNG_PASS_COLS(png->width, pass);
        if (columns > 0 && png->pass_row < PNG_PASS_ROWS(png->height, pass)) {
            place.x = PNG_PASS_START_COL(pass);
            place.y = PNG_ROW_FROM_PASS_ROW(png->pass_row, pass);
            place.step = PNG_PASS_COL_OFFSET(pass);
            place.count = columns;
            png->pass_row++;
            return place;
        }
        png->pass++;
        png->pass_row = 0;
    }
    png->rows_read = png->height;
    return place;
}

static crasterio_png_place next_place(crasterio_png *png) {
    if (png->interlaced) return place_in_passes(png);
    crasterio_png_place place = {0, png->rows_read, 1, 0};
    if (png->rows_read < png->height) place.count = png->width;
    return place;
}

crasterio_status crasterio_png_read_deep_row(
    crasterio_png *png, uint16_t *row, crasterio_png_place *place
) {
    *place = next_place(png);
    if (place->count == 0) return CRASTERIO_OK;
    if (setjmp(png->on_error)) return png->status;
    png_read_row(png->reader, (png_bytep)row, NULL);
    if (!png->interlaced) png->rows_read++;
    return CRASTERIO_OK;
}
