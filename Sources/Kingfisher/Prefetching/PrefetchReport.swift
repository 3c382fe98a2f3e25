import Foundation
import Locking

/// Tells the callers of a prefetcher what has become of its sources, on the main queue.
///
/// The lists grow where they are shown, so that a slow reader does not keep a copy for each step.
final class PrefetchReport<Element: Sendable>: PrefetchReporting {
    typealias Block =
        @Sendable (
            _ skipped: [Element], _ failed: [Element], _ completed: [Element]
        ) -> Void

    private struct Lists {
        var skipped: [Element] = []
        var failed: [Element] = []
        var completed: [Element] = []

        mutating func append(_ element: Element, to outcome: PrefetchList.Outcome) {
            switch outcome {
            case .skipped: skipped.append(element)
            case .failed: failed.append(element)
            case .completed: completed.append(element)
            }
        }
    }

    private struct State {
        var lists = Lists()
        var progress: Block?
        var completion: Block?
    }

    private let convert: @Sendable (Source) -> Element?
    private let state: Locked<State>

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - convert: Makes of a source what the lists hold; nil leaves it out.
    ///   - progress: Called after each source, or nil.
    ///   - completion: Called at the end, or nil.
    init(
        convert: @escaping @Sendable (Source) -> Element?, progress: Block?, completion: Block?
    ) {
        self.convert = convert
        state = Locked(State(progress: progress, completion: completion))
    }

    func settled(_ source: Source, _ outcome: PrefetchList.Outcome) {
        guard state.withLock({ $0.progress != nil || $0.completion != nil }) else { return }
        DispatchQueue.main.async { [self] in
            let element = convert(source)
            let (block, lists) = state.withLock { state in
                if let element { state.lists.append(element, to: outcome) }
                return (state.progress, state.lists)
            }
            block?(lists.skipped, lists.failed, lists.completed)
        }
    }

    func ended(givenUp: [Source]) {
        DispatchQueue.main.async { [self] in
            let elements = givenUp.compactMap(convert)
            // Taken out, so that what the blocks hold is released.
            let (block, lists) = state.withLock { state in
                state.lists.failed += elements
                defer { state = State() }
                return (state.completion, state.lists)
            }
            block?(lists.skipped, lists.failed, lists.completed)
        }
    }
}

/// A report, whatever its lists hold.
protocol PrefetchReporting: Sendable {
    /// A source was settled.
    func settled(_ source: Source, _ outcome: PrefetchList.Outcome)

    /// Everything is settled; some sources never began and count as failed.
    func ended(givenUp: [Source])
}
