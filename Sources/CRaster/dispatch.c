#include "dispatch.h"

bool CRaster_isVectorized(void) {
#if CRASTER_AVX2
    return hasAVX2();
#else
    return false;
#endif
}
