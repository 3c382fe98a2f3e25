import Foundation
import Locking
import TestTools
import Testing

@testable import Kingfisher

@Suite("Order of disk work", .timeLimit(.minutes(1)))
struct EntryScheduleTests {
    private let first = EntryKey("a", "", nil)
    private let second = EntryKey("b", "", nil)

    @Test("reads of one entry run together, writes alone and in order")
    func oneEntry() {
        var schedule = EntrySchedule<String>()
        let started = [
            schedule.submit(.read(first), "r1"), schedule.submit(.read(first), "r2"),
            schedule.submit(.write(first), "w1"), schedule.submit(.read(first), "r3"),
            schedule.submit(.write(first), "w2"), schedule.submit(.write(second), "other"),
        ]
        #expect(started == [["r1"], ["r2"], [], [], [], ["other"]])
        let next = [
            schedule.finish(.read(first)), schedule.finish(.read(first)),
            schedule.finish(.write(first)), schedule.finish(.read(first)),
        ]
        #expect(next == [[], ["w1"], ["r3"], ["w2"]])
    }

    @Test("a clearing waits for all before it and holds all after it")
    func clearing() {
        var schedule = EntrySchedule<String>()
        let started = [
            schedule.submit(.read(first), "r1"), schedule.submit(.write(second), "w1"),
            schedule.submit(.clearing, "clear"), schedule.submit(.read(second), "r2"),
            schedule.submit(.clearing, "again"), schedule.submit(.write(first), "w2"),
        ]
        #expect(started == [["r1"], ["w1"], [], [], [], []])
        let next = [
            schedule.finish(.write(second)), schedule.finish(.read(first)),
            schedule.finish(.clearing), schedule.finish(.read(second)),
            schedule.finish(.clearing), schedule.finish(.write(first)),
        ]
        #expect(next == [[], ["clear"], ["r2"], ["again"], ["w2"], []])
    }

    @Test("an entry is changing from when a write or a clearing is asked for until it has ended")
    func changing() {
        var schedule = EntrySchedule<String>()
        _ = schedule.submit(.read(first), "r1")
        #expect(!schedule.isChanging(first))
        _ = schedule.submit(.write(first), "w1")
        #expect(schedule.isChanging(first) && !schedule.isChanging(second))
        _ = schedule.finish(.read(first))
        #expect(schedule.isChanging(first))
        _ = schedule.finish(.write(first))
        #expect(!schedule.isChanging(first))
        _ = schedule.submit(.sweep, "sweep")
        #expect(!schedule.isChanging(first))
        _ = schedule.submit(.write(first), "w2")
        #expect(schedule.isChanging(first))
        _ = schedule.finish(.sweep)
        _ = schedule.finish(.write(first))
        #expect(!schedule.isChanging(first))
        _ = schedule.submit(.clearing, "clear")
        #expect(schedule.isChanging(second))
        _ = schedule.finish(.clearing)
        #expect(!schedule.isChanging(second))
    }

    @Test("reads pass a sweep, writes do not, and a read does not pass a held write of its entry")
    func sweep() {
        var schedule = EntrySchedule<String>()
        let started = [
            schedule.submit(.write(first), "w1"), schedule.submit(.sweep, "sweep"),
            schedule.submit(.read(second), "r1"), schedule.submit(.write(second), "w2"),
            schedule.submit(.read(second), "r2"), schedule.submit(.read(first), "r3"),
        ]
        #expect(started == [["w1"], [], ["r1"], [], [], []])
        let next = [
            schedule.finish(.write(first)), schedule.finish(.read(second)),
            schedule.finish(.sweep), schedule.finish(.write(second)),
        ]
        #expect(next == [["r3", "sweep"], [], ["w2"], ["r2"]])
    }

