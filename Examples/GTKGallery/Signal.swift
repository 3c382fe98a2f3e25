import KingfisherGTK

/// Calls a closure each time an object emits a signal, for the life of the program.
@MainActor
func connect<Object>(
    _ object: UnsafeMutablePointer<Object>, _ signal: String,
    _ body: @escaping @MainActor () -> Void
) {
    let box = Unmanaged.passRetained(SignalBox(body)).toOpaque()
    _ = cgtk4_connect(
        object, signal,
        { _, data in
            guard let data else { return }
            let box = Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { box.body() }
        }, box)
}

private final class SignalBox: Sendable {
    let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
