#include <math.h>

#include "dispatch.h"

// Formulas: W3C Compositing and Blending Level 1, sections 9.1 (Porter-Duff), 10.1 (separable) and
// 10.3 (non-separable). Lower-case cs and cb are straight colours of source and backdrop.

typedef struct {
    float c[3];
} Color;

static inline float minimum(float a, float b) { return a < b ? a : b; }
static inline float maximum(float a, float b) { return a > b ? a : b; }

static inline float multiply(float cb, float cs) { return cb * cs; }
static inline float screen(float cb, float cs) { return cb + cs - cb * cs; }
static inline float hardLight(float cb, float cs) {
    return cs <= 0.5f ? multiply(cb, 2 * cs) : screen(cb, 2 * cs - 1);
}
static inline float colorDodge(float cb, float cs) {
    if (cb <= 0) return 0;
    return cs >= 1 ? 1 : minimum(1, cb / (1 - cs));
}
static inline float colorBurn(float cb, float cs) {
    if (cb >= 1) return 1;
    return cs <= 0 ? 0 : 1 - minimum(1, (1 - cb) / cs);
}
static inline float softLight(float cb, float cs) {
    if (cs <= 0.5f) return cb - (1 - 2 * cs) * cb * (1 - cb);
    float d = cb <= 0.25f ? ((16 * cb - 12) * cb + 4) * cb : sqrtf(cb);
    return cb + (2 * cs - 1) * (d - cb);
}

static inline float separable(enum CRasterBlend blend, float cb, float cs) {
    switch (blend) {
    case CRasterBlendMultiply: return multiply(cb, cs);
    case CRasterBlendScreen: return screen(cb, cs);
    case CRasterBlendOverlay: return hardLight(cs, cb);
    case CRasterBlendDarken: return minimum(cb, cs);
    case CRasterBlendLighten: return maximum(cb, cs);
    case CRasterBlendColorDodge: return colorDodge(cb, cs);
    case CRasterBlendColorBurn: return colorBurn(cb, cs);
    case CRasterBlendSoftLight: return softLight(cb, cs);
    case CRasterBlendHardLight: return hardLight(cb, cs);
    case CRasterBlendDifference: return fabsf(cb - cs);
    case CRasterBlendExclusion: return cb + cs - 2 * cb * cs;
    default: return cs;
    }
}

// Colours are in the order of the bytes: blue, green, red.
static inline float luminosity(Color color) {
    return 0.11f * color.c[0] + 0.59f * color.c[1] + 0.30f * color.c[2];
}

static inline float saturation(Color color) {
    float low = minimum(minimum(color.c[0], color.c[1]), color.c[2]);
    float high = maximum(maximum(color.c[0], color.c[1]), color.c[2]);
    return high - low;
}

static Color clipColor(Color color) {
    float light = luminosity(color);
    float low = minimum(minimum(color.c[0], color.c[1]), color.c[2]);
    float high = maximum(maximum(color.c[0], color.c[1]), color.c[2]);
    for (int i = 0; i < 3; i++) {
        if (low < 0) color.c[i] = light + (color.c[i] - light) * light / (light - low);
        if (high > 1) color.c[i] = light + (color.c[i] - light) * (1 - light) / (high - light);
    }
    return color;
}

static Color withLuminosity(Color color, float light) {
    float change = light - luminosity(color);
    for (int i = 0; i < 3; i++) color.c[i] += change;
    return clipColor(color);
}

static Color withSaturation(Color color, float wanted) {
    float low = minimum(minimum(color.c[0], color.c[1]), color.c[2]);
    float range = saturation(color);
    for (int i = 0; i < 3; i++) {
        color.c[i] = range > 0 ? (color.c[i] - low) * wanted / range : 0;
    }
    return color;
}

static Color blended(enum CRasterBlend blend, Color cb, Color cs) {
    switch (blend) {
    case CRasterBlendHue:
        return withLuminosity(withSaturation(cs, saturation(cb)), luminosity(cb));
    case CRasterBlendSaturation:
        return withLuminosity(withSaturation(cb, saturation(cs)), luminosity(cb));
    case CRasterBlendColor: return withLuminosity(cs, luminosity(cb));
    case CRasterBlendLuminosity: return withLuminosity(cb, luminosity(cs));
    default:
        for (int i = 0; i < 3; i++) cs.c[i] = separable(blend, cb.c[i], cs.c[i]);
        return cs;
    }
}

