#include "CRasterIO.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

struct crasterio_tiff {
    TIFF *file;
    TIFFRGBAImage image;
    bool begun, ran_out;
    // How rows are read one by one; `line` is null where libtiff converts whole strips or tiles.
    uint8_t *line;
    uint16_t bits, samples, colors;
    bool has_alpha, is_associated, is_inverted;
    size_t largest_allocation;
    const uint8_t *data;
    uint64_t size, position;
    char message[1024];
};

// libtiff reports through callbacks and returns; it does not jump.
static int on_error(TIFF *file, void *user, const char *module, const char *format, va_list list) {
    (void)file;
    (void)module;
    crasterio_tiff *tiff = user;
    vsnprintf(tiff->message, sizeof tiff->message, format, list);
    return 1;
}

static int on_warning(TIFF *file, void *user, const char *module, const char *format, va_list list) {
    (void)file;
    (void)user;
    (void)module;
    (void)format;
    (void)list;
    return 1;
}

static tmsize_t read_bytes(thandle_t handle, void *output, tmsize_t count) {
    crasterio_tiff *tiff = handle;
    uint64_t rest = tiff->position < tiff->size ? tiff->size - tiff->position : 0;
    uint64_t taken = count < 0 ? 0 : (uint64_t)count;
    if (taken > rest) {
        tiff->ran_out = true;
        taken = rest;
    }
    memcpy(output, tiff->data + tiff->position, taken);
    tiff->position += taken;
    return (tmsize_t)taken;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle;
    (void)bytes;
    (void)count;
    return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
    crasterio_tiff *tiff = handle;
    uint64_t base = origin == SEEK_CUR ? tiff->position : origin == SEEK_END ? tiff->size : 0;
    if (offset > UINT64_MAX - base) return (toff_t)-1;
    uint64_t position = base + offset;
    if (position > tiff->size) tiff->ran_out = true;
    tiff->position = position > tiff->size ? tiff->size : position;
    return position;
}

static int close_file(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t file_size(thandle_t handle) { return ((crasterio_tiff *)handle)->size; }

crasterio_tiff *crasterio_tiff_new(const uint8_t *data, size_t size) {
    crasterio_tiff *tiff = calloc(1, sizeof *tiff);
    if (!tiff) return NULL;
    tiff->data = data;
    tiff->size = size;
    return tiff;
}

void crasterio_tiff_close(crasterio_tiff *tiff) {
    if (tiff->begun) TIFFRGBAImageEnd(&tiff->image);
    free(tiff->line);
    if (tiff->file) TIFFClose(tiff->file);
    free(tiff);
}

const char *crasterio_tiff_message(const crasterio_tiff *tiff) { return tiff->message; }

static crasterio_status failure(const crasterio_tiff *tiff) {
    return tiff->ran_out ? CRASTERIO_TRUNCATED : CRASTERIO_CORRUPT;
}

// Whether rows are grey or RGB of 8 or 16 bits, side by side, in strips: the plain kinds, which are
// read a row at a time, so that a strip as high as the picture needs no memory, and whose 16 bits are
// kept until colours are converted.
static bool has_plain_rows(crasterio_tiff *tiff, uint16_t extra_count, const uint16_t *extra) {
    uint16_t photometric = 0, planar = PLANARCONFIG_CONTIG, format = SAMPLEFORMAT_UINT;
    if (TIFFIsTiled(tiff->file) || !TIFFGetField(tiff->file, TIFFTAG_PHOTOMETRIC, &photometric))
        return false;
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_PLANARCONFIG, &planar);
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_SAMPLESPERPIXEL, &tiff->samples);
    tiff->colors = photometric == PHOTOMETRIC_RGB ? 3 : 1;
    tiff->is_inverted = photometric == PHOTOMETRIC_MINISWHITE;
    tiff->has_alpha = extra_count > 0;
    tiff->is_associated = extra_count > 0 && extra[0] == EXTRASAMPLE_ASSOCALPHA;
    return (photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_MINISBLACK
            || photometric == PHOTOMETRIC_MINISWHITE)
        && planar == PLANARCONFIG_CONTIG && format == SAMPLEFORMAT_UINT
        && (tiff->bits == 8 || tiff->bits == 16)
        && (extra_count == 0 || tiff->is_associated || extra[0] == EXTRASAMPLE_UNASSALPHA)
        && extra_count <= 1 && tiff->samples == tiff->colors + extra_count;
}

