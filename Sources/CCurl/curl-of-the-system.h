#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

// Requests by libcurl's multi interface. In C, because curl_easy_setopt(3) takes arguments of any type, and because
// libcurl calls back with bare pointers.

// Octets that have come in, of which at most `max` are kept.
struct received_octets {
    char *octets;
    size_t count, max;
};

struct transfer_state {
    CURL *handle;
    struct curl_slist *header_lines, *connect_to;
    struct received_octets header, body;
    size_t error_body_max;
    int is_too_large;
};

// One request and the response to it.
typedef struct {
    struct transfer_state *state;
} transfer;

// All requests that are under way.
typedef struct {
    CURLM *handle;
} transfers;

// Keeps what there is room for; returns whether that was all.
static inline int received_octets_add(struct received_octets *received, const char *octets, size_t count) {
    size_t kept = received->max - received->count < count ? received->max - received->count : count;
    char *longer = realloc(received->octets, received->count + kept + 1);
    if (!longer) return 0;
    memcpy(longer + received->count, octets, kept);
    received->octets = longer;
    received->count += kept;
    return kept == count;
}

static inline long transfer_status(transfer transfer) {
    long status = 0;
    curl_easy_getinfo(transfer.state->handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static inline int transfer_is_error(transfer transfer) {
    long status = transfer_status(transfer);
    return status < 200 || status >= 300;
}

// Takes a line of the header. Returning another number than `count` ends the transfer.
static inline size_t transfer_take_header(char *line, size_t size, size_t count, void *context) {
    transfer transfer = {context};
    (void)size;
    // What came before is the header of an interim response.
    if (count >= 5 && memcmp(line, "HTTP/", 5) == 0) transfer.state->header.count = 0;
    int is_kept = received_octets_add(&transfer.state->header, line, count);
    int is_end = count > 0 && (line[0] == '\r' || line[0] == '\n');
    curl_off_t announced = -1;
    if (is_end) curl_easy_getinfo(transfer.state->handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
    int is_announced = announced > 0 && (size_t)announced > transfer.state->body.max && !transfer_is_error(transfer);
    transfer.state->is_too_large |= !is_kept || is_announced;
    return transfer.state->is_too_large ? count + 1 : count;
}

// Takes a piece of the body. Of an error response the beginning is enough; any other that is too large is refused.
static inline size_t transfer_take_body(char *octets, size_t size, size_t count, void *context) {
    transfer transfer = {context};
    struct received_octets *body = &transfer.state->body;
    (void)size;
    int is_error = transfer_is_error(transfer);
    if (is_error && body->max > transfer.state->error_body_max) body->max = transfer.state->error_body_max;
    int is_kept = received_octets_add(body, octets, count);
    transfer.state->is_too_large |= !is_kept && !is_error;
    return is_kept ? count : count + 1;
}

static inline void transfer_free(transfer transfer) {
    curl_easy_cleanup(transfer.state->handle);
    curl_slist_free_all(transfer.state->header_lines);
    curl_slist_free_all(transfer.state->connect_to);
    free(transfer.state->header.octets);
    free(transfer.state->body.octets);
    free(transfer.state);
}

// Prepares a request under a number; returns 0 if there's no memory for it.
static inline int transfer_make(transfer *made, long number, long milliseconds) {
    made->state = calloc(1, sizeof(struct transfer_state));
    CURL *handle = curl_easy_init();
    if (!made->state || !handle) return 0;
    made->state->handle = handle;
    curl_easy_setopt(handle, CURLOPT_PRIVATE, (void *)number);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, milliseconds);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    // A proxy of the environment would look up the name again, and connect to another address than a checked one.
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, transfer_take_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, made->state);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, transfer_take_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, made->state);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise all transfers would wait for the lookup of a name that one no longer needs.
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
    return 1;
}

static inline void transfer_bound(transfer transfer, long header_max, long body_max, long error_body_max) {
    transfer.state->header.max = (size_t)header_max;
    transfer.state->body.max = (size_t)body_max;
    transfer.state->error_body_max = (size_t)error_body_max;
}

