import Locking

/// How short of memory the system is.
enum MemoryPressureLevel: Sendable {
    /// Work is held up by it now and then.
    case warning
    /// Everything is held up by it.
    case critical
}

/// Tells whoever observes that the system is short of memory.
final class MemoryPressure: Sendable {
    typealias Handler = @Sendable (MemoryPressureLevel) -> Void

    private struct State {
        var handlers: [UInt64: Handler] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())

    /// Registers a handler, which is called on the thread of the signal.
    ///
    /// - Returns: What keeps it registered.
    func observe(_ handler: @escaping Handler) -> Observation {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
        return Observation { [weak self] in
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Calls all handlers.
    func signal(_ level: MemoryPressureLevel) {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler(level) }
    }

    /// Ends an observation when it is released.
    final class Observation: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
}

extension ImageCache {
    /// Gives memory back: expired images and the half that was not used for longest, or all.
    func relieve(_ level: MemoryPressureLevel) {
        switch level {
        case .warning:
            memoryStorage.removeExpired()
            memoryStorage.shrink(toFraction: 0.5)
        case .critical:
            memoryStorage.shrink(toFraction: 0)
        }
    }
}
