import KingfisherGTK

/// Has GLib run a closure on the main thread, outside the main queue.
func onIdle(_ body: @escaping @MainActor () -> Void) {
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    g_idle_add(
        { data in
            guard let data else { return 0 }
            let box = Unmanaged<Box>.fromOpaque(data).takeRetainedValue()
            MainActor.assumeIsolated { box.body() }
            return 0
        }, box)
}

private final class Box: Sendable {
    let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
