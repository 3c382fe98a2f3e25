#ifndef CGTK4_H
#define CGTK4_H

#include <glib-unix.h>
#include <gtk/gtk.h>

// What Swift cannot call by itself, one function each. Everything else is called as it is. Classes
// whose instances are opaque to C are `OpaquePointer` in Swift and need no cast.

/// `G_OBJECT`, a macro: the object as its base class, checked.
static inline GObject *_Nonnull cgtk4_object(gpointer _Nonnull object)
{
    return G_OBJECT(object);
}

/// `G_APPLICATION`, a macro: the application as its base class, checked.
static inline GApplication *_Nonnull cgtk4_application(GtkApplication *_Nonnull application)
{
    return G_APPLICATION(application);
}

/// `GTK_BOX`, a macro: the widget as a box, checked.
static inline GtkBox *_Nonnull cgtk4_box(GtkWidget *_Nonnull widget)
{
    return GTK_BOX(widget);
}

/// `GTK_BUTTON`, a macro: the widget as a button, checked.
static inline GtkButton *_Nonnull cgtk4_button(GtkWidget *_Nonnull widget)
{
    return GTK_BUTTON(widget);
}

/// `GTK_WINDOW`, a macro: the widget as a window, checked.
static inline GtkWindow *_Nonnull cgtk4_window(GtkWidget *_Nonnull widget)
{
    return GTK_WINDOW(widget);
}

/// Connects a handler that takes the emitting object alone, and returns its identifier.
///
/// `GCallback` is a function without parameters; the cast that `G_CALLBACK` makes is a macro.
static inline gulong cgtk4_connect(
    gpointer _Nonnull object, const char *_Nonnull signal,
    void (*_Nonnull handler)(gpointer _Nonnull object, gpointer _Nullable data),
    gpointer _Nullable data)
{
    return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

/// Connects a handler of a property's `notify` signal, and returns its identifier.
///
/// The signature differs from `cgtk4_connect`, and the cast is a macro.
static inline gulong cgtk4_connect_notify(
    gpointer _Nonnull object, const char *_Nonnull signal,
    void (*_Nonnull handler)(
        gpointer _Nonnull object, GParamSpec *_Nonnull property, gpointer _Nullable data),
    gpointer _Nullable data)
{
    return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

/// Connects a handler of a widget's `state-flags-changed` signal, and returns its identifier.
///
/// The signature differs from `cgtk4_connect`, and the cast is a macro.
static inline gulong cgtk4_connect_state(
    GtkWidget *_Nonnull widget,
    void (*_Nonnull handler)(
        GtkWidget *_Nonnull widget, GtkStateFlags previous, gpointer _Nullable data),
    gpointer _Nullable data)
{
    return g_signal_connect_data(
        widget, "state-flags-changed", G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

/// Disconnects a handler, unless disposing of the object has done so.
///
/// Not a gap of Swift's, but GLib warns about the second time, and has no call that does not.
static inline void cgtk4_disconnect(gpointer _Nonnull object, gulong handler)
{
    if (g_signal_handler_is_connected(object, handler)) {
        g_signal_handler_disconnect(object, handler);
    }
}

/// The eventfd that libdispatch makes readable when its main queue has work.
///
/// Exported by libdispatch for run loops other than its own (CFRunLoop uses it), in no header.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs what stands in libdispatch's main queue; only on the main thread.
///
/// Exported by libdispatch like the function above.
void _dispatch_main_queue_callback_4CF(void *_Nullable unused);

#endif
