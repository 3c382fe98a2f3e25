import Foundation

/// How far a run has come.
struct ProgressState: Equatable, Sendable {
    /// Inputs in all.
    let total: Int
    /// Inputs that are done, well or not.
    private(set) var finished = 0
    /// Inputs that failed.
    private(set) var failed = 0
    /// Bytes received by loads that are done.
    private var settledBytes: Int64 = 0
    /// Bytes received and expected by loads that run.
    private var running: [Int: (received: Int64, expected: Int64)] = [:]

    init(total: Int) {
        self.total = total
    }

    /// Notes what a running load has received so far.
    mutating func received(_ bytes: Int64, of expected: Int64, by load: Int) {
        running[load] = (bytes, expected)
    }

    /// Notes the end of a load that stood for some inputs.
    mutating func finish(load: Int, inputs: Int, failed: Int) {
        settledBytes += running.removeValue(forKey: load)?.received ?? 0
        finished += inputs
        self.failed += failed
    }

    /// Bytes received by all loads.
    var bytes: Int64 { running.values.reduce(settledBytes) { $0 + $1.received } }

    /// The part that is done, 0…1; a running load counts by its bytes.
    var fraction: Double {
        guard total > 0 else { return 1 }
        let parts = running.values.reduce(0.0) { sum, load in
            sum + (load.expected > 0 ? min(1, Double(load.received) / Double(load.expected)) : 0)
        }
        return min(1, (Double(finished) + parts) / Double(total))
    }

    static func == (lhs: ProgressState, rhs: ProgressState) -> Bool {
        (lhs.total, lhs.finished, lhs.failed, lhs.bytes, lhs.fraction)
            == (rhs.total, rhs.finished, rhs.failed, rhs.bytes, rhs.fraction)
    }
}

/// A progress bar of one line.
struct ProgressBar: Sendable {
    /// What the bar is drawn with.
    struct Style: Sendable {
        let done: Character
        let open: Character

        /// For terminals that show Unicode.
        static let blocks = Style(done: "█", open: "░")
        /// For all others.
        static let ascii = Style(done: "#", open: "-")

        /// The style that the locale of a process asks for.
        static func forLocale(_ environment: [String: String]) -> Style {
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
                .compactMap { environment[$0] }.first { !$0.isEmpty }
            let name = locale?.lowercased() ?? ""
            return name.contains("utf-8") || name.contains("utf8") ? .blocks : .ascii
        }
    }

    let style: Style

    private static let narrowest = 10
    private static let widest = 40

    /// The bar for a state, at most `columns` - 1 characters, so that no terminal wraps it.
    func line(for state: ProgressState, seconds: Double, columns: Int) -> String {
        let digits = "\(state.total)".count
        let count = "\(state.finished)".leftPadded(to: digits) + "/\(state.total)"
        let percent = "\(Int(state.fraction * 100))%".leftPadded(to: 4)
        var tail = "\(percent)  \(count)"
        if state.bytes > 0 {
            tail += "  " + ReadableNumber.bytes(Int(state.bytes))
            if seconds >= 0.5 {
                tail += "  \(ReadableNumber.bytes(Int(Double(state.bytes) / seconds)))/s"
            }
        }
        if state.failed > 0 { tail += "  \(state.failed) failed" }
        let room = columns - 1 - tail.count - 1
        guard room >= Self.narrowest else { return String(tail.prefix(max(0, columns - 1))) }
        let width = min(room, Self.widest)
        let done = Int((state.fraction * Double(width)).rounded(.down))
        return String(repeating: style.done, count: done)
            + String(repeating: style.open, count: width - done) + " " + tail
    }
}
