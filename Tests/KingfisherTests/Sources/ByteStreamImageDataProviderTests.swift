import Foundation
import Testing

@testable import Kingfisher

@Suite("ByteStreamImageDataProvider", .timeLimit(.minutes(1)))
struct ByteStreamImageDataProviderTests {
    private typealias Provider = ByteStreamImageDataProvider
    private typealias Failure = Provider.ByteStreamImageDataProviderError

    private let pipe = Pipe()

    private func provider(limit: Int = 1_000) -> Provider {
        Provider(
            fileHandle: pipe.fileHandleForReading, cacheKey: "stream", maximumSize: limit)
    }

    private func write(_ data: Data) throws {
        try pipe.fileHandleForWriting.write(contentsOf: data)
    }

    private func closeWritingEnd() throws { try pipe.fileHandleForWriting.close() }

    @Test("A picture that comes in pieces is loaded, processed and cached under the given key")
    func pictures() async throws {
        let fixture = try ManagerFixture()
        let png = try TestPicture.png()
        let provider = provider(limit: png.count)
        async let result = fixture.retrieve(.provider(provider))
        try write(png.prefix(10))
        try write(png.dropFirst(10))
        try closeWritingEnd()
        let image = try await result.get()
        #expect(image.pixelWidth == 8 && image.cacheType == .none && image.data() == png)
        #expect(fixture.cache.imageCachedType(forKey: "stream") == .memory)
        #expect(provider.cacheKey == "stream" && provider.contentURL == nil)
        #expect(try await fixture.retrieve(.provider(provider)).get().cacheType == .memory)
    }

    @Test("A stream with more bytes than a pipe holds comes whole")
    func longStreams() async throws {
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let handle = pipe.fileHandleForWriting
        let writer = Task.detached {
            try handle.write(contentsOf: content)
            try handle.close()
        }
        #expect(try await provider(limit: content.count).data() == content)
        try await writer.value
    }

