import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Image data providers", .timeLimit(.minutes(1)))
struct ImageDataProviderTests {
    @Test("16: the Base64 provider decodes, and reports what it cannot decode")
    func base64() {
        var decoded: Data?
        Base64ImageDataProvider(base64String: "aGVsbG8=", cacheKey: "k").data {
            decoded = try? $0.get()
        }
        #expect(decoded == Data("hello".utf8))
        var failure: (any Error)?
        Base64ImageDataProvider(base64String: "a", cacheKey: "k").data {
            if case .failure(let error) = $0 { failure = error }
        }
        #expect(failure is CocoaError)
    }

    @Test("16: a local file is read in each of three ways")
    func localFiles() async throws {
        let content = try TemporaryFile(Data("content".utf8))
        let file = content.url
        let provider = LocalFileImageDataProvider(fileURL: file)
        #expect(provider.cacheKey == file.cacheKey && provider.contentURL == file)
        #expect(try await provider.data == Data("content".utf8))
        #expect(try await provider.data() == Data("content".utf8))
        let result = await withCheckedContinuation { continuation in
            provider.data { continuation.resume(returning: $0) }
        }
        #expect(try result.get() == Data("content".utf8))
        #expect(content.isThere)
    }

    @Test("16: a local file that is not there is Foundation's error, in each of three ways")
    func missingFiles() async {
        let file = URL(fileURLWithPath: "/nowhere/missing")
        let provider = LocalFileImageDataProvider(fileURL: file)
        let isMissing: (any Error) -> Bool = { ($0 as? CocoaError)?.code == .fileReadNoSuchFile }
        await #expect(throws: (any Error).self) {
            do { let _: Data = try await provider.data } catch {
                #expect(isMissing(error))
                throw error
            }
        }
        await #expect {
            try await provider.data()
        } throws: {
            isMissing($0)
        }
        let result = await withCheckedContinuation { continuation in
            provider.data { continuation.resume(returning: $0) }
        }
        #expect {
            try result.get()
        } throws: {
            isMissing($0)
        }
    }

    @Test("16: on the main thread a file is read before the call returns, if its queue says so")
    @MainActor
    func inlineReading() async throws {
        let content = try TemporaryFile(Data("content".utf8))
        let file = content.url
        let provider = LocalFileImageDataProvider(
            fileURL: file, loadingQueue: .mainCurrentOrAsync)
        let seen = Locked<Data?>(nil)
        provider.data { result in seen.withLock { $0 = try? result.get() } }
        #expect(seen.withLock { $0 } == Data("content".utf8))
        #expect(content.isThere)
    }

    @Test("16: a file is read on its loading queue")
    func loadingQueue() async throws {
        let queue = DispatchQueue(label: "reading")
        let content = try TemporaryFile(Data("content".utf8))
        let file = content.url
        let provider = LocalFileImageDataProvider(
            fileURL: file, loadingQueue: .dispatch(queue))
        let data = await withCheckedContinuation { continuation in
            provider.data { result in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(returning: try? result.get())
            }
        }
        #expect(data == Data("content".utf8))
        #expect(content.isThere)
    }

    @Test("16.5: providers tell what they were made of, and their keys can be changed")
    func publicMembers() {
        let file = URL(fileURLWithPath: "/a/b.png")
        var local = LocalFileImageDataProvider(fileURL: file)
        local.cacheKey = "local"
        #expect(local.fileURL == file && local.cacheKey == "local")
        var base64 = Base64ImageDataProvider(base64String: "AAAA", cacheKey: "k")
        base64.cacheKey = "base64"
        #expect(base64.base64String == "AAAA" && base64.cacheKey == "base64")
        var raw = RawImageDataProvider(data: Data([1]), cacheKey: "k")
        raw.cacheKey = "raw"
        #expect(raw.data == Data([1]) && raw.cacheKey == "raw")
        var thumbnail = ThumbnailImageDataProvider(url: file, maxPixelSize: 100)
        #expect(thumbnail.cacheKey == "\(file.absoluteString)_thumb_100.0_true")
        thumbnail.cacheKey = "thumbnail"
        thumbnail.maxPixelSize = 50
        thumbnail.alwaysCreateThumbnail = false
        #expect(thumbnail.url == file && thumbnail.cacheKey == "thumbnail")
        #expect(thumbnail.maxPixelSize == 50 && !thumbnail.alwaysCreateThumbnail)
        let error: any Error = ThumbnailImageDataProvider.ThumbnailImageDataProviderError
            .invalidThumbnail
        #expect(error is ThumbnailImageDataProvider.ThumbnailImageDataProviderError)
    }

    @Test("16.1: a provider is asked for key, data in two forms and URL, all of which it can give")
    func requirements() async throws {
        struct Complete: ImageDataProvider {
            var cacheKey: String { "complete" }
            func data() async throws -> Data { Data([1]) }
            func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
                handler(.success(Data([2])))
            }
            var contentURL: URL? { URL(fileURLWithPath: "/complete") }
        }
        let provider: any ImageDataProvider = Complete()
        #expect(provider.cacheKey == "complete")
        #expect(try await provider.data() == Data([1]))
        let result = await withCheckedContinuation { continuation in
            provider.data { continuation.resume(returning: $0) }
        }
        #expect(try result.get() == Data([2]))
        #expect(provider.contentURL?.path == "/complete")
        #expect(provider.convertToSource() == .provider(Complete()))
    }

    @Test("16.2: either form of a provider's data is made of the other, errors included")
    func providerForms() async throws {
        struct CallbackOnly: ImageDataProvider {
            let cacheKey = "callback"
            let result: Result<Data, any Error>
            func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
                handler(result)
            }
        }
        struct AsyncOnly: ImageDataProvider {
            let cacheKey = "async"
            let result: Result<Data, any Error>
            func data() async throws -> Data { try result.get() }
        }
        #expect(try await CallbackOnly(result: .success(Data([1]))).data() == Data([1]))
        #expect(CallbackOnly(result: .success(Data())).contentURL == nil)
        await #expect(throws: Failure()) {
            try await CallbackOnly(result: .failure(Failure())).data()
        }
        for (expected, provider) in [
            (Data([2]), AsyncOnly(result: .success(Data([2])))),
            (nil, AsyncOnly(result: .failure(Failure()))),
        ] {
            let result = await withCheckedContinuation { continuation in
                provider.data { continuation.resume(returning: $0) }
            }
            #expect((try? result.get()) == expected)
        }
    }

    @Test("16.3: a provider's own waiting sees that its request was cancelled")
    func cancellation() async throws {
        let fixture = try ManagerFixture()
        let provider = CheckingProvider()
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<RetrieveImageResult, KingfisherError>, Never>)
            in
            let task = fixture.manager.retrieveImage(with: .provider(provider)) {
                continuation.resume(returning: $0)
            }
            Task {
                await provider.begun.wait()
                task?.cancel()
                provider.goOn()
            }
        }
        #expect(result.failure?.errorCode == 1006)
        #expect(await provider.ended.wait() == [true])
    }

    @Test("16.4: the callback form may take a plainer handler, also one that does not escape")
    func plainHandlers() async throws {
        struct Escaping: ImageDataProvider {
            let cacheKey = "escaping"
            func data(handler: @escaping (Result<Data, any Error>) -> Void) {
                handler(.success(Data([1])))
            }
        }
        struct NonEscaping: ImageDataProvider {
            let cacheKey = "non-escaping"
            func data(handler: (Result<Data, any Error>) -> Void) {
                handler(.success(Data([2])))
            }
        }
        let providers: [any ImageDataProvider] = [Escaping(), NonEscaping()]
        var seen: [Data] = []
        for provider in providers { seen.append(try await provider.data()) }
        #expect(seen == [Data([1]), Data([2])])
    }

    @Test("16.6: a provider is asked once; memory and disk answer after that, processed")
    func askedOnce() async throws {
        let fixture = try ManagerFixture()
        let provider = CountingProvider(content: try TestPicture.png())
        let options: KingfisherOptionsInfo = [.processor(CountingProcessor("provided"))]
        let source = Source.provider(provider)
        var types: [CacheType] = []
        types.append(try await fixture.retrieve(source, options).get().cacheType)
        types.append(try await fixture.retrieve(source, options).get().cacheType)
        fixture.cache.clearMemoryCache()
        let last = try await fixture.retrieve(source, options).get()
        types.append(last.cacheType)
        #expect(types == [.none, .memory, .disk])
        #expect(last.pixelWidth == 3)
        #expect(provider.count == 1)
    }
}

/// A file that is gone with its object.
private final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("provider-\(UUID().uuidString).bin")

    init(_ content: Data) throws { try content.write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Asked last, so that the file is not removed before.
    var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }
}

private struct Failure: Error, Equatable {}

/// Waits until it is told to go on, and then looks whether its task was cancelled.
private final class CheckingProvider: ImageDataProvider {
    let cacheKey = "checking"
    let begun = Recorder<Void>()
    /// Whether the look threw.
    let ended = Recorder<Bool>()
    private let gate = AsyncStream<Void>.makeStream()

    func goOn() { gate.continuation.finish() }

    func data() async throws -> Data {
        begun.record(())
        // A task of its own, as waiting for a stream ends with the task.
        let stream = gate.stream
        await Task.detached { for await _ in stream {} }.value
        do {
            try Task.checkCancellation()
        } catch {
            ended.record(error is CancellationError)
            throw error
        }
        ended.record(false)
        return Data()
    }
}

private final class CountingProvider: ImageDataProvider {
    let cacheKey = "counting"
    private let content: Data
    private let calls = Locked(0)

    init(content: Data) { self.content = content }

    var count: Int { calls.withLock { $0 } }

    func data() async throws -> Data {
        calls.withLock { $0 += 1 }
        return content
    }
}
