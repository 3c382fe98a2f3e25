import Foundation
import Locking
import Testing

@testable import Kingfisher

/// Live Photos of data providers, which say when their data comes.
@Suite("Live Photos from providers", .timeLimit(.minutes(1)))
struct LivePhotoRuleTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture(routes: [:]) }

    private func photo(_ providers: (any ImageDataProvider, LivePhotoResource.FileType)...)
        -> LivePhotoSource
    {
        LivePhotoSource(
            providers.map { LivePhotoResource(source: .provider($0), fileType: $1) })
    }

    @Test("17.1, 17.2: resources are kept as given; without a URL nothing is known of a file")
    func resources() throws {
        let raw = Source.provider(RawImageDataProvider(data: Data(), cacheKey: "raw"))
        let remote = try #require(URL(string: "http://host.test/a.heic"))
        let source = LivePhotoSource([
            LivePhotoResource(source: raw), LivePhotoResource(source: raw, fileType: .mov),
            LivePhotoResource(source: .network(remote)),
        ])
        #expect(source.resources.map(\.referenceFileType) == [.other(""), .mov, .heic])
        #expect(source.resources.map(\.cacheKey) == ["raw", "raw", remote.absoluteString])
        #expect(source.resources.map(\.downloadURL) == [nil, nil, remote])
        #expect(LivePhotoResource.FileType(guessedFrom: nil) == .other(""))
        #expect(LivePhotoSource([]).resources.isEmpty)
    }

    @Test("17.5: a forced refresh finds all missing, in the order of the source")
    func forcedOrder() async throws {
        let keys = ["c", "a", "b"]
        let source = LivePhotoSource(
            keys.map {
                LivePhotoResource(
                    source: .provider(RawImageDataProvider(data: Data([1]), cacheKey: $0)),
                    fileType: .heic)
            })
        _ = try await fixture.manager.retrieveLivePhoto(with: source)
        var options = fixture.manager.parsedOptions([.forceRefresh])
        options.processor = LivePhotoImageProcessor.default
        let missing = fixture.manager.missingResources(source, options: options)
        #expect(missing.map(\.cacheKey) == keys)
    }

    @Test("17.6: files stay on disk for as long as the options say")
    func expiration() async throws {
        let raw = RawImageDataProvider(data: Data([1]), cacheKey: "raw")
        let result = try await fixture.manager.retrieveLivePhoto(
            with: photo((raw, .heic)), options: [.diskCacheExpiration(.days(400))])
        let file = try #require(result.fileURLs.first)
        let date = try file.resourceValues(forKeys: [.contentModificationDateKey])
            .contentModificationDate
        #expect(try #require(date).timeIntervalSinceNow > 399 * 86_400)
    }

    @Test("17.6: missing files are loaded at the same time")
    func concurrency() async throws {
        let first = SteppedProvider("first")
        let second = SteppedProvider("second")
        // Each waits for the other to have begun.
        first.onBegun = { await second.begun.wait() }
        second.onBegun = { await first.begun.wait() }
        let result = try await fixture.manager.retrieveLivePhoto(
            with: photo((first, .heic), (second, .mov)))
        #expect(result.data() == [Data("first".utf8), Data("second".utf8)])
    }

    @Test("17.6: the first error cancels the rest, and is thrown as the provider threw it")
    func failures() async throws {
        let waiting = SteppedProvider("waiting")
        let failing = SteppedProvider("failing")
        waiting.onBegun = {
            // Longer than any test may take: only a cancellation ends it.
            try await Task.sleep(for: .seconds(3_600))
        }
        failing.onBegun = {
            await waiting.begun.wait()
            throw OwnError(text: "mine")
        }
        await #expect(throws: OwnError(text: "mine")) {
            try await fixture.manager.retrieveLivePhoto(
                with: photo((waiting, .heic), (failing, .mov)))
        }
        #expect(await waiting.ended.wait().map { $0 is CancellationError } == [true])
        #expect(fixture.cache.imageCachedType(forKey: "waiting", forcedExtension: "heic") == .none)
    }

    @Test("17.6: what the cache says when it cannot store is thrown as it is")
    func cacheFailures() async throws {
        let raw = RawImageDataProvider(data: Data([1]), cacheKey: "raw")
        // A file where the folder should be.
        let folder = fixture.cache.diskStorage.directoryURL
        try FileManager.default.removeItem(at: folder)
        try Data().write(to: folder)
        await #expect {
            try await fixture.manager.retrieveLivePhoto(with: photo((raw, .heic)))
        } throws: { error in
            guard case .cacheError = error as? KingfisherError else { return false }
            return true
        }
    }

    @Test("17.7, W24: files and bytes come in the order of the source, whichever came first")
    func order() async throws {
        let late = SteppedProvider("late")
        let early = SteppedProvider("early")
        let identifier = LivePhotoImageProcessor.default.identifier
        late.onBegun = { [cache = fixture.cache] in
            let isStored = await eventually {
                cache.imageCachedType(
                    forKey: "early", processorIdentifier: identifier, forcedExtension: "mov")
                    == .disk
            }
            #expect(isStored)
        }
        let source = photo((late, .heic), (early, .mov))
        let result = try await fixture.manager.retrieveLivePhoto(with: source)
        #expect(result.fileURLs.map(\.pathExtension) == ["heic", "mov"])
        #expect(result.data() == [Data("late".utf8), Data("early".utf8)])
        #expect(result.source.resources.map(\.cacheKey) == ["late", "early"])
        #expect(result.originalSource.resources.map(\.cacheKey) == ["late", "early"])
    }
}

private struct OwnError: Error, Equatable {
    let text: String
}

/// Gives its key as data after a step that the test says.
private final class SteppedProvider: ImageDataProvider {
    let cacheKey: String
    let begun = Recorder<Void>()
    /// What the step threw.
    let ended = Recorder<(any Error)?>()
    private let step = Locked<(@Sendable () async throws -> Void)?>(nil)

    init(_ cacheKey: String) { self.cacheKey = cacheKey }

    var onBegun: (@Sendable () async throws -> Void)? {
        get { step.withLock { $0 } }
        set { step.withLock { $0 = newValue } }
    }

    func data() async throws -> Data {
        begun.record(())
        do {
            try await onBegun?()
        } catch {
            ended.record(error)
            throw error
        }
        ended.record(nil)
        return Data(cacheKey.utf8)
    }
}
