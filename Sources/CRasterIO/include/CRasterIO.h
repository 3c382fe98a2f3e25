// C that the codecs cannot do without: the setjmp guards of libjpeg and libpng, and row loops.
//
// libjpeg and libpng report errors by longjmp. Every call that can do so is made inside a function
// of this target that holds the matching setjmp, and nothing here calls back into Swift, so a jump
// never crosses a Swift frame. Functions return a status; a handle keeps the library's message.
#ifndef CRASTERIO_H
#define CRASTERIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Outcome of a call.
typedef enum {
    CRASTERIO_OK = 0,
    /// The data breaks the rules of its format.
    CRASTERIO_CORRUPT,
    /// The format allows it, but the library does not know it.
    CRASTERIO_UNSUPPORTED,
    /// The data ends before the picture does.
    CRASTERIO_TRUNCATED,
    /// The data asks for more work or memory than a picture of its size may.
    CRASTERIO_EXCESSIVE,
    /// The system has no memory.
    CRASTERIO_NO_MEMORY,
} crasterio_status;

/// Longest message of a library, terminating zero included.
#define CRASTERIO_MESSAGE_SIZE 200

/// Bytes that a function allocated; freed with `crasterio_free`.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t size;
} crasterio_buffer;

void crasterio_free(crasterio_buffer buffer);

// MARK: JPEG (jpeg_decoder.c, jpeg_encoder.c)

typedef struct crasterio_jpeg crasterio_jpeg;

/// What the header of a JPEG says.
typedef struct {
    uint32_t width, height;
    /// 1 grey, 3 colour, 4 CMYK or YCCK.
    int components;
    /// Whether an Adobe marker is present; such files store CMYK inverted.
    bool has_adobe_marker;
} crasterio_jpeg_info;

/// Makes a decoder for `size` bytes that must stay valid until it is closed; null without memory.
crasterio_jpeg *_Nullable crasterio_jpeg_open(const uint8_t *data, size_t size);
void crasterio_jpeg_close(crasterio_jpeg *jpeg);
/// The library's last message, empty if there was none.
const char *crasterio_jpeg_message(const crasterio_jpeg *jpeg);
crasterio_status crasterio_jpeg_read_header(crasterio_jpeg *jpeg, crasterio_jpeg_info *info);
/// Starts decoding at `eighths`/8 of the size (1…8) and says what size that is.
///
/// Rows are BGRA with alpha 255, or four bytes of CMYK if the file has four components.
/// `scan_limit` ends files with more scans. With `allow_incomplete` a picture that ends early
/// is decoded as far as it goes.
crasterio_status crasterio_jpeg_start(
    crasterio_jpeg *jpeg, unsigned eighths, int scan_limit, bool allow_incomplete,
    uint32_t *width, uint32_t *height);
/// Decodes the next `count` rows, `stride` bytes apart.
crasterio_status crasterio_jpeg_read_rows(
    crasterio_jpeg *jpeg, uint8_t *rows, size_t stride, uint32_t count);
/// Checks, after the last row, that nothing of the picture was missing.
crasterio_status crasterio_jpeg_finish(crasterio_jpeg *jpeg);
/// Rows of the stored picture that came before the data ended.
uint32_t crasterio_jpeg_rows_present(const crasterio_jpeg *jpeg);

/// Encodes BGRX rows; `quality` 0…100, chroma halved in both directions below 90.
crasterio_status crasterio_jpeg_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, int quality,
    crasterio_buffer *output, char *message);

// MARK: PNG (png_decoder.c)

typedef struct crasterio_png crasterio_png;

/// What IHDR says.
typedef struct {
    uint32_t width, height;
    int bit_depth;
    /// Colour type as in the file: 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha.
    int color_type;
    bool interlaced;
    /// Whether decoded pixels can be transparent, through an alpha channel or tRNS.
    bool has_alpha;
} crasterio_png_info;

/// Makes a decoder for `size` bytes that must stay valid until it is closed; null without memory.
crasterio_png *_Nullable crasterio_png_open(const uint8_t *data, size_t size);
void crasterio_png_close(crasterio_png *png);
/// The library's last message, empty if there was none.
const char *crasterio_png_message(const crasterio_png *png);
/// Reads everything before the pixels.
crasterio_status crasterio_png_read_header(crasterio_png *png, crasterio_png_info *info);
/// Prepares for rows of BGRA with straight alpha, of 8 bits or, with `is_deep`, of 16.
///
/// `file_gamma` is the gAMA value in 1/100000, 0 for pixels that are sRGB already.
crasterio_status crasterio_png_start(crasterio_png *png, uint32_t file_gamma, bool is_deep);
/// Decodes the next `count` rows of a picture that is not interlaced, `stride` bytes apart.
crasterio_status crasterio_png_read_rows(
    crasterio_png *png, uint8_t *rows, size_t stride, uint32_t count);
