import Foundation
import Locking

/// What the attempts of one request share: options, fallbacks not used yet, and failures so far.
///
/// Every method is one atomic step, so that concurrent attempts never get the same fallback twice
/// and never lose a failure.
final class RetrievingContext<SourceType: Sendable>: Sendable {
    private struct State {
        var options: KingfisherParsedOptionsInfo
        var propagationErrors: [PropagationError] = []
    }

    /// The source that was asked for.
    let originalSource: SourceType

    private let state: Locked<State>

    init(options: KingfisherParsedOptionsInfo, originalSource: SourceType) {
        self.originalSource = originalSource
        state = Locked(State(options: options))
    }

    /// The options of all attempts, without the fallbacks that were taken.
    var options: KingfisherParsedOptionsInfo {
        get { state.withLock { $0.options } }
        set { state.withLock { $0.options = newValue } }
    }

    /// The failures of the sources tried so far, first source first.
    var propagationErrors: [PropagationError] { state.withLock { $0.propagationErrors } }

    /// Hands out the next alternative source, once.
    func popAlternativeSource() -> Source? {
        state.withLock { state in
            guard let sources = state.options.alternativeSources, !sources.isEmpty else {
                return nil
            }
            return state.options.alternativeSources?.removeFirst()
        }
    }

    /// Hands out the source for low data mode, once.
    func takeLowDataModeSource() -> Source? {
        state.withLock { state in
            defer { state.options.lowDataModeSource = nil }
            return state.options.lowDataModeSource
        }
    }

    /// What follows the failure of a source.
    enum NextStep {
        case lowData(Source)
        case question(any RetryStrategy)
        case alternative(Source)
        case end
    }

    /// Decides what follows the failure of a source.
    ///
    /// - Parameters:
    ///   - isConstrained: Whether the network was refused to save data. Alternatives would need it too.
    ///   - isGivenUp: Whether a strategy has decided not to try the source again.
    /// - Returns: The step, whose source is handed out with it, once.
    func nextStep(isConstrained: Bool, isGivenUp: Bool) -> NextStep {
        if isConstrained, let source = takeLowDataModeSource() { return .lowData(source) }
        if !isGivenUp, let strategy = options.retryStrategy { return .question(strategy) }
        if !isConstrained, let source = popAlternativeSource() { return .alternative(source) }
        return .end
    }

    /// Records that a source failed.
    ///
    /// - Returns: All failures so far, this one last.
    @discardableResult
    func appendError(_ error: KingfisherError, to source: Source) -> [PropagationError] {
        state.withLock { state in
            state.propagationErrors.append(PropagationError(source: source, error: error))
            return state.propagationErrors
        }
    }
}
