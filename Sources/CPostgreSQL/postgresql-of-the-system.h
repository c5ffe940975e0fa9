// Debian has the header in a folder of its own, others do not.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
#include <poll.h>
#include <stdlib.h>
#include <string.h>

// The arguments of a statement. In C, because libpq takes an array of pointers that must all be valid at once.
typedef struct {
    int count;
    char **values;
} statement_arguments;

static inline statement_arguments statement_arguments_make(int count) {
    statement_arguments arguments = {count, calloc(count > 0 ? count : 1, sizeof(char *))};
    return arguments;
}

// Keeps a copy of a text; an argument without one is NULL.
static inline void statement_arguments_set(statement_arguments arguments, int index, const char *text) {
    arguments.values[index] = strdup(text);
}

static inline void statement_arguments_free(statement_arguments arguments) {
    for (int index = 0; index < arguments.count; index++) free(arguments.values[index]);
    free(arguments.values);
}

static inline PGresult *execute_prepared(PGconn *connection, const char *name, statement_arguments arguments) {
    return PQexecPrepared(connection, name, arguments.count, (const char *const *)arguments.values, NULL, NULL, 0);
}

// Sends a prepared statement, and doesn't wait for the answer. Returns 0 if that failed.
static inline int send_prepared(PGconn *connection, const char *name, statement_arguments arguments) {
    return PQsendQueryPrepared(connection, name, arguments.count, (const char *const *)arguments.values, NULL, NULL, 0);
}

// Asks the server to end the statement that is running. By the time this returns, it has been told.
static inline void cancel_statement(PGconn *connection) {
    PGcancel *cancel = PQgetCancel(connection);
    char message[256];
    if (cancel) PQcancel(cancel, message, sizeof message);
    PQfreeCancel(cancel);
}

// The SQL standard's code for what went wrong; NULL if the server gave none.
static inline const char *sqlstate_of(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_SQLSTATE); }

static void ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

// Connects to the database at an address. What the address says goes before the time-outs given here: without
// them, a server that has vanished from the network would hold up its caller for a quarter of an hour.
static inline PGconn *connect_to(const char *address, const char *connect_seconds, const char *unanswered_milliseconds) {
    const char *const names[] = {
        "connect_timeout", "tcp_user_timeout", "keepalives_idle", "application_name", "client_encoding", "dbname", NULL,
    };
    const char *const values[] = {
        connect_seconds, unanswered_milliseconds, "10", "meantime", "UTF8", address, NULL,
    };
    PGconn *connection = PQconnectdbParams(names, values, 1);
    if (connection) PQsetNoticeProcessor(connection, ignore_notice, NULL);
    return connection;
}

// Waits until the server has sent something, or for some milliseconds.
static inline void wait_for_input(PGconn *connection, int milliseconds) {
    struct pollfd input = {.fd = PQsocket(connection), .events = POLLIN};
    if (input.fd >= 0) poll(&input, 1, milliseconds);
}
