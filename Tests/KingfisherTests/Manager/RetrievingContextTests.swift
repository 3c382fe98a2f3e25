import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("RetrievingContext", .timeLimit(.minutes(1)))
struct RetrievingContextTests {
    private func source(_ name: String) throws -> Source {
        .network(try #require(URL(string: "http://host.test/\(name)")))
    }

    private func context(
        alternatives: Int, lowData: Source? = nil
    ) throws -> RetrievingContext<Source> {
        var options = KingfisherParsedOptionsInfo(nil)
        options.alternativeSources = try (0..<alternatives).map { try source("alternative-\($0)") }
        options.lowDataModeSource = lowData
        return RetrievingContext(options: options, originalSource: try source("original"))
    }

    @Test("6.5: alternatives are handed out in order, each once")
    func popsInOrder() throws {
        let context = try context(alternatives: 2)
        #expect(context.popAlternativeSource()?.cacheKey.hasSuffix("alternative-0") == true)
        #expect(context.popAlternativeSource()?.cacheKey.hasSuffix("alternative-1") == true)
        #expect(context.popAlternativeSource() == nil)
    }

    @Test(
        "6 (gates 2, 4), 6.1, 6.2, 16.5: a constrained network leads to low data, then to the strategy"
    )
    func constrainedSteps() throws {
        let context = try context(alternatives: 1, lowData: try source("small"))
        context.options.retryStrategy = DelayRetryStrategy(maxRetryCount: 1)
        guard case .lowData(let small) = context.nextStep(isConstrained: true, isGivenUp: false)
        else { return failed() }
        #expect(small == (try source("small")))
        guard case .question = context.nextStep(isConstrained: true, isGivenUp: false),
            case .end = context.nextStep(isConstrained: true, isGivenUp: true)
        else { return failed() }
        // Its alternatives are for other failures.
        guard case .alternative = context.nextStep(isConstrained: false, isGivenUp: true) else {
            return failed()
        }
    }

    @Test(
        "6 (gates 2, 5, 6): other failures lead to the strategy, then to alternatives, and never to low data"
    )
    func otherSteps() throws {
        let context = try context(alternatives: 1, lowData: try source("small"))
        guard case .alternative = context.nextStep(isConstrained: false, isGivenUp: false),
            case .end = context.nextStep(isConstrained: false, isGivenUp: false)
        else { return failed() }
        context.options.retryStrategy = DelayRetryStrategy(maxRetryCount: 1)
        guard case .question = context.nextStep(isConstrained: false, isGivenUp: false),
            case .end = context.nextStep(isConstrained: false, isGivenUp: true)
        else { return failed() }
        #expect(context.options.lowDataModeSource != nil)
    }

    private func failed() { Issue.record("Unexpected step") }

    @Test("6.5, 19.11: concurrent appends lose no error")
    func appendsAreAtomic() async throws {
        let context = try context(alternatives: 0)
        let failing = try source("failing")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<250 {
                        context.appendError(.requestError(reason: .emptyRequest), to: failing)
                    }
                }
            }
        }
        #expect(context.propagationErrors.count == 2_000)
    }

    @Test("6.5: racing workers get each alternative once and the low-data source once")
    func handsOutEachSourceOnce() async throws {
        let context = try context(alternatives: 500, lowData: try source("low"))
        let lowDataCount = Locked(0)
        let popped = Locked<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<250 where context.takeLowDataModeSource() != nil {
                        lowDataCount.withLock { $0 += 1 }
                    }
                }
                group.addTask {
                    while let next = context.popAlternativeSource() {
                        popped.withLock { $0.append(next.cacheKey) }
                    }
                }
            }
        }
        #expect(lowDataCount.withLock { $0 } == 1)
        let keys = popped.withLock { $0 }
        #expect(keys.count == 500)
        #expect(Set(keys).count == 500)
        #expect(context.options.lowDataModeSource == nil)
        #expect(context.popAlternativeSource() == nil)
    }
}
