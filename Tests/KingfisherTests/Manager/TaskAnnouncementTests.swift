import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("TaskAnnouncement", .timeLimit(.minutes(1)))
struct TaskAnnouncementTests {
    private let told = Recorder<DownloadTask?>()

    private func announcement(ownStart: Bool = true) -> TaskAnnouncement {
        TaskAnnouncement(update: told.record, announcesOwnStart: ownStart)
    }

    @Test("7.7, W5: a load that takes the place of a hit is told of after there was no handle")
    func handleAfterNil() {
        let (announcement, task) = (announcement(), DownloadTask())
        announcement.attemptReturned(nil)
        announcement.announce(task)
        #expect(told.values.count == 2 && told.values[0] == nil && told.values[1] === task)
    }

    @Test("7.6: the same handle is told of once, another one as well")
    func handles() {
        let (announcement, first, second) = (announcement(), DownloadTask(), DownloadTask())
        announcement.announce(first)
        announcement.attemptReturned(first)
        announcement.announce(second)
        announcement.announce(second)
        #expect(told.values.count == 2 && told.values[0] === first && told.values[1] === second)
    }

    @Test("W10: once there was a handle nobody is told that there is none")
    func nilAfterHandle() {
        let (announcement, task) = (announcement(), DownloadTask())
        announcement.announce(task)
        announcement.attemptReturned(nil)
        #expect(told.values.count == 1 && told.values[0] === task)
    }

    @Test("7.5: a first attempt is silent about having none, and tells of a later load")
    func firstAttempt() {
        let (announcement, task) = (announcement(ownStart: false), DownloadTask())
        announcement.announce(nil)
        announcement.announce(task)
        #expect(told.values.count == 1 && told.values[0] === task)
    }

    @Test("7.8: an outcome waits for the announcement, and only for the first")
    func outcomes() {
        let (announcement, delivered) = (announcement(), Recorder<Int>())
        announcement.holdOutcomes()
        announcement.afterAnnouncement { delivered.record(1) }
        #expect(delivered.values.isEmpty)
        announcement.announce(nil)
        announcement.afterAnnouncement { delivered.record(2) }
        #expect(delivered.values == [1, 2])
    }

    @Test("7.7: an alternative whose entry cannot be decoded is loaded, and its handle told of")
    func alternativeThatVanished() async throws {
        let fixture = try ManagerFixture()
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let (manager, missing) = (fixture.manager, fixture.server.url("/missing"))
        let (url, told) = (fixture.url, told)
        let result = await withCheckedContinuation { continuation in
            manager.retrieveImage(
                with: .network(missing), options: [.alternativeSources([.network(url)])],
                downloadTaskUpdated: { told.record($0) },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().source == .network(url))
        let last = try #require(told.values.last)
        #expect(last?.sessionTask?.originalURL == url)
    }
}