    @Test("A file is read from where it stands, and left open")
    func files() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("stream-\(UUID().uuidString)")
        try Data("0123456789".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forReadingFrom: file)
        try handle.seek(toOffset: 4)
        #expect(
            try await Provider(fileHandle: handle, cacheKey: "file").data() == Data("456789".utf8))
        #expect(try handle.offset() == 10)
        try handle.close()
    }

    @Test("An empty stream has no bytes, which is no picture")
    func emptyStreams() async throws {
        let fixture = try ManagerFixture()
        try closeWritingEnd()
        let result = await fixture.retrieve(.provider(provider()))
        #expect(result.failure?.errorCode == 4001)
        let device = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let nothing = Provider(fileHandle: device, cacheKey: "nothing")
        #expect(try await nothing.data().isEmpty)
    }

    @Test("As many bytes as allowed may come, and not one more")
    func limits() async throws {
        try write(Data(count: 100))
        try closeWritingEnd()
        #expect(try await provider(limit: 100).data().count == 100)
    }

    @Test(
        "Bytes beyond the limit end the request, though more may come", arguments: [-1, 0, 1, 99])
    func tooManyBytes(limit: Int) async throws {
        try write(Data(count: 100))
        await #expect(throws: Failure.tooManyBytes(limit: max(0, limit))) {
            try await provider(limit: limit).data()
        }
        try closeWritingEnd()
    }

    @Test("The error of a request says what was wrong with its stream")
    func errorTexts() async throws {
        let fixture = try ManagerFixture()
        try write(Data(count: 100))
        let result = await fixture.retrieve(.provider(provider(limit: 10)))
        guard
            case .imageSettingError(reason: .dataProviderError(_, let error)) = result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(error as? Failure == .tooManyBytes(limit: 10))
        let text = try #require(result.failure?.errorDescription)
        #expect(text.contains("\"stream\"") && text.contains("10 bytes"))
        try closeWritingEnd()
    }

    @Test("A stream that ends early gives what came of it")
    func closedPipes() async throws {
        let fixture = try ManagerFixture()
        try write(try TestPicture.png().prefix(40))
        try closeWritingEnd()
        let result = await fixture.retrieve(.provider(provider()))
        guard
            case .processorError(reason: .processingFailed(_, .data(let data))) = result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(data.count == 40)
    }

    @Test("A stream can be read once")
    func readingTwice() async throws {
        let provider = provider()
        try write(Data([1]))
        try closeWritingEnd()
        #expect(try await provider.data() == Data([1]))
        await #expect(throws: Failure.alreadyRead) { try await provider.data() }
    }

    @Test("What cannot be read is an error of the system's")
    func unreadableStreams() async throws {
        let handle = try #require(FileHandle(forReadingAtPath: "/"))
        await #expect(throws: Failure.unreadable(code: EISDIR)) {
            try await Provider(fileHandle: handle, cacheKey: "folder").data()
        }
        let writing = Provider(fileHandle: pipe.fileHandleForWriting, cacheKey: "writing")
        await #expect(throws: Failure.unreadable(code: EBADF)) { try await writing.data() }
        let closed = provider()
        try pipe.fileHandleForReading.close()
        await #expect(throws: Failure.unreadable(code: EBADF)) { try await closed.data() }
    }

    @Test("Cancelling ends the wait for a pipe to which nothing is written")
    func cancellation() async throws {
        let provider = provider()
        let task = Task { try await provider.data() }
        // Once a byte is gone from the pipe, the next thing to do is to wait.
        try write(Data([1]))
        #expect(await eventually { byteCount(in: pipe) == 0 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try closeWritingEnd()
    }

    @Test("Cancelling a request ends it while its stream says nothing, and stores nothing")
    func cancelledRequests() async throws {
        let fixture = try ManagerFixture()
        let provider = provider()
        try write(Data([1]))
        let result = await withCheckedContinuation { continuation in
            let task = fixture.manager.retrieveImage(with: .provider(provider)) {
                continuation.resume(returning: $0)
            }
            Task { [pipe] in
                #expect(await eventually { byteCount(in: pipe) == 0 })
                task?.cancel()
            }
        }
        #expect(result.failure?.errorCode == 1006)
        #expect(!fixture.cache.isCached(forKey: "stream"))
        try closeWritingEnd()
    }

    @Test("A task that was cancelled before leaves the stream to others")
    func cancelledBefore() async throws {
        let provider = provider()
        try write(Data([1]))
        try closeWritingEnd()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await provider.data()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await provider.data() == Data([1]))
    }

    @Test("Streams that say nothing take no threads from others, and leave no descriptors open")
    func manyStreams() async {
        // In a process of its own, whose descriptors are nobody else's.
        await #expect(processExitsWith: .success) {
            let before = CountingDescriptors.count
            do {
                let pipes = (0..<100).map { _ in Pipe() }
                let tasks = pipes.map { pipe in
                    let provider = ByteStreamImageDataProvider(
                        fileHandle: pipe.fileHandleForReading, cacheKey: "silent")
                    return Task { try await provider.data() }
                }
                let file = RawImageDataProvider(data: Data([1]), cacheKey: "raw")
                let data = try await file.data()
                precondition(data == Data([1]))
                tasks.forEach { $0.cancel() }
                for task in tasks {
                    guard case .failure(let error) = await task.result else { fatalError() }
                    precondition(error is CancellationError)
                }
            }
            // The system may have opened some of its own meanwhile; a leak would be of a hundred or more.
            let isClean = await eventually { CountingDescriptors.count < before + 50 }
            precondition(isClean, "\(before) descriptors, now \(CountingDescriptors.count)")
        }
    }
}

private enum CountingDescriptors {
    static var count: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
    }
}

/// Bytes that wait to be read.
private func byteCount(in pipe: Pipe) -> Int32 {
    var count: Int32 = -1
    _ = ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
    return count
}
