import Foundation
import Testing

@testable import Kingfisher

@Suite("Progressive schedule")
struct ProgressiveScheduleTests {
    private let data = ProgressivePicture.data
    private let offsets = ProgressivePicture.scanOffsets

    private func schedule(fastest: Bool = true, interval: TimeInterval = 0) -> ProgressiveSchedule {
        ProgressiveSchedule(isFastestScan: fastest, scanInterval: interval)
    }

    @discardableResult
    private func feed(_ range: Range<Int>, to schedule: inout ProgressiveSchedule) -> Bool {
        data[range].withUnsafeBytes { schedule.receive($0) }
    }

    /// Takes all images that can be made at one instant.
    private func drain(_ schedule: inout ProgressiveSchedule) -> [Int] {
        var counts: [Int] = []
        while case .decode(let count, _) = schedule.next(now: 0) {
            counts.append(count)
            schedule.ended(now: 0)
        }
        return counts
    }

    @Test(
        "PRG-3: each scan counts once, also when its marker is split between chunks",
        arguments: 1...7)
    func countsScansOnce(chunk: Int) {
        var schedule = schedule(fastest: false)
        for start in stride(from: 0, to: data.count, by: chunk) {
            feed(start..<min(start + chunk, data.count), to: &schedule)
        }
        #expect(schedule.scanCount == offsets.count)
        #expect(schedule.examinedCount == data.count)
        #expect(drain(&schedule) == Array(offsets.dropFirst()))
    }

    @Test("PRG-4: the fastest mode makes one image, of what stands before the latest scan")
    func latestScanOnly() {
        var schedule = schedule()
        #expect(!feed(0..<offsets[0] + 2, to: &schedule))
        #expect(drain(&schedule) == [])
        #expect(feed(offsets[0] + 2..<offsets[3] + 2, to: &schedule))
        #expect(drain(&schedule) == [offsets[3]])
        #expect(!feed(offsets[3] + 2..<offsets[4], to: &schedule))
        #expect(drain(&schedule) == [])
    }

    @Test("PRG-4: in the fastest mode a later scan takes the place of one that waits")
    func latestWaitingScanOnly() {
        var schedule = schedule()
        feed(0..<offsets[1] + 2, to: &schedule)
        #expect(schedule.next(now: 0) == .decode(count: offsets[1], scan: 2))
        // Two chunks arrive while the image is made.
        feed(offsets[1] + 2..<offsets[2] + 2, to: &schedule)
        feed(offsets[2] + 2..<offsets[4] + 2, to: &schedule)
        schedule.ended(now: 0)
        #expect(schedule.next(now: 0) == .decode(count: offsets[4], scan: 5))
        schedule.ended(now: 0)
        #expect(schedule.next(now: 0) == .rest)
    }

    @Test("PRG-6: a candidate knows its own scan, however many have begun since")
    func scanNumbers() {
        var schedule = schedule(fastest: false)
        feed(0..<data.count, to: &schedule)
        var scans: [Int] = []
        while case .decode(_, let scan) = schedule.next(now: 0) {
            scans.append(scan)
            schedule.ended(now: 0)
        }
        #expect(scans == Array(2...offsets.count))
    }

    @Test("PRG-5: otherwise each new scan but the first makes one, in order")
    func everyScan() {
        var schedule = schedule(fastest: false)
        feed(0..<offsets[2] + 2, to: &schedule)
        #expect(drain(&schedule) == [offsets[1], offsets[2]])
        feed(offsets[2] + 2..<offsets[4] + 2, to: &schedule)
        #expect(drain(&schedule) == [offsets[3], offsets[4]])
    }

    @Test("W17: a chunk without a complete scan does not stop later ones")
    func emptyChunkStallsNothing() {
        var schedule = schedule(fastest: false)
        feed(0..<offsets[0] - 5, to: &schedule)
        feed(offsets[0] - 5..<offsets[0] + 10, to: &schedule)
        feed(offsets[0] + 10..<offsets[1] + 2, to: &schedule)
        #expect(drain(&schedule) == [offsets[1]])
    }

    @Test("PRG-1: a baseline JPEG and other formats make no image")
    func onlyProgressiveFrames() {
        var baseline = schedule()
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 1, 0xFF, 0xDA, 9, 9, 0xFF, 0xDA, 9]
        let isNews = bytes.withUnsafeBytes { baseline.receive($0) }
        #expect(!isNews)
        var other = schedule()
        let others: [UInt8] = [0x89, 0x50, 0xFF, 0xC2, 0, 1, 0xFF, 0xDA, 9, 9, 0xFF, 0xDA, 9]
        for byte in others {
            let isNews = [byte].withUnsafeBytes { other.receive($0) }
            #expect(!isNews)
        }
    }

    /// What looks like a progressive frame and two scans, as a comment of a JPEG.
    private static let disguise: [UInt8] =
        [0xFF, 0xFE, 0, 12] + [0xFF, 0xC2, 0xFF, 0xDA, 0, 3, 0xFF, 0xDA, 0, 3]

    @Test("PRG-1: markers inside a segment are none", arguments: 1...7)
    func markersInsideSegments(chunk: Int) {
        var baseline = schedule()
        let bytes =
            [0xFF, 0xD8] + Self.disguise
            + [0xFF, 0xC0, 0, 4, 0xFF, 0xC2, 0xFF, 0xFF, 0xDA, 0, 2, 9, 0xFF, 0xDA, 9]
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let part = bytes[start..<min(start + chunk, bytes.count)]
            let isNews = part.withUnsafeBytes { baseline.receive($0) }
            #expect(!isNews)
        }
        #expect(baseline.scanCount == 0)
    }

    @Test("PRG-3: scans are found behind segments that look like scans", arguments: 1...7)
    func scansBehindDisguise(chunk: Int) {
        var schedule = schedule(fastest: false)
        let bytes = data.prefix(2) + Self.disguise + data.dropFirst(2)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let part = bytes[start..<min(start + chunk, bytes.count)]
            _ = part.withUnsafeBytes { schedule.receive($0) }
        }
        #expect(drain(&schedule) == offsets.dropFirst().map { $0 + Self.disguise.count })
        #expect(schedule.examinedCount == bytes.count)
    }

    @Test("PRG-9: images are made one at a time, the interval after the end of the last")
    func pacing() {
        var schedule = schedule(fastest: false, interval: 2)
        feed(0..<data.count, to: &schedule)
        #expect(schedule.next(now: 10) == .decode(count: offsets[1], scan: 2))
        #expect(schedule.next(now: 10) == .rest)
        schedule.ended(now: 11)
        #expect(schedule.next(now: 12) == .wait(1))
        #expect(schedule.next(now: 13) == .rest, "Somebody waits already.")
        schedule.waited()
        #expect(schedule.next(now: 13) == .decode(count: offsets[2], scan: 3))
    }

    @Test("PRG-10: scans that wait can be dropped")
    func dropping() {
        var schedule = schedule(fastest: false)
        feed(0..<data.count, to: &schedule)
        schedule.dropAll()
        #expect(schedule.next(now: 0) == .rest)
    }

    @Test("A file of nothing but scans is looked at no further than a hundred of them")
    func manyScans() {
        var schedule = schedule(fastest: false)
        let bytes =
            [0xFF, 0xD8, 0xFF, 0xC2]
            + Array(repeating: [0xFF, 0xDA] as [UInt8], count: 100_000).joined()
        _ = bytes.withUnsafeBytes { schedule.receive($0) }
        #expect(schedule.scanCount == 100)
    }
}