    @Test("any mixture runs each job once, in the order of each entry, with fences alone")
    func random() {
        for seed in 1...50 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var schedule = EntrySchedule<Int>()
            var accesses: [DiskAccess] = []
            var running: [Int] = []
            var finished: Set<Int> = []
            var order: [Int] = []
            func note(_ started: [Int]) {
                running += started
                order += started
            }
            while finished.count < 200 {
                let submits = accesses.count < 200 && Bool.random(using: &generator)
                if submits || running.isEmpty {
                    guard accesses.count < 200 else { break }
                    let key = EntryKey("\(Int.random(in: 0..<4, using: &generator))", "", nil)
                    let access: DiskAccess =
                        switch Int.random(in: 0..<10, using: &generator) {
                        case 0: .sweep
                        case 1: .clearing
                        case 2...5: .write(key)
                        default: .read(key)
                        }
                    accesses.append(access)
                    note(schedule.submit(access, accesses.count - 1))
                } else {
                    let index = Int.random(in: 0..<running.count, using: &generator)
                    let job = running.remove(at: index)
                    finished.insert(job)
                    note(schedule.finish(accesses[job]))
                }
                check(running, accesses)
            }
            while let job = running.popLast() {
                finished.insert(job)
                note(schedule.finish(accesses[job]))
            }
            #expect(finished.count == accesses.count)
            #expect(Set(order).count == order.count)
            for key in (0..<4).map({ EntryKey("\($0)", "", nil) }) {
                let writes = order.filter { accesses[$0].isWrite(of: key) }
                #expect(writes == writes.sorted())
            }
        }
    }

    /// No write beside other work on its entry, no fence beside a write, no clearing beside anything.
    private func check(_ running: [Int], _ accesses: [DiskAccess]) {
        let now = running.map { accesses[$0] }
        let writes = now.filter(\.isAnyWrite).count
        if now.contains(where: \.isClearing) { #expect(now.count == 1) }
        if now.contains(where: \.isSweep) { #expect(writes == 0) }
        for key in (0..<4).map({ EntryKey("\($0)", "", nil) }) {
            let own = now.filter { $0.isWrite(of: key) || $0.isRead(of: key) }
            if own.contains(where: { $0.isWrite(of: key) }) { #expect(own.count == 1) }
        }
    }
}

extension DiskAccess {
    fileprivate var isSweep: Bool { if case .sweep = self { true } else { false } }
    fileprivate var isClearing: Bool { if case .clearing = self { true } else { false } }
    fileprivate var isAnyWrite: Bool { if case .write = self { true } else { false } }

    fileprivate func isWrite(of key: EntryKey) -> Bool {
        if case .write(key) = self { true } else { false }
    }

    fileprivate func isRead(of key: EntryKey) -> Bool {
        if case .read(key) = self { true } else { false }
    }
}

@Suite("Order of decoding", .timeLimit(.minutes(1)))
struct DecodeScheduleTests {
    private func item(
        _ number: UInt64, decoded: Int, encoded: Int = 1
    ) -> DecodeSchedule<UInt64>.Item {
        DecodeSchedule<UInt64>.Item(
            number: number, encodedBytes: encoded, decodedBytes: decoded, job: number)
    }

    @Test("the newest request is decoded first, whatever order the bytes came in")
    func newestFirst() {
        var schedule = DecodeSchedule<UInt64>(width: 1, limit: 1_000)
        var started = schedule.submit(item(5, decoded: 10)).map(\.job)
        for number: UInt64 in [2, 9, 7] {
            started += schedule.submit(item(number, decoded: 10)).map(\.job)
        }
        #expect(started == [5])
        var order: [UInt64] = []
        var last: UInt64 = 5
        for _ in 0..<3 {
            last = schedule.finish(item(last, decoded: 10), actualBytes: 10).first?.job ?? 0
            order.append(last)
        }
        #expect(order == [9, 7, 2])
    }

    @Test("more than the limit waits, and one that is larger by itself goes alone")
    func limit() {
        var schedule = DecodeSchedule<UInt64>(width: 4, limit: 100)
        #expect(schedule.submit(item(1, decoded: 60)).count == 1)
        #expect(schedule.submit(item(2, decoded: 60)).isEmpty)
        #expect(schedule.finish(item(1, decoded: 60), actualBytes: 50).isEmpty)
        let afterRelease = schedule.release(50).map(\.job)
        #expect(afterRelease == [2])
        #expect(schedule.submit(item(3, decoded: 500)).isEmpty)
        _ = schedule.finish(item(2, decoded: 60), actualBytes: 60)
        let alone = schedule.release(60).map(\.job)
        #expect(alone == [3])
    }

    @Test("an image that is released before its decoding is noted as ended does no harm")
    func earlyRelease() {
        var schedule = DecodeSchedule<UInt64>(width: 1, limit: 100)
        _ = schedule.submit(item(1, decoded: 0))
        _ = schedule.release(70)
        #expect(schedule.submit(item(2, decoded: 10)).isEmpty)
        #expect(schedule.finish(item(1, decoded: 0), actualBytes: 70).map(\.job) == [2])
    }

    @Test("reading pauses while more was read than may be decoded")
    func full() {
        var schedule = DecodeSchedule<UInt64>(width: 1, limit: 100)
        _ = schedule.submit(item(1, decoded: 80))
        #expect(!schedule.isFull)
        _ = schedule.submit(item(2, decoded: 80, encoded: 30))
        #expect(schedule.isFull)
        _ = schedule.finish(item(1, decoded: 80), actualBytes: 80)
        _ = schedule.release(80)
        #expect(!schedule.isFull)
    }
}

@Suite("Work lanes", .timeLimit(.minutes(1)))
struct WorkLaneTests {
    private let queue = DispatchQueue(label: "lane", attributes: .concurrent)

    @Test("no more runs at a time than the lane is wide")
    func width() async {
        let lane = WorkLane(queue: .dispatch(queue), width: 2)
        let running = Locked<(now: Int, peak: Int)>((0, 0))
        let group = DispatchGroup()
        for _ in 0..<200 {
            group.enter()
            lane.submit {
                running.withLock { running in
                    running.now += 1
                    running.peak = max(running.peak, running.now)
                }
                running.withLock { $0.now -= 1 }
                group.leave()
            }
        }
        await withCheckedContinuation { done in
            group.notify(queue: .global()) { done.resume() }
        }
        #expect(running.withLock { $0.peak } <= 2)
    }

    @Test("a word about pausing that comes late is not heard")
    func pausing() async {
        let lane = WorkLane(queue: .dispatch(queue), width: 1)
        lane.setPaused(true, number: 1)
        let hasRun = Locked(false)
        lane.submit { hasRun.withLock { $0 = true } }
        lane.setPaused(false, number: 3)
        lane.setPaused(true, number: 2)
        #expect(await eventually { hasRun.withLock { $0 } })
        let again = Locked(false)
        lane.submit { again.withLock { $0 = true } }
        #expect(await eventually { again.withLock { $0 } })
    }
}
