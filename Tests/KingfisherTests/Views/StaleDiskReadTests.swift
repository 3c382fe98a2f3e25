import Foundation
import Locking
import Testing
import ViewTestSupport

@testable import Kingfisher

/// What becomes of the reads of a view that has gone on.
@MainActor
@Suite("Views and reads from disk that nobody waits for", .timeLimit(.minutes(1)))
struct StaleDiskReadTests {
    private let lab: ImageLab
    private let icon = DiskIcon()

    init() throws { lab = try ImageLab(routes: [:]) }

    /// Puts a picture on disk, where it is the only one of its width.
    private func store(_ path: String, width: Int) async throws -> (url: URL, key: String) {
        let url = lab.server.url(path)
        try await lab.cache.storeToDisk(ImageLab.png(width: width), forKey: url.cacheKey)
        return (url, url.cacheKey)
    }

    /// Lets nothing be read until the gate is signalled.
    private func holdDisk() -> DispatchSemaphore {
        let gate = DispatchSemaphore(value: 0)
        lab.cache.lanes.submit(.clearing) { gate.wait() }
        return gate
    }

    @Test("9.2, 21.3: of two reads the superseded one is told so, and only the other is promoted")
    func superseded() async throws {
        let (first, second) = (
            try await store("/first", width: 4), try await store("/second", width: 5)
        )
        let gate = holdDisk()
        let (early, late) = (Locked<[KingfisherError?]>([]), Locked(0))
        let result = await outcome { done in
            icon.kf.setImage(with: first.url, options: lab.options) { outcome in
                early.withLock { $0.append(outcome.error) }
            }
            icon.kf.setImage(with: second.url, options: lab.options) { outcome in
                late.withLock { $0 += 1 }
                done(outcome)
            }
            gate.signal()
        }
        #expect(result.value?.cacheType == .disk && icon.image?.size.width == 5)
        #expect(await eventually { !early.withLock { $0.isEmpty } })
        let errors = early.withLock { $0 }
        guard
            errors.count == 1,
            case .imageSettingError(.notCurrentSourceTask(nil, let error?, let source)) = errors[0]
        else {
            Issue.record("\(errors)")
            return
        }
        #expect((error as? KingfisherError)?.errorCode == 3006)
        #expect(source.url == first.url)
        #expect(late.withLock { $0 } == 1)
        #expect(lab.cache.imageCachedType(forKey: first.key) == .disk)
        #expect(lab.cache.imageCachedType(forKey: second.key) == .memory)
        #expect(lab.server.requestCount == 0)
    }

    @Test("9.2, 21.3: a read that was cancelled promotes nothing, and completes once")
    func cancelled() async throws {
        let picture = try await store("/picture", width: 4)
        let gate = holdDisk()
        let count = Locked(0)
        let result = await outcome { done in
            icon.kf.setImage(with: picture.url, options: lab.options) { outcome in
                count.withLock { $0 += 1 }
                done(outcome)
            }
            icon.kf.cancelDownloadTask()
            gate.signal()
        }
        #expect(result.error != nil)
        #expect(icon.image == nil)
        #expect(lab.cache.imageCachedType(forKey: picture.key) == .disk)
        #expect(count.withLock { $0 } == 1 && lab.server.requestCount == 0)
    }
}

/// Something with an image.
@MainActor
private final class DiskIcon: KingfisherHasImageComponent {
    var image: KFCrossPlatformImage?
}
