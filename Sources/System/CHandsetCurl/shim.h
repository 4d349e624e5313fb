#pragma once
#include <curl/curl.h>

/* Swift calls no variadic functions, and the macros of these names check types that only a C compiler sees. */

static inline CURLcode handset_curl_set_number(CURL *easy, CURLoption option, long value) {
    return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode handset_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode handset_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode handset_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode handset_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode handset_curl_on_body(CURL *easy, size_t (*call)(char *, size_t, size_t, void *), void *context) {
    (curl_easy_setopt)(easy, CURLOPT_WRITEDATA, context);
    return (curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, call);
}
static inline CURLcode handset_curl_on_header(CURL *easy, size_t (*call)(char *, size_t, size_t, void *), void *context) {
    (curl_easy_setopt)(easy, CURLOPT_HEADERDATA, context);
    return (curl_easy_setopt)(easy, CURLOPT_HEADERFUNCTION, call);
}
static inline CURLcode handset_curl_on_socket_wanted(
    CURL *easy, curl_socket_t (*call)(void *, curlsocktype, struct curl_sockaddr *), void *context) {
    (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETDATA, context);
    return (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, call);
}
static inline CURLcode handset_curl_on_socket_made(CURL *easy, int (*call)(void *, curl_socket_t, curlsocktype),
                                                   void *context) {
    (curl_easy_setopt)(easy, CURLOPT_SOCKOPTDATA, context);
    return (curl_easy_setopt)(easy, CURLOPT_SOCKOPTFUNCTION, call);
}
static inline CURLcode handset_curl_get_number(CURL *easy, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(easy, info, value);
}
static inline CURLcode handset_curl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return (curl_easy_getinfo)(easy, info, value);
}
static inline CURLcode handset_curl_get_text(CURL *easy, CURLINFO info, const char **value) {
    return (curl_easy_getinfo)(easy, info, value);
}
static inline void handset_curl_on_socket(CURLM *multi, int (*call)(CURL *, curl_socket_t, int, void *, void *),
                                          void *context) {
    (curl_multi_setopt)(multi, CURLMOPT_SOCKETDATA, context);
    (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, call);
}
static inline void handset_curl_on_timer(CURLM *multi, int (*call)(CURLM *, long, void *), void *context) {
    (curl_multi_setopt)(multi, CURLMOPT_TIMERDATA, context);
    (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, call);
}
/* The handle of a transfer that has ended, and how; NULL when there is none. */
static inline CURL *handset_curl_next_ended(CURLM *multi, CURLcode *result) {
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return 0;
}
