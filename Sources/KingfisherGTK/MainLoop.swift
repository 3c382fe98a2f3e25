import CGTK4
import Foundation

/// The bridge between GLib's main loop and libdispatch's main queue.
///
/// A GTK program spends its life in `g_application_run`, which knows nothing of `DispatchQueue.main`
/// and the main actor. Once attached, both are served by GLib: blocks sent to the main queue,
/// main-actor tasks and completion handlers run on the main thread between GTK's own events.
///
/// The views of this module attach the bridge when they are created. A program that needs the main
/// queue before its first view attaches it at the start of `main`.
///
/// - Note: Foundation's `RunLoop.main`, and so `Timer`, is another loop, which GLib does not serve.
///   Use a task or a dispatch source instead.
@MainActor
public enum MainLoop {
    private static var isAttached = false

    /// Lets GLib's default main context serve the main dispatch queue and the main actor.
    ///
    /// Driven by wake-ups, not by polling. Attaching again does nothing; the bridge stays for the
    /// life of the process.
    public static func attachDispatch() {
        guard !isAttached else { return }
        isAttached = true
        g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drainMainQueue, nil)
    }
}

/// Runs when libdispatch made the descriptor of its main queue readable.
private func drainMainQueue(
    descriptor: gint, condition: GIOCondition, data: gpointer?
) -> gboolean {
    // The counter must be taken back first, or the descriptor would stay readable for ever.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    _dispatch_main_queue_callback_4CF(nil)
    return 1  // G_SOURCE_CONTINUE, a macro that Swift does not import.
}
