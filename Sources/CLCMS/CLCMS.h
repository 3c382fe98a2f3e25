#include <lcms2.h>

// Pixel formats of lcms are macros with arguments, which Swift does not import.
static const cmsUInt32Number CLCMS_BGRA_8 = TYPE_BGRA_8;
static const cmsUInt32Number CLCMS_CMYK_8 = TYPE_CMYK_8;
static const cmsUInt32Number CLCMS_CMYK_8_INVERTED = TYPE_CMYK_8_REV;
static const cmsUInt32Number CLCMS_GRAY_8 = TYPE_GRAY_8;
