import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("Live Photos", .timeLimit(.minutes(1)))
struct LivePhotoTests {
    /// A file of the ISO base media format as far as anybody looks at it.
    private static func media(_ brand: String) -> Data {
        Data([0, 0, 0, 24]) + Data("ftyp\(brand)".utf8) + Data(repeating: 7, count: 20)
    }

    private let fixture: ManagerFixture
    private let processor = LivePhotoImageProcessor.default.identifier

    init() throws {
        fixture = try ManagerFixture(routes: [
            "/a.heic": .data(Self.media("heic")), "/a.mov": .data(Self.media("qt  ")),
            "/picture": .data(Self.media("heix")), "/movie": .data(Self.media("qt  ")),
            "/text": .data(Data("text".utf8)), "/a.png": .data(Data("png".utf8)),
        ])
    }

    private func source(_ paths: String...) -> LivePhotoSource {
        LivePhotoSource(urls: paths.map { fixture.server.url($0) })
    }

    @Test("17.1: resources keep their order, keys and kinds; a file is read from disk")
    func resources() throws {
        let remote = fixture.server.url("/a.mov")
        let local = URL(fileURLWithPath: "/pictures/a.heic")
        let source = LivePhotoSource(resources: [
            KF.ImageResource(downloadURL: remote, cacheKey: "movie"), local,
        ])
        #expect(source.resources.map(\.cacheKey) == ["movie", local.cacheKey])
        #expect(source.resources.map(\.downloadURL) == [remote, local])
        #expect(source.resources.map(\.referenceFileType) == [.mov, .heic])
        guard case .provider = source.resources[1].dataSource else {
            Issue.record("A file is no network source.")
            return
        }
        let explicit = LivePhotoResource(downloadURL: remote, fileType: .heic)
        #expect(explicit.referenceFileType == .heic)
    }

    @Test(
        "17.2: the type is guessed from the extension",
        arguments: [
            ("a.mov", .mov), ("a.MOV", .mov), ("a.HeIc", .heic), ("a.jpg", .other("jpg")),
            ("a", .other("")), ("a.b/c", .other("")),
        ] as [(String, LivePhotoResource.FileType)])
    func guesses(path: String, type: LivePhotoResource.FileType) throws {
        let url = try #require(URL(string: "http://example.com/\(path)"))
        #expect(url.guessedFileType == type)
    }

    @Test(
        "17.3: the extension to store with is that of the type, else of the bytes",
        arguments: [
            (.heic, "qt  ", "heic"), (.mov, "heic", "mov"), (.other("jpg"), "heic", "jpg"),
            (.other(""), "heic", "heic"), (.other(""), "qt  ", "mov"), (.other(""), "mp42", nil),
            (.other(""), "mif1", "heic"),
        ] as [(LivePhotoResource.FileType, String, String?)])
    func extensions(type: LivePhotoResource.FileType, brand: String, expected: String?) {
        #expect(type.determinedFileExtension(Self.media(brand)) == expected)
    }

    @Test("17.3: too few bytes, or others, have no extension", arguments: [0, 4, 11])
    func shortData(count: Int) {
        let type = LivePhotoResource.FileType.other("")
        #expect(type.determinedFileExtension(Self.media("heic").prefix(count)) == nil)
        #expect(type.determinedFileExtension(Data(repeating: 0, count: 64)) == nil)
    }

