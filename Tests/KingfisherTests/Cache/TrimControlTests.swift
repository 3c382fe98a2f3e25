import Foundation
import Testing

@testable import Kingfisher

@Suite("Trim control", .timeLimit(.minutes(1)))
struct TrimControlTests {
    private typealias Step = TrimControl.Step
    private typealias Word = TrimControl.Word

    @Test("stores wait while the limit is reached, and go on while trimming does")
    func waiting() {
        let control = TrimControl()
        #expect(control.stored(total: 99, limit: 100) == Step())
        #expect(
            control.stored(total: 100, limit: 100)
                == Step(startsTrimming: true, word: Word(isPaused: true, number: 1)))
        // Another store that ran beside the first one.
        #expect(control.stored(total: 110, limit: 100) == Step())
        #expect(control.removed(total: 100, limit: 100) == nil)
        #expect(control.removed(total: 99, limit: 100) == Word(isPaused: false, number: 2))
        #expect(control.removed(total: 98, limit: 100) == nil)
        // Stores are quicker than trimming.
        #expect(
            control.stored(total: 101, limit: 100)
                == Step(word: Word(isPaused: true, number: 3)))
        #expect(control.ended(leaving: 50, limit: 100) == Word(isPaused: false, number: 4))
        #expect(control.stored(total: 100, limit: 100).startsTrimming)
    }

    @Test("trimming that cannot remove anything is not tried again at every store")
    func stuck() {
        let control = TrimControl()
        #expect(control.stored(total: 100, limit: 100).startsTrimming)
        #expect(control.ended(leaving: 120, limit: 100)?.isPaused == false)
        #expect(control.stored(total: 125, limit: 100) == Step())
        #expect(control.stored(total: 132, limit: 100).startsTrimming)
        #expect(control.ended(leaving: .max, limit: 100)?.isPaused == false)
        #expect(control.stored(total: .max, limit: .max).startsTrimming)
    }

    @Test("what could not be removed counts no longer once it went, or for another limit")
    func noLongerStuck() {
        let control = TrimControl()
        #expect(control.stored(total: 100, limit: 100).startsTrimming)
        _ = control.ended(leaving: 1_000, limit: 100)
        #expect(control.stored(total: 1_001, limit: 100) == Step())
        // The directory was emptied by other means.
        #expect(control.stored(total: 10, limit: 100) == Step())
        #expect(control.stored(total: 100, limit: 100).startsTrimming)
        _ = control.ended(leaving: 120, limit: 100)
        #expect(control.stored(total: 120, limit: 90).startsTrimming)
        _ = control.ended(leaving: 60, limit: 100)
        #expect(control.stored(total: 60, limit: 50).startsTrimming)
    }

    @Test("W-7: what is stored or used while trimming lists files is not trimmed")
    func usedMeanwhile() throws {
        let fixture = try DiskFixture { $0.sizeLimit = 4 }
        let storage = fixture.storage
        for key in ["used", "replaced", "oldest", "latest"] {
            try storage.store(value: Note(text: "x"), forKey: key)
        }
        let ages = ["oldest": 400.0, "used": 300, "replaced": 200, "latest": 100]
        for (key, seconds) in ages {
            let times = FileTimes(
                lastAccess: Date(timeIntervalSinceNow: -seconds),
                expiration: Date(timeIntervalSinceNow: 10_000))
            let path = storage.cacheFileURL(forKey: key).path
            let status = try #require(try FileAccess.status(of: path))
            try FileAccess.setTimes(times, of: path, ifStill: status)
        }
        let outcome = try storage.trim {
            _ = try? storage.value(forKey: "used")
            storage.metaChangingQueue.sync {}
            try? storage.store(value: Note(text: "y"), forKey: "replaced")
        }
        let names = ["oldest", "latest"].map { storage.cacheFileName(forKey: $0) }
        #expect(outcome.removed == names)
        #expect(outcome.left == 2)
        #expect(storage.isCached(forKey: "used"))
        #expect(try storage.value(forKey: "replaced") == Note(text: "y"))
    }

    @Test("D-34: what somebody else removes meanwhile counts: two trimmings do not empty a cache")
    func removedByOthers() throws {
        let fixture = try DiskFixture { $0.sizeLimit = 8 }
        let storage = fixture.storage
        let keys = (0..<8).map { "\($0)" }
        for key in keys { try storage.store(value: Note(text: "x"), forKey: key) }
        for (age, key) in keys.reversed().enumerated() {
            let times = FileTimes(
                lastAccess: Date(timeIntervalSinceNow: -400 - 10 * TimeInterval(age)),
                expiration: Date(timeIntervalSinceNow: 10_000))
            let path = storage.cacheFileURL(forKey: key).path
            let status = try #require(try FileAccess.status(of: path))
            try FileAccess.setTimes(times, of: path, ifStill: status)
        }
        // The other one is ahead by one file each time.
        var others = ["1", "3"].makeIterator()
        let outcome = try storage.trim {
            if let key = others.next() { try? storage.remove(forKey: key) }
        }
        #expect(outcome.left == 4)
        #expect(keys.filter { storage.isCached(forKey: $0) }.count == 4)
    }
}
