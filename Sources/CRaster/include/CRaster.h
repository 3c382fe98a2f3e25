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

// MARK: Coverage

/// Multiplies each pixel of a row with its coverage, 0 to 255, and puts the result over `backdrop`
/// (one premultiplied BGRA pixel).
void CRaster_maskRow(
    const uint8_t *source, const uint8_t *coverage, const uint8_t *backdrop, uint8_t *target,
    size_t width);

#pragma clang assume_nonnull end

#endif
