import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Memory pressure", .timeLimit(.minutes(1)))
struct MemoryPressureTests {
    @Test("I-10, W-15: a cache gives half of its memory back on a warning, all when it is critical")
    func relief() throws {
        let cache = try CacheFixture().cache
        let pressure = MemoryPressure()
        let events = CacheSystemEvents(pressure: pressure)
        events.observe(for: cache)
        for number in 0..<8 {
            cache.store(try Picture.plain(), forKey: "\(number)", toDisk: false)
        }
        pressure.signal(.warning)
        #expect(cache.memoryStorage.keys == ["4", "5", "6", "7"])
        pressure.signal(.critical)
        #expect(cache.memoryStorage.keys.isEmpty)
        withExtendedLifetime(events) {}
    }

    @Test("an observation ends when it is released, and does not keep the cache")
    func released() {
        let pressure = MemoryPressure()
        let heard = Locked(0)
        var observation: MemoryPressure.Observation? = pressure.observe { _ in
            heard.withLock { $0 += 1 }
        }
        pressure.signal(.warning)
        withExtendedLifetime(observation) {}
        observation = nil
        pressure.signal(.warning)
        #expect(heard.withLock { $0 } == 1)
    }

    @Test("where the kernel refuses, there are no reports and no failure")
    func refused() throws {
        let parent = try TemporaryDirectory()
        let readOnly = parent.url.appendingPathComponent("missing").path
        #expect(PressureStallMonitor(files: [], pressure: MemoryPressure()) == nil)
        #expect(PressureStallMonitor(files: [readOnly], pressure: MemoryPressure()) == nil)
    }
}
