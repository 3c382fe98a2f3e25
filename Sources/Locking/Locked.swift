#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#else
#error("Locking needs a C library that this platform does not offer.")
#endif

/// A value that threads share, reachable only while its lock is held.
///
/// The one lock of the project: `os_unfair_lock` on Apple platforms, a `pthread_mutex_t` elsewhere.
/// It is not recursive. Never call out, resume a continuation or run a completion handler inside
/// ``withLock(_:)``: take what is needed out, leave, then act.
///
/// A lock is on the path of every cache hit, so it is inlinable; otherwise each value would pass
/// through the machinery of generics. That takes `public`, since the compiler does not keep bodies for
/// `package`; no product offers this module. The value is behind a pointer, because the lock is proof
/// enough that nobody else is at it, and the language need not check again.
public final class Locked<State> {
    #if canImport(Darwin)
    @usableFromInline typealias Primitive = os_unfair_lock
    #else
    @usableFromInline typealias Primitive = pthread_mutex_t
    #endif

    @usableFromInline let primitive: UnsafeMutablePointer<Primitive>
    @usableFromInline let state: UnsafeMutablePointer<State>

    /// Creates a lock around a value.
    @inlinable
    public init(_ state: State) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        primitive = .allocate(capacity: 1)
        primitive.initialize(to: Primitive())
        Self.prepare(primitive)
    }

    /// Makes a mutex that spins for a moment before it sleeps, where there is such a kind.
    ///
    /// What is done under a lock here takes less time than falling asleep.
    @usableFromInline
    static func prepare(_ primitive: UnsafeMutablePointer<Primitive>) {
        #if canImport(Glibc)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
        pthread_mutex_init(primitive, &attributes)
        pthread_mutexattr_destroy(&attributes)
        #elseif canImport(Musl)
        pthread_mutex_init(primitive, nil)
        #endif
    }

    @inlinable
    deinit {
        #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        primitive.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// - Parameter body: Short, non-blocking work on the value. Must not lock this object again.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; the lock is released either way.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&state.pointee)
    }

    @inlinable
    func lock() {
        #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
        #else
        pthread_mutex_lock(primitive)
        #endif
    }

    @inlinable
    func unlock() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(primitive)
        #else
        pthread_mutex_unlock(primitive)
        #endif
    }
}

// Unchecked: what `state` points to is only touched between lock and unlock of `primitive`.
extension Locked: @unchecked Sendable {}
