#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>

/* A macro elsewhere, and a cast that Swift has no word for. */
static inline void handset_pixbuf_on_size(GdkPixbufLoader *loader, void (*call)(GdkPixbufLoader *, int, int, void *),
                                          void *context) {
    g_signal_connect_data(loader, "size-prepared", G_CALLBACK(call), context, NULL, (GConnectFlags)0);
}
