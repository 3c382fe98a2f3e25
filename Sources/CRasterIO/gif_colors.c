#include "CRasterIO.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Palette indices to colours. Scalar and vector code give the same bytes. Neither branches on a pixel:
// transparent ones come in patterns that no processor foresees.

void crasterio_color_indices_scalar(
    const uint8_t *indices, size_t count, const uint32_t *palette, bool replaces, uint32_t *output
) {
    for (size_t x = 0; x < count; x++) {
        uint32_t color = palette[indices[x]];
        uint32_t keep = replaces ? 0 : 0u - (uint32_t)(color == 0);
        output[x] = color | (output[x] & keep);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void color_indices_vector(
    const uint8_t *indices, size_t count, const uint32_t *palette, bool replaces, uint32_t *output
) {
    const __m256i blended = _mm256_set1_epi32(replaces ? 0 : -1);
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        __m256i index = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(indices + x)));
        __m256i color = _mm256_i32gather_epi32((const int *)palette, index, 4);
        __m256i keep = _mm256_and_si256(
            _mm256_cmpeq_epi32(color, _mm256_setzero_si256()), blended);
        __m256i below = _mm256_loadu_si256((const __m256i *)(output + x));
        _mm256_storeu_si256(
            (__m256i *)(output + x), _mm256_or_si256(color, _mm256_and_si256(below, keep)));
    }
    crasterio_color_indices_scalar(indices + x, count - x, palette, replaces, output + x);
}
#endif

void crasterio_color_indices(
    const uint8_t *indices, size_t count, const uint32_t *palette, bool replaces, uint32_t *output
) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        color_indices_vector(indices, count, palette, replaces, output);
        return;
    }
#endif
    crasterio_color_indices_scalar(indices, count, palette, replaces, output);
}
