#ifndef KINGFISHER_CCURL_H
#define KINGFISHER_CCURL_H

#include <curl/curl.h>

// libcurl sets and reads its options through variadic functions, which Swift cannot call. Each
// function below fixes the type of the variadic argument to one of those that libcurl documents.

// Options of type long.
static inline CURLcode CCurl_easy_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

// Options of type curl_off_t.
static inline CURLcode CCurl_easy_set_offset(
    CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// Options of type char *; libcurl copies the string.
static inline CURLcode CCurl_easy_set_string(
    CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

// Options that take a pointer to something else.
static inline CURLcode CCurl_easy_set_pointer(
    CURL *_Nonnull easy, CURLoption option, const void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

// Callbacks that receive bytes of the head or of the body.
typedef size_t (*CCurl_receiver)(
    char *_Nonnull bytes, size_t size, size_t count, void *_Nullable context);

static inline CURLcode CCurl_easy_set_receiver(
    CURL *_Nonnull easy, CURLoption option, CCurl_receiver _Nonnull receiver) {
    return curl_easy_setopt(easy, option, receiver);
}

// Has an exchange that ends leave a look-up of a name behind instead of waiting for it; libcurl can
// do so since 7.87.
static inline void CCurl_easy_leave_resolver(CURL *_Nonnull easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
#endif
}

// Has a function called when a connection is there and the request is about to be sent.
typedef int (*CCurl_sending)(
    void *_Nullable context, char *_Nullable remote_address, char *_Nullable local_address,
    int remote_port, int local_port);

static inline CURLcode CCurl_easy_set_sending(
    CURL *_Nonnull easy, CCurl_sending _Nonnull sending, void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, sending);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

// Values of type long.
static inline long CCurl_easy_get_long(CURL *_Nonnull easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

// Values of type curl_off_t: sizes in bytes and times in microseconds.
static inline curl_off_t CCurl_easy_get_offset(CURL *_Nonnull easy, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

// The pointer that was set as CURLOPT_PRIVATE.
static inline void *_Nullable CCurl_easy_get_private(CURL *_Nonnull easy) {
    char *value = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
    return value;
}

// Options of a multi handle, all of type long.
static inline CURLMcode CCurl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// What a share handle shares.
static inline CURLSHcode CCurl_share_add(CURLSH *_Nonnull share, curl_lock_data data) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

#endif
