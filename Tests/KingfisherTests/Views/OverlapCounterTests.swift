import Testing

@testable import Kingfisher

@Suite(.timeLimit(.minutes(1)))
struct OverlapCounterTests {
    @Test("IND-6: only the first start and the stop that brings the count to zero count")
    func overlaps() {
        #expect(
            answers(to: [.begin, .begin, .end, .end, .begin]) == [true, false, false, true, true])
    }

    @Test("IND-6: extra stops are ignored")
    func extraStops() {
        #expect(
            answers(to: [.end, .begin, .end, .end, .begin]) == [false, true, true, false, true])
    }

    private enum Call {
        case begin
        case end
    }

    private func answers(to calls: [Call]) -> [Bool] {
        var counter = OverlapCounter()
        return calls.map { $0 == .begin ? counter.begin() : counter.end() }
    }
}
