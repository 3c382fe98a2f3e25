import Foundation
import Locking

/// What a server has seen so far, and who waits for it to see more.
struct LoopbackRecord {
    typealias Condition = @Sendable (LoopbackRecord) -> Bool
    typealias Waiter = CheckedContinuation<Void, Never>

    private(set) var requests: [LoopbackRequest] = []
    private(set) var accepted = 0
    private(set) var open = 0
    private(set) var peakOpen = 0
    private(set) var peakAnswering = 0
    private var isListening = true
    private var answering = 0
    private var countsByPath: [String: Int] = [:]
    private var waiters: [(condition: Condition, waiter: Waiter)] = []

    func count(path: String?) -> Int {
        path.map { countsByPath[$0] ?? 0 } ?? requests.count
    }

    mutating func opened() -> Int {
        accepted += 1
        open += 1
        peakOpen = max(peakOpen, open)
        return accepted
    }

    var isStopped: Bool { !isListening && open == 0 }

    mutating func stopped() { isListening = false }

    mutating func closed() { open -= 1 }

    mutating func received(_ request: LoopbackRequest) {
        requests.append(request)
        countsByPath[request.path, default: 0] += 1
        answering += 1
        peakAnswering = max(peakAnswering, answering)
    }

    mutating func answered() { answering -= 1 }

    /// Whether a condition holds; if not, its waiter is kept for later.
    mutating func isMet(_ condition: @escaping Condition, orLater waiter: Waiter) -> Bool {
        if condition(self) { return true }
        waiters.append((condition, waiter))
        return false
    }

    /// Takes out everyone whose condition holds by now.
    mutating func takeSatisfiedWaiters() -> [Waiter] {
        guard !waiters.isEmpty else { return [] }
        let conditions = waiters.map(\.condition)
        let isMet = conditions.map { $0(self) }
        let satisfied = zip(waiters, isMet).filter(\.1).map(\.0.waiter)
        waiters = zip(waiters, isMet).filter { !$0.1 }.map(\.0)
        return satisfied
    }
}

extension Locked where State == LoopbackRecord {
    /// Changes the record, then wakes whoever waited for the change.
    func change(_ body: (inout LoopbackRecord) -> Void) {
        let satisfied = withLock { record in
            body(&record)
            return record.takeSatisfiedWaiters()
        }
        for waiter in satisfied {
            waiter.resume()
        }
    }
}
