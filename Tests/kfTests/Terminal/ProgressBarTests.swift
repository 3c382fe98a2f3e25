import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct ProgressBarTests {
    private let bar = ProgressBar(style: .ascii)

    @Test("A running load counts by its bytes, an unknown length not at all")
    func fraction() {
        var state = ProgressState(total: 4)
        state.finish(load: 0, inputs: 1, failed: 0)
        state.received(50, of: 100, by: 1)
        state.received(70, of: -1, by: 2)
        #expect(state.fraction == 0.375)
        #expect(state.bytes == 120)
        state.finish(load: 1, inputs: 1, failed: 1)
        #expect(state.fraction == 0.5)
        #expect(state.bytes == 120)
        #expect(state.failed == 1)
    }

    @Test("A body longer than announced does not overfill the bar")
    func overlongBody() {
        var state = ProgressState(total: 1)
        state.received(500, of: 100, by: 0)
        #expect(state.fraction == 1)
    }

    @Test("The line shows the part, the count, bytes, rate and failures")
    func line() {
        var state = ProgressState(total: 10)
        state.received(2_000_000, of: 2_000_000, by: 0)
        state.finish(load: 0, inputs: 5, failed: 2)
        #expect(
            bar.line(for: state, seconds: 2, columns: 80)
                == String(repeating: "#", count: 19) + String(repeating: "-", count: 20)
                + "  50%   5/10  2.0 MB  1.0 MB/s  2 failed")
    }

    @Test("No line is as wide as the terminal, however narrow", arguments: 1...120)
    func width(columns: Int) {
        var state = ProgressState(total: 1000)
        state.received(123_456, of: 200_000, by: 0)
        state.finish(load: 7, inputs: 999, failed: 12)
        #expect(bar.line(for: state, seconds: 3, columns: columns).count < columns)
    }

    @Test("Nothing to do is done")
    func nothing() {
        #expect(ProgressState(total: 0).fraction == 1)
    }

    @Test("The style follows the locale")
    func style() {
        typealias Style = ProgressBar.Style
        #expect(Style.forLocale(["LANG": "de_DE.UTF-8"]).done == "█")
        #expect(Style.forLocale(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]).done == "#")
        #expect(Style.forLocale(["LC_ALL": "", "LC_CTYPE": "C.utf8"]).done == "█")
        #expect(Style.forLocale([:]).done == "#")
    }
}
