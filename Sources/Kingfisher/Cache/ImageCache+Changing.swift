import Dispatch
import Locking

extension ImageCache {
    /// Changes the disk in turn, and has what was read before forgotten.
    ///
    /// Nobody hears of the change before both are done: who asks the cache then gets nothing older.
    ///
    /// - Parameters:
    ///   - access: What the change is to the order of all work on the disk.
    ///   - change: The change. Returns what tells of its end; called once, on no particular thread.
    ///   - forget: Called once, as soon as later reads come after the change, before the method returns.
    func change(
        _ access: DiskAccess, _ change: @escaping @Sendable () -> @Sendable () -> Void,
        forgetting forget: () -> Void
    ) {
        let end = Locked(ChangeEnd())
        lanes.submit(access) {
            let report = change()
            if end.withLock({ $0.changed(report) }) { report() }
        }
        forget()
        guard let report = end.withLock({ $0.forgot() }) else { return }
        // Never inside the call that asked for the change.
        DispatchQueue.global().async(execute: report)
    }
}

/// What is still to be done before the end of a change is told of.
private struct ChangeEnd {
    private var isForgotten = false
    private var report: (@Sendable () -> Void)?

    /// Notes that the change is done.
    ///
    /// - Returns: Whether its end may be told of at once.
    mutating func changed(_ report: @escaping @Sendable () -> Void) -> Bool {
        if !isForgotten { self.report = report }
        return isForgotten
    }

    /// Notes that nothing older is remembered.
    ///
    /// - Returns: What tells of the end, if the change was done before.
    mutating func forgot() -> (@Sendable () -> Void)? {
        isForgotten = true
        defer { report = nil }
        return report
    }
}
