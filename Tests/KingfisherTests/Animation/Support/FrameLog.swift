import Foundation
import Locking
import Raster

@testable import Kingfisher

/// A source of frames that writes down what it was asked for.
///
/// Frame *n* is red of *n*, as large as the limit allows up to 400 × 200.
final class FrameLog: ImageFrameSource, Sendable {
    struct Entry: Sendable {
        var index: Int
        var maxSize: CGSize?
        /// Which copy was asked, the original being 0.
        var copy: Int
    }

    let data: Data? = nil
    let frameCount: Int
    private let durations: [TimeInterval]
    private let damaged: Set<Int>
    private let number: Int
    private let log: Locked<[Entry]>
    private let copies: Locked<Int>
    /// Holds up frames while another thread has it.
    private let gate: DispatchSemaphore?

    convenience init(
        durations: [TimeInterval], damaged: Set<Int> = [], gate: DispatchSemaphore? = nil
    ) {
        self.init(
            durations: durations, frameCount: durations.count, damaged: damaged, number: 0,
            log: Locked([]), copies: Locked(0), gate: gate)
    }

    private init(
        durations: [TimeInterval], frameCount: Int, damaged: Set<Int>, number: Int,
        log: Locked<[Entry]>, copies: Locked<Int>, gate: DispatchSemaphore?
    ) {
        self.durations = durations
        self.frameCount = frameCount
        self.damaged = damaged
        self.number = number
        self.log = log
        self.copies = copies
        self.gate = gate
    }

    var entries: [Entry] { log.withLock { $0 } }
    var indices: [Int] { entries.map(\.index) }
    var copyCount: Int { copies.withLock { $0 } }

    func forget() { log.withLock { $0 = [] } }

    func frame(at index: Int, maxSize: CGSize?) -> CGImage? {
        gate?.wait()
        log.withLock { $0.append(Entry(index: index, maxSize: maxSize, copy: number)) }
        guard durations.indices.contains(index), !damaged.contains(index) else { return nil }
        let limit = maxSize ?? CGSize(width: 400, height: 200)
        let width = min(400, max(1, Int(limit.width)))
        let height = min(200, max(1, Int(limit.height)))
        return try? AnimationSample.bitmap(UInt8(index % 256), width: width, height: height)
    }

    func duration(at index: Int) -> TimeInterval {
        durations.indices.contains(index) ? durations[index] : 0
    }

    func copy() -> FrameLog {
        let number = copies.withLock { count in
            count += 1
            return count
        }
        return FrameLog(
            durations: durations, frameCount: frameCount, damaged: damaged, number: number,
            log: log, copies: copies, gate: gate)
    }
}
