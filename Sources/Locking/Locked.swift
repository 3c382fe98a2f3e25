#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Locking needs a C library that this platform does not offer.")
#endif

/// A value that threads share, reachable only while its lock is held.
///
/// The one lock of the project: `os_unfair_lock` on Apple platforms, a `pthread_mutex_t` elsewhere.
/// It is not recursive. Never call out, resume a continuation or run a completion handler inside
/// ``withLock(_:)``: take what is needed out, leave, then act.
// Unchecked: `state` is only touched between lock and unlock of `mutex`.
package final class Locked<State>: @unchecked Sendable {
    #if canImport(Darwin)
    private typealias Primitive = os_unfair_lock
    #else
    private typealias Primitive = pthread_mutex_t
    #endif

    private let primitive: UnsafeMutablePointer<Primitive>
    @usableFromInline var state: State

    /// Creates a lock around a value.
    package init(_ state: State) {
        self.state = state
        primitive = .allocate(capacity: 1)
        primitive.initialize(to: Primitive())
        #if !canImport(Darwin)
        pthread_mutex_init(primitive, nil)
        #endif
    }

    deinit {
        #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        primitive.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// - Parameter body: Short, non-blocking work on the value. Must not lock this object again.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; the lock is released either way.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&state)
    }

    // Inlined with its caller, so that no generic code is left at run time; the lock itself is not.
    @usableFromInline
    func lock() {
        #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
        #else
        pthread_mutex_lock(primitive)
        #endif
    }

    @usableFromInline
    func unlock() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(primitive)
        #else
        pthread_mutex_unlock(primitive)
        #endif
    }
}
