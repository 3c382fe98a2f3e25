import Testing

@testable import Kingfisher

@MainActor
@Suite("ImageRequestTracker", .timeLimit(.minutes(1)))
struct ImageRequestTrackerTests {
    @Test("15.5: identifiers are those of sources, and grow across all trackers")
    func identifiers() {
        let before = Source.Identifier.current
        let first = ImageRequestTracker().begin().identifier
        let second = ImageRequestTracker().begin().identifier
        #expect(
            [first, second, Source.Identifier.current] == [before + 1, before + 2, before + 2])
    }
}
