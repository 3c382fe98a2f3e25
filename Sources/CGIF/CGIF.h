// gif_lib.h is self-contained.
#include <gif_lib.h>
