#include "BareCurl.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t count;
} Body;

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    Body *body = context;
    char *grown = realloc(body->bytes, body->count + size * count);
    if (!grown) return 0;
    memcpy(grown + body->count, bytes, size * count);
    body->bytes = grown;
    body->count += size * count;
    return size * count;
}

static void start(CURLM *multi, CURL *easy, Body *body, const char *base, int number) {
    char url[512];
    snprintf(url, sizeof url, "%s/%d", base, number);
    body->bytes = NULL;
    body->count = 0;
    curl_easy_reset(easy);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 65536L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, body);
    curl_multi_add_handle(multi, easy);
}

size_t BareCurl_download(const char *base, int count, int connections) {
    CURLM *multi = curl_multi_init();
    CURL **handles = calloc((size_t)connections, sizeof *handles);
    Body *bodies = calloc((size_t)connections, sizeof *bodies);
    size_t total = 0;
    int next = 0, running = 0, failed = 0;
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)connections);
    for (int i = 0; i < connections; i++) {
        handles[i] = curl_easy_init();
        if (next < count) start(multi, handles[i], &bodies[i], base, next++);
    }
    do {
        int left = 0;
        CURLMsg *message;
        curl_multi_perform(multi, &running);
        while ((message = curl_multi_info_read(multi, &left))) {
            CURL *easy = message->easy_handle;
            Body *body = NULL;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&body);
            failed += message->data.result != CURLE_OK;
            total += body->count;
            free(body->bytes);
            curl_multi_remove_handle(multi, easy);
            if (next < count) {
                start(multi, easy, body, base, next++);
                running = 1;
            }
        }
        if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    } while (running);
    for (int i = 0; i < connections; i++) curl_easy_cleanup(handles[i]);
    curl_multi_cleanup(multi);
    free(handles);
    free(bodies);
    return failed ? 0 : total;
}
