#ifndef BARE_CURL_H
#define BARE_CURL_H

#include <stddef.h>

// Downloads what is under a URL and a number, for each number below a count, with libcurl and nothing
// else: the least that a transport around libcurl can cost. Bodies are kept in memory, and freed at
// the end of their transfer. Returns the number of bytes, or 0 after a failure.
size_t BareCurl_download(const char *base, int count, int connections);

#endif