/// One channel, alpha included, of an operation that works on premultiplied values.
static inline float porterDuff(enum CRasterBlend blend, float s, float sa, float d, float da) {
    switch (blend) {
    case CRasterBlendClear: return 0;
    case CRasterBlendCopy: return s;
    case CRasterBlendSourceIn: return s * da;
    case CRasterBlendSourceOut: return s * (1 - da);
    case CRasterBlendSourceAtop: return s * da + d * (1 - sa);
    case CRasterBlendDestinationOver: return s * (1 - da) + d;
    case CRasterBlendDestinationIn: return d * sa;
    case CRasterBlendDestinationOut: return d * (1 - sa);
    case CRasterBlendDestinationAtop: return s * (1 - da) + d * sa;
    case CRasterBlendXor: return s * (1 - da) + d * (1 - sa);
    case CRasterBlendPlusDarker: return maximum(0, 1 - ((1 - d) + (1 - s)));
    case CRasterBlendPlusLighter: return minimum(1, s + d);
    default: return s + d * (1 - sa);
    }
}

static inline bool isPorterDuff(enum CRasterBlend blend) {
    return blend == CRasterBlendSourceOver || blend >= CRasterBlendClear;
}

static void blendPixel(
    enum CRasterBlend blend, const float *source, const float *backdrop, float *result) {
    float sa = source[3], da = backdrop[3];
    if (isPorterDuff(blend)) {
        for (int i = 0; i < 4; i++) result[i] = porterDuff(blend, source[i], sa, backdrop[i], da);
        return;
    }
    Color cs = {{0}}, cb = {{0}};
    for (int i = 0; i < 3; i++) {
        cs.c[i] = sa > 0 ? source[i] / sa : 0;
        cb.c[i] = da > 0 ? backdrop[i] / da : 0;
    }
    Color mixed = blended(blend, cb, cs);
    for (int i = 0; i < 3; i++) {
        result[i] = source[i] * (1 - da) + backdrop[i] * (1 - sa) + sa * da * mixed.c[i];
    }
    result[3] = sa + da - sa * da;
}

/// Blends one stored pixel.
static void blendBytes(
    enum CRasterBlend blend, const uint8_t *source, float opacity, const float *behind,
    uint8_t *target) {
    float front[4], result[4];
    for (int i = 0; i < 4; i++) front[i] = source[i] * (1.0f / 255) * opacity;
    blendPixel(blend, front, behind, result);
    int32_t alpha = clampInt((int32_t)lrintf(result[3] * 255), 0, 255);
    for (int i = 0; i < 3; i++) {
        target[i] = (uint8_t)clampInt((int32_t)lrintf(result[i] * 255), 0, alpha);
    }
    target[3] = (uint8_t)alpha;
}

static bool mixesChannels(enum CRasterBlend blend) {
    return blend >= CRasterBlendHue && blend <= CRasterBlendLuminosity;
}

void CRaster_prepareBlend(
    CRasterBlendPlan *plan, enum CRasterBlend blend, float opacity, const uint8_t *backdrop) {
    plan->blend = blend;
    plan->opacity = opacity;
    for (int i = 0; i < 4; i++) plan->backdrop[i] = backdrop[i] * (1.0f / 255);
    for (int value = 0; value < 256; value++) {
        uint8_t byte = (uint8_t)value;
        const uint8_t grey[4] = {byte, byte, byte, 255};
        blendBytes(blend, grey, opacity, plan->backdrop, plan->opaque[value]);
    }
}

void CRaster_blendRow(
    const CRasterBlendPlan *plan, const uint8_t *source, uint8_t *target, size_t width) {
    bool usesTable = !mixesChannels(plan->blend);
    for (size_t x = 0; x < width; x++, source += 4, target += 4) {
        if (usesTable && source[3] == 255) {
            for (int i = 0; i < 4; i++) target[i] = plan->opaque[source[i]][i];
        } else {
            blendBytes(plan->blend, source, plan->opacity, plan->backdrop, target);
        }
    }
}
