#define _GNU_SOURCE
#include "CHandsetLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

int handset_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int handset_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int handset_pidfd_open(pid_t pid) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

void handset_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int handset_memory(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int handset_seal(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, seals | F_SEAL_SEAL); }

int handset_is_sealed(int descriptor) {
    int found = fcntl(descriptor, F_GET_SEALS);
    return found >= 0 && (found & seals) == seals;
}

int handset_watch_links(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    struct sockaddr_nl address = {.nl_family = AF_NETLINK,
                                  .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
    if (descriptor >= 0 && bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static speed_t speed_of(int rate) {
    switch (rate) {
    case 9600: return B9600;
    case 19200: return B19200;
    case 38400: return B38400;
    case 57600: return B57600;
    case 115200: return B115200;
    case 230400: return B230400;
    case 460800: return B460800;
    case 921600: return B921600;
    default: return 0;
    }
}

/// Raw 8N1 at `rate`; -1 with errno EINVAL for a rate that the line discipline does not know.
int handset_set_baud(int descriptor, int rate) {
    speed_t speed = speed_of(rate);
    struct termios settings;
    if (speed == 0) {
        errno = EINVAL;
        return -1;
    }
    if (tcgetattr(descriptor, &settings) != 0) return -1;
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~(tcflag_t)(CSTOPB | PARENB);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (cfsetspeed(&settings, speed) != 0) return -1;
    return tcsetattr(descriptor, TCSANOW, &settings);
}

/// The master of a new pty, its far end's path in `path`.
int handset_pty_open(char *path, size_t capacity) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (master < 0) return -1;
    if (grantpt(master) != 0 || unlockpt(master) != 0 || ptsname_r(master, path, capacity) != 0) {
        close(master);
        return -1;
    }
    return master;
}

/// Starts a program in a session of its own with the given standard streams and nothing else open. The child's pid, or
/// -errno.
pid_t handset_spawn(const char *path, char *const arguments[], char *const environment[], const char *directory,
                    const int standard_streams[3]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t child = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int stream = 0; stream < 3; stream++)
        posix_spawn_file_actions_adddup2(&actions, standard_streams[stream], stream);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (directory) posix_spawn_file_actions_addchdir_np(&actions, directory);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int result = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result == 0 ? child : -result;
}

// The Swift runtime's own hook (stdlib/public/Concurrency: swift_task_enqueueGlobal_hook): called in place of the global pool.
typedef __attribute__((swiftcall)) void (*enqueue_in_pool)(void *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_in_pool pool);

static void (*run_global_job)(void *job, void *context);
static void *run_context;

static __attribute__((swiftcall)) void redirect_global_job(void *job, enqueue_in_pool pool) {
    (void)pool;
    run_global_job(job, run_context);
}

/// Hands every job that would go to the global pool to `run`. Before the first task.
void handset_redirect_global_jobs(void (*run)(void *job, void *context), void *context) {
    run_global_job = run;
    run_context = context;
    swift_task_enqueueGlobal_hook = redirect_global_job;
}