crasterio_status crasterio_tiff_read_header(
    crasterio_tiff *tiff, size_t largest_allocation, crasterio_tiff_info *info
) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return CRASTERIO_NO_MEMORY;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, tiff);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, tiff);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)largest_allocation);
    tiff->file = TIFFClientOpenExt(
        "data", "rm", tiff, read_bytes, write_bytes, seek, close_file, file_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (!tiff->file) return failure(tiff);
    uint16_t bits = 1, orientation = 1, extra_count = 0, *extra = NULL;
    if (!TIFFGetField(tiff->file, TIFFTAG_IMAGEWIDTH, &info->width)
        || !TIFFGetField(tiff->file, TIFFTAG_IMAGELENGTH, &info->height))
        return failure(tiff);
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
    info->bits_per_sample = bits;
    info->orientation = orientation;
    info->has_alpha = extra_count > 0 && extra && extra[0] != EXTRASAMPLE_UNSPECIFIED;
    uint32_t rows = 0;
    if (TIFFIsTiled(tiff->file)) TIFFGetField(tiff->file, TIFFTAG_TILELENGTH, &rows);
    else TIFFGetFieldDefaulted(tiff->file, TIFFTAG_ROWSPERSTRIP, &rows);
    tiff->bits = bits;
    tiff->largest_allocation = largest_allocation;
    if (has_plain_rows(tiff, extra_count, extra)) rows = 1;
    else tiff->samples = 0;
    info->is_deep = tiff->samples > 0 && bits == 16;
    info->is_premultiplied = tiff->is_associated;
    info->rows_per_chunk = rows == 0 || rows > info->height ? info->height : rows;
    uint32_t size = 0;
    void *profile = NULL;
    if (TIFFGetField(tiff->file, TIFFTAG_ICCPROFILE, &size, &profile)) {
        info->profile = profile;
        info->profile_size = size;
    }
    return CRASTERIO_OK;
}

// A row of 8 bits as premultiplied RGBA.
static void convert_row(const crasterio_tiff *tiff, uint32_t width, uint8_t *output) {
    const uint8_t *pixel = tiff->line;
    for (uint32_t x = 0; x < width; x++, pixel += tiff->samples, output += 4) {
        unsigned alpha = tiff->has_alpha ? pixel[tiff->colors] : 255;
        for (unsigned i = 0; i < 3; i++) {
            unsigned value = pixel[tiff->colors == 1 ? 0 : i];
            if (tiff->is_inverted) value = 255 - value;
            if (tiff->has_alpha && !tiff->is_associated) value = (value * alpha + 127) / 255;
            output[i] = (uint8_t)(value < alpha ? value : alpha);
        }
        output[3] = (uint8_t)alpha;
    }
}

// A row of 16 bits as BGRA, multiplied by alpha or not as it is in the file.
static void convert_deep_row(const crasterio_tiff *tiff, uint32_t width, uint16_t *output) {
    const uint8_t *pixel = tiff->line;
    uint16_t flip = tiff->is_inverted ? 0xFFFF : 0;
    for (uint32_t x = 0; x < width; x++, pixel += 2 * tiff->samples, output += 4) {
        uint16_t values[4];
        memcpy(values, pixel, 2 * tiff->samples);
        for (unsigned i = 0; i < 3; i++)
            output[2 - i] = values[tiff->colors == 1 ? 0 : i] ^ flip;
        output[3] = tiff->has_alpha ? values[tiff->colors] : 0xFFFF;
    }
}

static crasterio_status start_plain_rows(crasterio_tiff *tiff) {
    uint32_t width = 0;
    TIFFGetField(tiff->file, TIFFTAG_IMAGEWIDTH, &width);
    uint64_t needed = (uint64_t)width * tiff->samples * tiff->bits / 8;
    uint64_t size = TIFFScanlineSize64(tiff->file);
    if (size < needed) return CRASTERIO_CORRUPT;
    if (size > tiff->largest_allocation) return CRASTERIO_EXCESSIVE;
    // Zeroed: a damaged row may be decoded in part.
    tiff->line = calloc(1, (size_t)size);
    return tiff->line ? CRASTERIO_OK : CRASTERIO_NO_MEMORY;
}

crasterio_status crasterio_tiff_start(crasterio_tiff *tiff, bool *has_alpha) {
    if (tiff->samples > 0) {
        *has_alpha = tiff->has_alpha;
        return start_plain_rows(tiff);
    }
    if (!TIFFRGBAImageBegin(&tiff->image, tiff->file, 1, tiff->message))
        return tiff->ran_out ? CRASTERIO_TRUNCATED : CRASTERIO_UNSUPPORTED;
    tiff->begun = true;
    // Rows as they are stored: turning them is done elsewhere.
    tiff->image.req_orientation = tiff->image.orientation;
    *has_alpha = tiff->image.alpha != 0;
    return CRASTERIO_OK;
}

crasterio_status crasterio_tiff_read_rows(
    crasterio_tiff *tiff, uint32_t first, uint32_t count, uint32_t *rows
) {
    if (tiff->line) {
        uint32_t width = 0;
        TIFFGetField(tiff->file, TIFFTAG_IMAGEWIDTH, &width);
        for (uint32_t i = 0; i < count; i++) {
            if (TIFFReadScanline(tiff->file, tiff->line, first + i, 0) < 0) return failure(tiff);
            convert_row(tiff, width, (uint8_t *)(rows + (size_t)i * width));
        }
        return CRASTERIO_OK;
    }
    tiff->image.row_offset = (int)first;
    tiff->image.col_offset = 0;
    return TIFFRGBAImageGet(&tiff->image, rows, tiff->image.width, count) ? CRASTERIO_OK
                                                                         : failure(tiff);
}

crasterio_status crasterio_tiff_read_deep_row(crasterio_tiff *tiff, uint32_t y, uint16_t *output) {
    uint32_t width = 0;
    TIFFGetField(tiff->file, TIFFTAG_IMAGEWIDTH, &width);
    if (TIFFReadScanline(tiff->file, tiff->line, y, 0) < 0) return failure(tiff);
    convert_deep_row(tiff, width, output);
    return CRASTERIO_OK;
}