// Ends the transfer when nothing has come for so many seconds, or nobody has taken the connection.
static inline void transfer_bound_silence(transfer transfer, long seconds) {
    curl_easy_setopt(transfer.state->handle, CURLOPT_CONNECTTIMEOUT, seconds);
    curl_easy_setopt(transfer.state->handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(transfer.state->handle, CURLOPT_LOW_SPEED_TIME, seconds);
}

static inline CURLcode transfer_set_address(transfer transfer, const char *address) {
    return curl_easy_setopt(transfer.state->handle, CURLOPT_URL, address);
}

static inline CURLcode transfer_set_method(transfer transfer, const char *method) {
    if (strcmp(method, "HEAD") == 0) return curl_easy_setopt(transfer.state->handle, CURLOPT_NOBODY, 1L);
    return curl_easy_setopt(transfer.state->handle, CURLOPT_CUSTOMREQUEST, method);
}

// Copies the octets.
static inline CURLcode transfer_set_body(transfer transfer, const void *octets, long count) {
    CURLcode code = curl_easy_setopt(transfer.state->handle, CURLOPT_POSTFIELDSIZE, count);
    return code ? code : curl_easy_setopt(transfer.state->handle, CURLOPT_COPYPOSTFIELDS, octets);
}

static inline CURLcode transfer_add_header_line(transfer transfer, const char *line) {
    struct curl_slist *longer = curl_slist_append(transfer.state->header_lines, line);
    if (!longer) return CURLE_OUT_OF_MEMORY;
    transfer.state->header_lines = longer;
    return curl_easy_setopt(transfer.state->handle, CURLOPT_HTTPHEADER, longer);
}

// Connects to an address (with brackets if it's one of IPv6), whatever the host is called. The connection is this
// transfer's alone, because one to the same name may have been made to another address.
static inline CURLcode transfer_connect_to(transfer transfer, const char *address) {
    char text[128] = "::";
    if (strlen(address) > sizeof text - 4) return CURLE_URL_MALFORMAT;
    strcat(strcat(text, address), ":");
    transfer.state->connect_to = curl_slist_append(NULL, text);
    if (!transfer.state->connect_to) return CURLE_OUT_OF_MEMORY;
    CURLcode code = curl_easy_setopt(transfer.state->handle, CURLOPT_CONNECT_TO, transfer.state->connect_to);
    if (!code) code = curl_easy_setopt(transfer.state->handle, CURLOPT_FRESH_CONNECT, 1L);
    return code ? code : curl_easy_setopt(transfer.state->handle, CURLOPT_FORBID_REUSE, 1L);
}

static inline int transfer_is_too_large(transfer transfer) { return transfer.state->is_too_large; }
static inline long transfer_header_count(transfer transfer) { return (long)transfer.state->header.count; }
static inline long transfer_body_count(transfer transfer) { return (long)transfer.state->body.count; }

static inline void transfer_copy_header(transfer transfer, void *octets) {
    if (transfer.state->header.count) memcpy(octets, transfer.state->header.octets, transfer.state->header.count);
}

static inline void transfer_copy_body(transfer transfer, void *octets) {
    if (transfer.state->body.count) memcpy(octets, transfer.state->body.octets, transfer.state->body.count);
}

// Makes room for the next piece of the body, when what has come is taken.
static inline void transfer_forget_body(transfer transfer) { transfer.state->body.count = 0; }

// Call this once, and before the first transfer is made: older versions of libcurl may only be set up by one thread.
static inline transfers transfers_make(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    transfers transfers = {curl_multi_init()};
    return transfers;
}

static inline void transfers_begin(transfers transfers, transfer transfer) {
    curl_multi_add_handle(transfers.handle, transfer.state->handle);
}

static inline void transfers_end(transfers transfers, transfer transfer) {
    curl_multi_remove_handle(transfers.handle, transfer.state->handle);
}

// Does what can be done without waiting.
static inline void transfers_go_on(transfers transfers) {
    int active = 0;
    curl_multi_perform(transfers.handle, &active);
}

// Waits until one can go on, `transfers_wake` is called, or the time is over.
static inline void transfers_wait(transfers transfers, int milliseconds) {
    curl_multi_poll(transfers.handle, NULL, 0, milliseconds, NULL);
}

// The one function that any thread may call.
static inline void transfers_wake(transfers transfers) { curl_multi_wakeup(transfers.handle); }

// The number of the next transfer that came to its end, and how it ended; 0 if there is none.
static inline long transfers_next_ended(transfers transfers, CURLcode *code) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(transfers.handle, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        char *number = NULL;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &number);
        *code = message->data.result;
        return (long)number;
    }
    return 0;
}