/// Decodes all rows at once; the way for interlaced pictures.
crasterio_status crasterio_png_read_picture(crasterio_png *png, uint8_t *rows, size_t stride);
/// Where the pixels of a row stand in the picture: in every `step`th column from `x` on.
typedef struct {
    uint32_t x, y, step, count;
} crasterio_png_place;
/// Decodes the next row of 16 bits, which in an interlaced picture is one of a pass.
///
/// The place has a count of 0 when no row was left.
crasterio_status crasterio_png_read_deep_row(
    crasterio_png *png, uint16_t *row, crasterio_png_place *place);
/// Rows decoded so far.
uint32_t crasterio_png_rows_read(const crasterio_png *png);

// MARK: Fast PNG (png_unfilter.c)

/// Undoes the filter of one row of 8-bit RGB or RGBA (`channels` 3 or 4), which starts with its
/// filter byte, and writes BGRA of straight alpha.
///
/// `above` is the output of the row before, or zeros. `row` may lie in the same memory as `output`
/// as long as it ends no earlier. False for an unknown filter.
bool crasterio_png_unfilter(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, uint8_t *output);
bool crasterio_png_unfilter_scalar(
    const uint8_t *row, size_t width, unsigned channels, const uint8_t *above, uint8_t *output);

// MARK: PNG encoding (png_filter.c)

/// Writes rows to `output` as PNG compresses them: a filter byte, then filtered RGB or RGBA with
/// straight alpha.
///
/// Each row gets the filter with the smallest sum of absolute differences. `scratch` holds
/// 5 × (4 × width + 4) bytes.
void crasterio_png_filter(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, bool with_alpha,
    uint8_t *scratch, uint8_t *output);

// MARK: TIFF (tiff_decoder.c)

typedef struct crasterio_tiff crasterio_tiff;

/// What the first directory of a TIFF says.
typedef struct {
    uint32_t width, height;
    int bits_per_sample;
    /// EXIF value, 1…8.
    int orientation;
    bool has_alpha;
    /// Whether rows are read with `crasterio_tiff_read_deep_row`, and their colours are multiplied by alpha.
    bool is_deep, is_premultiplied;
    /// Rows that are decoded together: those of a strip or tile, or one.
    uint32_t rows_per_chunk;
    /// The ICC profile, null without one; valid until the decoder is closed.
    const uint8_t *_Nullable profile;
    size_t profile_size;
} crasterio_tiff_info;

/// Makes a decoder for `size` bytes that must stay valid until it is closed; null without memory.
crasterio_tiff *_Nullable crasterio_tiff_new(const uint8_t *data, size_t size);
void crasterio_tiff_close(crasterio_tiff *tiff);
/// The library's last message, empty if there was none.
const char *crasterio_tiff_message(const crasterio_tiff *tiff);
/// Reads the first directory; libtiff may allocate no more than a number of bytes at once.
crasterio_status crasterio_tiff_read_header(
    crasterio_tiff *tiff, size_t largest_allocation, crasterio_tiff_info *info);
/// Gets ready for pixels and says whether they can be transparent.
crasterio_status crasterio_tiff_start(crasterio_tiff *tiff, bool *has_alpha);
/// Decodes a row to BGRA of 16 bits.
crasterio_status crasterio_tiff_read_deep_row(crasterio_tiff *tiff, uint32_t y, uint16_t *output);
/// Decodes rows to premultiplied RGBA without padding.
crasterio_status crasterio_tiff_read_rows(
    crasterio_tiff *tiff, uint32_t first, uint32_t count, uint32_t *rows);

// MARK: GIF (gif_decoder.c, gif_colors.c)

/// Where a frame is drawn: the part of a BGRA picture that it covers, at most its own size.
typedef struct {
    /// The first pixel.
    uint8_t *start;
    size_t stride;
    uint32_t width, height;
    /// Whether transparent pixels of the frame replace what is there.
    bool replaces;
} crasterio_gif_target;

/// Decodes one frame, interlaced or not, and draws it.
///
/// `frame` starts at the image descriptor, which must say the same `width` and `height`. `palette`
/// has 256 colours of BGRA, each opaque or 0. `rows` receives how many rows were decoded.
crasterio_status crasterio_gif_decode(
    const uint8_t *frame, size_t size, uint16_t width, uint16_t height, const uint32_t *palette,
    const crasterio_gif_target *target, uint32_t *rows);

/// Puts the colours of palette indices; without `replaces`, a colour of 0 keeps what is there.
void crasterio_color_indices(
    const uint8_t *indices, size_t count, const uint32_t *palette, bool replaces, uint32_t *output);
void crasterio_color_indices_scalar(
    const uint8_t *indices, size_t count, const uint32_t *palette, bool replaces, uint32_t *output);

// MARK: GIF encoding (gif_encoder.c, quantizer.c)

typedef struct crasterio_gif_writer crasterio_gif_writer;

/// Where a frame goes and how long it stays.
typedef struct {
    uint16_t x, y, width, height;
    /// 1 keep, 2 clear.
    uint8_t disposal;
    /// Hundredths of a second.
    uint16_t delay;
    /// The transparent index, -1 for none.
    int transparent_index;
} crasterio_gif_frame;

