#ifndef CRASTER_H
#define CRASTER_H

#include <stddef.h>
#include <stdint.h>

#endif
