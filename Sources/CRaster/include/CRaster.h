// The pixel loops that deserve vector code. Pixels are 8-bit BGRA with premultiplied alpha.
//
// Each function picks the fastest code that the processor runs; its twin ending in `_scalar` is
// plain C and gives the same bytes. Nothing here checks its arguments: Swift does, once per image.
#ifndef CRASTER_H
#define CRASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Whether the vector code is in use on this processor.
bool CRaster_isVectorized(void);

// MARK: Memory

/// Memory for pixels, zero if that is asked for; null when the system gives none.
void *_Nullable CRaster_allocate(size_t bytes, bool zeroed);
/// Gives back what `CRaster_allocate` returned for the same number of bytes.
void CRaster_deallocate(void *memory, size_t bytes);

// MARK: Resampling

/// Fraction bits of a filter coefficient: 1.0 is 1 << 14.
#define CRASTER_COEFFICIENT_BITS 14
/// Fraction bits of an intermediate row.
#define CRASTER_INTERMEDIATE_BITS 6

/// Resamples one row of BGRA pixels to `width` pixels of four 16-bit channels.
///
/// Pixel i of the output is the sum over `taps` source pixels from `starts[i]` on, weighted with
/// `coefficients[i * taps ...]`. All source pixels exist. Vector code
/// is used where `taps` is a multiple of 4.
void CRaster_resampleRow(
    const uint8_t *source, int16_t *target, size_t width, const int32_t *starts,
    const int16_t *coefficients, size_t taps);
void CRaster_resampleRow_scalar(
    const uint8_t *source, int16_t *target, size_t width, const int32_t *starts,
    const int16_t *coefficients, size_t taps);

/// Weighs `taps` intermediate rows into one row of BGRA pixels, colours clamped to alpha.
void CRaster_combineRows(
    const int16_t *_Nonnull const *_Nonnull rows, const int16_t *coefficients, size_t taps,
    uint8_t *target, size_t width);
void CRaster_combineRows_scalar(
    const int16_t *_Nonnull const *_Nonnull rows, const int16_t *coefficients, size_t taps,
    uint8_t *target, size_t width);

// MARK: Copying

/// Copies pixels so that source pixel (x, y) lands at
/// `target + x * stepX + y * stepY`, in bytes; both steps may be negative.
void CRaster_copyTransformed(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t width, size_t height, uint8_t *target,
    ptrdiff_t stepX, ptrdiff_t stepY);

/// Turns `count` rows of pixels (at most 16) into `width` groups of 16 pixels, one group a column.
/// Pixels of rows that are not there are zero.
void CRaster_gatherColumns(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t count, size_t width, uint8_t *groups);
void CRaster_gatherColumns_scalar(
    const uint8_t *source, ptrdiff_t bytesPerRow, size_t count, size_t width, uint8_t *groups);

/// The reverse of `CRaster_gatherColumns`.
void CRaster_scatterColumns(
    const uint8_t *groups, size_t count, size_t width, uint8_t *target, ptrdiff_t bytesPerRow);
void CRaster_scatterColumns_scalar(
    const uint8_t *groups, size_t count, size_t width, uint8_t *target, ptrdiff_t bytesPerRow);

// MARK: Blur

/// Bytes side by side that one call of `CRaster_boxColumns` works on: 16 pixels.
#define CRASTER_STRIP_BYTES 64

/// Replaces every byte of a strip by the rounded mean of the 2 * radius + 1 bytes above and below
/// it, where the first and the last row go on beyond the edge. Source and target do not overlap.
/// Takes the same time for every radius.
void CRaster_boxColumns(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius);
void CRaster_boxColumns_scalar(
    const uint8_t *source, ptrdiff_t sourceStride, uint8_t *target, ptrdiff_t targetStride,
    size_t rows, size_t radius);

// MARK: Coverage

/// Puts a premultiplied colour over each pixel, weighted by its coverage of 0 to 255.
void CRaster_paintRow(
    const uint8_t *source, const uint8_t *coverage, const uint8_t *color, uint8_t *target,
    size_t width);

/// Mixes each pixel with an opaque colour inside its own opacity: weight 0 leaves the pixel, 65536
/// gives the colour. Alpha stays.
void CRaster_mixRow(
    const uint8_t *source, const uint8_t *color, uint32_t weight, uint8_t *target, size_t width);

/// Multiplies each pixel of a row with its coverage, 0 to 255, and puts the result over `backdrop`
/// (one premultiplied BGRA pixel).
void CRaster_maskRow(
    const uint8_t *source, const uint8_t *coverage, const uint8_t *backdrop, uint8_t *target,
    size_t width);

// MARK: Blending

/// How a source is put over a backdrop. Names are those of the W3C compositing model.
enum CRasterBlend {
    CRasterBlendSourceOver,
    CRasterBlendMultiply,
    CRasterBlendScreen,
    CRasterBlendOverlay,
    CRasterBlendDarken,
    CRasterBlendLighten,
    CRasterBlendColorDodge,
    CRasterBlendColorBurn,
    CRasterBlendSoftLight,
    CRasterBlendHardLight,
    CRasterBlendDifference,
    CRasterBlendExclusion,
    CRasterBlendHue,
    CRasterBlendSaturation,
    CRasterBlendColor,
    CRasterBlendLuminosity,
    CRasterBlendClear,
    CRasterBlendCopy,
    CRasterBlendSourceIn,
    CRasterBlendSourceOut,
    CRasterBlendSourceAtop,
    CRasterBlendDestinationOver,
    CRasterBlendDestinationIn,
    CRasterBlendDestinationOut,
    CRasterBlendDestinationAtop,
    CRasterBlendXor,
    CRasterBlendPlusDarker,
    CRasterBlendPlusLighter,
} __attribute__((enum_extensibility(closed)));

/// What blending over one colour needs.
typedef struct {
    enum CRasterBlend blend;
    float opacity;
    float backdrop[4];
    /// The results for opaque greys. Unless channels are mixed, those of any opaque colour are the
    /// same, channel by channel.
    uint8_t opaque[256][4];
} CRasterBlendPlan;

/// Plans to blend pixels, weakened by `opacity` (0 to 1), over a premultiplied backdrop pixel.
void CRaster_prepareBlend(
    CRasterBlendPlan *plan, enum CRasterBlend blend, float opacity, const uint8_t *backdrop);

/// Blends each pixel of a row.
void CRaster_blendRow(
    const CRasterBlendPlan *plan, const uint8_t *source, uint8_t *target, size_t width);

// MARK: Colour

/// Entries of the table from linear light to encoded bytes.
#define CRASTER_ENCODE_SIZE 16384

/// Applies `matrix` (three rows of weights for red, green, blue and an offset) to the straight
/// colour of each pixel in linear light, clamps to 0...1, and encodes with a table.
void CRaster_colorMatrixRow(
    const uint8_t *source, const float *matrix, const float *decode, const uint8_t *encode,
    uint8_t *target, size_t width);

#pragma clang assume_nonnull end

#endif
