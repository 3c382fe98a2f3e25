#include <lcms2.h>
#include <lcms2_plugin.h>
#include <stdlib.h>

// Pixel formats of lcms are macros with arguments, which Swift does not import.
static const cmsUInt32Number CLCMS_BGRA_8 = TYPE_BGRA_8;
static const cmsUInt32Number CLCMS_BGRA_16 = TYPE_BGRA_16;
static const cmsUInt32Number CLCMS_CMYK_8 = TYPE_CMYK_8;
static const cmsUInt32Number CLCMS_CMYK_8_INVERTED = TYPE_CMYK_8_REV;
static const cmsUInt32Number CLCMS_GRAY_8 = TYPE_GRAY_8;

// Most bytes of one block: four times the largest profile that is read. lcms itself stops at 512 MB, and
// believes the counts in a profile before it looks whether so much is there.
static const cmsUInt32Number CLCMS_LARGEST_BLOCK = (cmsUInt32Number)64 << 20;

static inline void *CLCMS_allocate(cmsContext context, cmsUInt32Number size) {
    (void)context;
    return size > 0 && size <= CLCMS_LARGEST_BLOCK ? malloc(size) : NULL;
}

static inline void *CLCMS_reallocate(cmsContext context, void *block, cmsUInt32Number size) {
    (void)context;
    return size > 0 && size <= CLCMS_LARGEST_BLOCK ? realloc(block, size) : NULL;
}

static inline void CLCMS_release(cmsContext context, void *block) {
    (void)context;
    free(block);
}

// A context in which profiles, and transforms that begin with them, get no larger blocks.
static inline cmsContext CLCMS_createContext(void) {
    cmsPluginMemHandler memory = {
        {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, NULL},
        CLCMS_allocate, CLCMS_release, CLCMS_reallocate, NULL, NULL, NULL,
    };
    return cmsCreateContext(&memory, NULL);
}