/// Starts a GIF; `repetitions` 0 is without end. Null without memory.
crasterio_gif_writer *_Nullable crasterio_gif_writer_open(
    uint16_t width, uint16_t height, bool loops, uint16_t repetitions);
/// Adds a frame of palette indices; `palette` has 256 colours of red, green, blue.
crasterio_status crasterio_gif_writer_add(
    crasterio_gif_writer *writer, const crasterio_gif_frame *frame, const uint8_t *indices,
    const uint8_t *palette);
/// Ends the GIF and frees the writer; the bytes go to `output` if it is not null.
crasterio_status crasterio_gif_writer_close(
    crasterio_gif_writer *writer, crasterio_buffer *_Nullable output);

/// Reduces BGRA pixels of straight alpha to at most 255 colours, exactly if there are no more.
///
/// Pixels of an alpha below 128 get the index `transparent`. Writes 256 colours of red, green, blue
/// and `width × height` indices. False without memory.
bool crasterio_quantize(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, uint8_t transparent,
    uint8_t *palette, uint8_t *indices);

// MARK: Colour (color.c)

/// Converts BGRA of a matrix profile to sRGB, in place, straight alpha.
///
/// `linear` holds the linear light of the 256 values of red, green and blue, 1.0 is 16384; `matrix`
/// the rows of the matrix to linear sRGB, 1.0 is 8192, each below 8 in absolute value; `encoded` the
/// sRGB of linear light from 0 to 16384.
void crasterio_apply_matrix_shaper(
    uint8_t *pixels, size_t count, const int32_t *linear, const int32_t *matrix,
    const uint8_t *encoded);
/// Replaces each colour value by an entry of a table of 256.
void crasterio_apply_table(uint8_t *pixels, size_t count, const uint8_t *table);
/// Lowers colours above alpha, which premultiplied ones of a file may be, to alpha.
void crasterio_clamp_to_alpha(uint8_t *pixels, size_t count);
/// Gives all pixels an alpha of 255.
void crasterio_set_opaque(uint8_t *pixels, size_t count);

// MARK: Deep rows (deep.c)

/// Does for BGRA of 16 bits what `crasterio_apply_matrix_shaper` does.
///
/// `linear` has three times 65536 values, 1.0 is 65535, as it is for the index of `encoded`; in `matrix`
/// it is 1 << 20.
void crasterio_deep_apply_matrix_shaper(
    uint16_t *pixels, size_t count, const uint16_t *linear, const int32_t *matrix,
    const uint16_t *encoded);
/// Replaces each colour value by an entry of a table of 65536.
void crasterio_deep_apply_table(uint16_t *pixels, size_t count, const uint16_t *table);
/// Divides colours by alpha, in place, to the nearest value.
void crasterio_deep_unpremultiply(uint16_t *pixels, size_t count);
/// Turns RGBA of 9 to 16 bits in little-endian pairs of bytes into BGRA of 16, to the nearest value.
void crasterio_deep_widen(const uint8_t *pixels, size_t count, unsigned bits, uint16_t *output);
/// Rounds 16 bits to the nearest of 8.
void crasterio_deep_narrow(const uint16_t *pixels, size_t count, uint8_t *output);
/// Multiplies colours by alpha and only then rounds to the nearest of 8 bits.
void crasterio_deep_narrow_multiplied(const uint16_t *pixels, size_t count, uint8_t *output);
/// Writes four bytes of each pixel to every `step`th one of the output.
void crasterio_spread(const uint8_t *pixels, size_t count, size_t step, uint8_t *output);

// MARK: Rows (rows.c)

/// Divides colours by alpha, to the nearest value; the opposite of `crasterio_premultiply`.
void crasterio_unpremultiply(const uint8_t *pixels, size_t count, uint8_t *output);

/// Multiplies colours by alpha, in place, to the nearest value.
void crasterio_premultiply(uint8_t *pixels, size_t count);
/// Lays premultiplied pixels over white; `output` gets alpha 255.
void crasterio_flatten_on_white(const uint8_t *pixels, uint8_t *output, size_t count);
/// Whether every alpha is 255.
bool crasterio_is_opaque(const uint8_t *pixels, size_t count);
/// Turns CMYK into BGRA without a profile; `inverted` as Adobe stores it.
void crasterio_cmyk_to_bgra(uint8_t *pixels, size_t count, bool inverted);
/// Turns RGBA into BGRA and back.
void crasterio_swap_red_and_blue(const uint8_t *pixels, size_t count, uint8_t *output);
/// Turns BGRA into RGB without alpha.
void crasterio_pack_rgb(const uint8_t *pixels, size_t count, uint8_t *output);
/// Draws premultiplied pixels over others.
void crasterio_draw_over(const uint8_t *pixels, size_t count, uint8_t *output);

#pragma clang assume_nonnull end

#endif
