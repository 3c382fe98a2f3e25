import Foundation
import KingfisherGTK

/// Takes the place of libdispatch's function of that name in the test program.
///
/// The test program is an asynchronous `main`: its main thread calls `dispatch_main`, which on Linux
/// ends the thread and leaves the main queue to worker threads. GTK belongs to one thread. With this
/// function instead, the main thread does what it does in a GTK program: it runs GLib's main loop,
/// and the bridge under test serves the main queue. So every main-actor test runs on the main thread,
/// and every one of them proves the bridge.
@_cdecl("dispatch_main")
public func runMainLoopForever() -> Never {
    MainActor.assumeIsolated { MainLoop.attachDispatch() }
    while true { g_main_context_iteration(nil, 1) }
}
