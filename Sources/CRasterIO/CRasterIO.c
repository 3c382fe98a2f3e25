#include "CRasterIO.h"
