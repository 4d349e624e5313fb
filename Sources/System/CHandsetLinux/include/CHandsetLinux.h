#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Calls of Linux that the Glibc module does not offer Swift.

int handset_eventfd(void);
int handset_accept(int listener);
int handset_pidfd_open(pid_t pid);
void handset_name_thread(const char *name);
/// Memory behind a descriptor, which may be sealed. Nothing but this process has it.
int handset_memory(const char *name);
/// Seals it as it is, for everybody and for ever. Whether it is sealed against writing and cutting.
int handset_seal(int descriptor);
int handset_is_sealed(int descriptor);
/// A descriptor that is readable when a link or an address of this machine changed.
int handset_watch_links(void);
int handset_set_baud(int descriptor, int rate);
int handset_pty_open(char *path, size_t capacity);
pid_t handset_spawn(const char *path, char *const arguments[], char *const environment[], const char *directory,
                    const int standard_streams[3]);
void handset_redirect_global_jobs(void (*run)(void *job, void *context), void *context);
