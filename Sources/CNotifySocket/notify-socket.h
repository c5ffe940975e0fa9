#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Sends a message to the socket of a service manager, as sd_notify(3) does; returns 0, or the system's error. The
// address is a path, or an abstract name after an "@". In C, because an abstract name ends where the length of the
// address says, and Swift can only pass one with unsafe pointers.
static inline int send_to_notify_socket(const char *address, const char *message) {
    struct sockaddr_un receiver = {.sun_family = AF_UNIX};
    size_t length = strlen(address);
    if (length >= sizeof receiver.sun_path) return ENAMETOOLONG;
    memcpy(receiver.sun_path, address, length);
    if (address[0] == '@') receiver.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (descriptor < 0) return errno;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    ssize_t sent = sendto(descriptor, message, strlen(message), 0, (const struct sockaddr *)&receiver, size);
    int error = sent < 0 ? errno : 0;
    close(descriptor);
    return error;
}
