/// A weak reference that can be kept in values and handed between threads.
// Unchecked: the runtime's weak references are safe to read from any thread, and none is reassigned.
struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    private(set) weak var value: Object?

    init(_ value: Object?) { self.value = value }
}
