#include <librsvg/rsvg.h>

// GError and the reference counting of GObject are functions behind macros.
static inline void CRSVG_unref(RsvgHandle *handle) { g_object_unref(handle); }
