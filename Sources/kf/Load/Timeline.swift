import Foundation
import Kingfisher

/// The events of one request as rows of text: when a step began, how long it took, what it brought.
struct Timeline {
    /// One step.
    struct Row: Equatable {
        /// Seconds from the beginning of the request.
        let start: Double
        /// Seconds it took; nil for a moment, and for a step that did not end.
        var took: Double?
        let step: String
        var detail: String
    }

    /// The steps in the order they began.
    private(set) var rows: [Row] = []
    private var open: [String: Int] = [:]
    private var storeStart = 0.0

    /// Puts the beginnings and ends of steps together.
    init(_ events: [ImageEvent]) {
        for event in events {
            add(event)
        }
        // Stores are only known at their end. The sort must not mix what began at the same time.
        rows = rows.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }.map(\.element)
    }

    /// The rows as text in columns.
    var lines: [String] {
        let cells = rows.map { row in
            [
                ReadableNumber.seconds(row.start),
                row.took.map { ReadableNumber.seconds($0) } ?? "", row.step, row.detail,
            ]
        }
        return TextColumns.lines(of: cells, rightAligned: [0, 1]).map { "  " + $0 }
    }

    private mutating func add(_ event: ImageEvent) {
        let time = event.time
        switch event.kind {
        case .attemptBegan(let source):
            note(time, "attempt", source.url?.absoluteString ?? source.cacheKey)
        case .lookedUp(let cache, let type):
            note(time, "look-up", "\(cache) cache: \(type == .none ? "nothing" : "\(type)")")
        case .readFromDisk(let bytes): note(time, "read", ReadableNumber.bytes(bytes))
        case .loadBegan: begin(time, "load")
        case .firstBytesArrived(let bytes):
            note(time, "first bytes", ReadableNumber.bytes(bytes))
        case .loadEnded(let bytes): end(time, "load", ReadableNumber.bytes(bytes))
        case .confirmedByServer(let cache): note(time, "confirmed", "\(cache) cache")
        case .processingBegan: begin(time, "process")
        case .processingEnded(let pixels): end(time, "process", Self.text(pixels))
        case .decodingBegan: begin(time, "decode")
        case .decodingEnded(let pixels): end(time, "decode", Self.text(pixels))
        case .storingBegan: storeStart = time
        case .storingEnded(let cache, let succeeded):
            let detail = "\(cache) cache\(succeeded ? "" : ": failed")"
            rows.append(
                Row(start: storeStart, took: time - storeStart, step: "store", detail: detail))
        case .attemptFailed(let error): note(time, "failed", error.localizedDescription)
        case .completed(let result): note(time, "completed", Self.text(result))
        }
    }

    private mutating func note(_ time: Double, _ step: String, _ detail: String) {
        rows.append(Row(start: time, step: step, detail: detail))
    }

    private mutating func begin(_ time: Double, _ step: String) {
        open[step] = rows.count
        rows.append(Row(start: time, step: step, detail: ""))
    }

    private mutating func end(_ time: Double, _ step: String, _ detail: String) {
        guard let index = open.removeValue(forKey: step) else { return note(time, step, detail) }
        rows[index].took = time - rows[index].start
        rows[index].detail = detail
    }

    private static func text(_ pixels: Int?) -> String {
        pixels.map { "\($0) pixels" } ?? "failed"
    }

    private static func text(_ result: Result<RetrieveImageResult, KingfisherError>) -> String {
        switch result {
        case .failure: "without a picture"
        case .success(let result) where result.cacheType == .none: "loaded"
        case .success(let result): "from \(result.cacheType)"
        }
    }
}
