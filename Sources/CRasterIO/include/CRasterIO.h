#ifndef CRASTERIO_H
#define CRASTERIO_H

#include <stddef.h>
#include <stdint.h>

#endif