    @Test("2.7, 17.4, 17.7: both files are loaded in order; the second time nothing is")
    func retrieval() async throws {
        let source = source("/a.mov", "/a.heic")
        let options: KingfisherOptionsInfo = [.processor(CountingProcessor())]
        let first = try await fixture.manager.retrieveLivePhoto(with: source, options: options)
        #expect(first.cacheType == .none)
        #expect(first.fileURLs.map(\.pathExtension) == ["mov", "heic"])
        #expect(first.data() == [Self.media("qt  "), Self.media("heic")])
        #expect(try first.fileURLs.map { try Data(contentsOf: $0) } == first.data())
        for (path, name) in [("/a.mov", "mov"), ("/a.heic", "heic")] {
            #expect(
                fixture.cache.imageCachedType(
                    forKey: fixture.server.url(path).absoluteString,
                    processorIdentifier: processor, forcedExtension: name) == .disk)
        }
        let second = try await fixture.manager.retrieveLivePhoto(with: source)
        #expect(second.cacheType == .disk)
        #expect(second.fileURLs == first.fileURLs)
        #expect(second.data().isEmpty)
        #expect(fixture.server.requestCount == 2)
    }

    @Test("17.5, 17.7: only what is missing is loaded, unless a refresh is forced")
    func missing() async throws {
        _ = try await fixture.manager.retrieveLivePhoto(with: source("/a.heic"))
        let both = source("/a.heic", "/a.mov")
        let mixed = try await fixture.manager.retrieveLivePhoto(with: both)
        #expect(mixed.cacheType == .none)
        #expect(mixed.data() == [Self.media("qt  ")])
        var options = fixture.manager.parsedOptions(nil)
        options.processor = LivePhotoImageProcessor.default
        #expect(fixture.manager.missingResources(both, options: options).isEmpty)
        options.forceRefresh = true
        #expect(fixture.manager.missingResources(both, options: options).count == 2)
        let forced = try await fixture.manager.retrieveLivePhoto(
            with: both, options: [.forceRefresh])
        #expect(forced.data().count == 2)
    }

    @Test("17.5: files without an extension are found by what their bytes are")
    func sniffed() async throws {
        let source = source("/picture", "/movie")
        let first = try await fixture.manager.retrieveLivePhoto(with: source)
        #expect(first.fileURLs.map(\.pathExtension) == ["heic", "mov"])
        #expect(try await fixture.manager.retrieveLivePhoto(with: source).cacheType == .disk)
    }

    @Test("17.6: the first failure is the failure of all")
    func failure() async throws {
        await #expect {
            try await fixture.manager.retrieveLivePhoto(with: source("/a.heic", "/missing.mov"))
        } throws: { error in
            (error as? KingfisherError)?.isInvalidResponseStatusCode(404) == true
        }
    }

    @Test("17.6: what has no file afterwards is named")
    func noFile() async throws {
        let source = source("/a.heic", "/text")
        await #expect {
            try await fixture.manager.retrieveLivePhoto(with: source)
        } throws: { error in
            guard
                case .cacheError(reason: .missingLivePhotoResourceOnDisk(let resource)) =
                    error as? KingfisherError
            else { return false }
            return resource.downloadURL == fixture.server.url("/text")
        }
    }

    @Test("17.8: memory, retries and alternatives play no part")
    func noFallbacks() async throws {
        let strategy = RecordingRetryStrategy(retries: 2)
        let other = Source.network(fixture.server.url("/a.heic"))
        let options: KingfisherOptionsInfo = [
            .retryStrategy(strategy), .alternativeSources([other]),
        ]
        await #expect(throws: KingfisherError.self) {
            try await fixture.manager.retrieveLivePhoto(
                with: source("/missing.mov"), options: options)
        }
        #expect(strategy.counts.isEmpty)
        #expect(fixture.server.requestCount == 1)
        _ = try await fixture.manager.retrieveLivePhoto(with: source("/a.heic"))
        #expect(fixture.cache.memoryStorageCacheCost == 0)
    }

    @Test("17.9: the helpers use the identifier they are given, and nothing needs no work")
    func helpers() async throws {
        let options = KingfisherParsedOptionsInfo([
            .targetCache(fixture.cache), .downloader(fixture.downloader),
        ])
        #expect(
            try await fixture.manager.downloadAndCache(resources: [], options: options).isEmpty)
        let resource = LivePhotoResource(downloadURL: fixture.server.url("/a.heic"))
        let results = try await fixture.manager.downloadAndCache(
            resources: [resource], options: options)
        #expect(results.map(\.originalData) == [Self.media("heic")])
        #expect(
            fixture.cache.imageCachedType(forKey: resource.cacheKey, forcedExtension: "heic")
                == .disk)
        #expect(fixture.cache.imageCachedType(forKey: resource.cacheKey) == .none)
    }
}
