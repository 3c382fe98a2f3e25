import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// Requests whose look into the caches blocks nobody.
@Suite("KingfisherManager and asynchronous look-ups", .timeLimit(.minutes(1)))
struct AsyncProbeTests {
    private typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private let fixture: ManagerFixture
    private let outcomes = Recorder<Outcome>()
    private let told = Recorder<DownloadTask?>()

    init() throws { fixture = try ManagerFixture() }

    private func ask(_ source: Source, _ options: KingfisherOptionsInfo = []) -> DownloadTask? {
        fixture.manager.retrieveImage(
            with: source, options: [.asyncCacheTypeCheck, .waitForCache] + options,
            downloadTaskUpdated: told.record, completionHandler: outcomes.record)
    }

    /// Lets no look at the disk begin until the gate is signalled.
    private func holdDisk() -> DispatchSemaphore {
        let gate = DispatchSemaphore(value: 0)
        fixture.cache.lanes.submit(.clearing) { gate.wait() }
        return gate
    }

    @Test("5.1, 7.3: hits and misses have a shell that stays unlinked")
    func shellsOfCaches() async throws {
        let source = Source.network(fixture.url)
        let unknown = Source.network(fixture.server.url("/unknown"))
        _ = try await fixture.retrieve(source).get()
        let inMemory = try #require(ask(source))
        #expect(try await outcomes.wait(1).last.map { try $0.get().cacheType } == .memory)
        fixture.cache.clearMemoryCache()
        let onDisk = try #require(ask(source))
        #expect(try await outcomes.wait(2).last.map { try $0.get().cacheType } == .disk)
        let nowhere = try #require(ask(unknown, [.onlyFromCache]))
        #expect(await outcomes.wait(3).last?.failure?.errorCode == 3006)
        for shell in [inMemory, onDisk, nowhere] {
            #expect(!shell.isInitialized && shell.sessionTask == nil)
        }
        #expect(Set([inMemory, onDisk, nowhere].map(ObjectIdentifier.init)).count == 3)
        #expect(told.values.isEmpty)
    }

    @Test("5.1, 5.4, 7.3: the shell of a load is linked once the caches were asked")
    func shellsOfLoads() async throws {
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        for source in [Source.provider(provider), .network(fixture.url)] {
            let gate = holdDisk()
            let shell = try #require(ask(source))
            #expect(!shell.isInitialized)
            gate.signal()
            let count = outcomes.values.count + 1
            _ = try await outcomes.wait(count).last?.get()
            #expect(shell.isInitialized)
            #expect((shell.sessionTask != nil) == (source.url != nil))
        }
        #expect(told.values.isEmpty)
    }

    @Test("5.2: a hit in memory completes inside the call, one on disk after it")
    func placeOfWork() async throws {
        let source = Source.network(fixture.url)
        _ = try await fixture.retrieve(source).get()
        _ = ask(source)
        #expect(outcomes.values.count == 1)
        fixture.cache.clearMemoryCache()
        let gate = holdDisk()
        _ = ask(source)
        // The caller goes on while the disk is asked.
        #expect(outcomes.values.count == 1)
        gate.signal()
        #expect(try await outcomes.wait(2)[1].get().cacheType == .disk)
    }

    @Test("5.2: the forced extension belongs to what is looked for")
    func forcedExtension() async throws {
        let source = Source.network(fixture.url)
        let forced: KingfisherOptionsInfo = [.forcedCacheFileExtension("img")]
        _ = try await fixture.retrieve(source, forced).get()
        fixture.cache.clearMemoryCache()
        _ = ask(source, [.onlyFromCache])
        #expect(await outcomes.wait(1)[0].failure?.errorCode == 3006)
        _ = ask(source, [.onlyFromCache] + forced)
        #expect(try await outcomes.wait(2)[1].get().cacheType == .disk)
    }

    @Test(
        "5.4: cancelling the shell cancels a provider's load, before it is known and after",
        arguments: [false, true])
    func cancellingProviders(isEarly: Bool) async throws {
        let provider = HeldProvider()
        let gate = holdDisk()
        let shell = try #require(ask(.provider(provider)))
        if isEarly { shell.cancel() }
        gate.signal()
        await provider.asked.wait()
        if !isEarly { shell.cancel() }
        #expect(await outcomes.wait()[0].failure?.errorCode == 1006)
        provider.end()
        #expect(outcomes.values.count == 1)
    }

    @Test("5.4: cancelling the shell cancels a load whose request an asynchronous modifier makes")
    func cancellingModifiedLoads() async throws {
        let (asked, answer) = (Recorder<Void>(), Recorder<Void>())
        let modifier = AsyncModifier { request in
            asked.record(())
            await answer.wait()
            return request
        }
        let shell = try #require(
            ask(.network(fixture.url), [.requestModifier(modifier)]))
        await asked.wait()
        #expect(!shell.isInitialized)
        shell.cancel()
        answer.record(())
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
        #expect(outcomes.values.count == 1 && fixture.server.requestCount == 0)
    }

    @Test("5.4: the shell is linked before the transfer resumes, and cancels it")
    func linkedBeforeResuming() async throws {
        let (shell, isLinked) = (Locked<DownloadTask?>(nil), Recorder<Bool?>())
        fixture.downloader.useScriptedTransfers { _ in
            isLinked.record(shell.withLock { $0?.sessionTask != nil })
        }
        let gate = holdDisk()
        let task = try #require(ask(.network(fixture.url)))
        shell.withLock { $0 = task }
        gate.signal()
        #expect(await isLinked.wait() == [true])
        task.cancel()
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
    }

    @Test("5.5, 7.7: a load in the place of an original is linked to the shell, which is told of")
    func loadInsteadOfOriginal() async throws {
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let shell = try #require(
            ask(.network(fixture.url), [.processor(CountingProcessor())]))
        #expect(try await outcomes.wait()[0].get().pixelWidth == 3)
        #expect(told.values.count == 1 && told.values[0] === shell)
        #expect(shell.sessionTask?.originalURL == fixture.url)
    }

    @Test("5.6: with loadDiskFileSynchronously the file is read where the look-up ended")
    func synchronousRead() async throws {
        let source = Source.network(fixture.url)
        _ = try await fixture.retrieve(source).get()
        fixture.cache.clearMemoryCache()
        // A read that waited for its turn would wait for ever.
        fixture.cache.lanes.pauseReads(true, number: .max)
        let threads = Locked<[String: ObjectIdentifier]>([:])
        let observer = EventRecorder { event in
            threads.withLock { $0[event.kind.name] = ObjectIdentifier(Thread.current) }
        }
        _ = ask(source, [.loadDiskFileSynchronously, .eventObserver(observer)])
        #expect(try await outcomes.wait()[0].get().cacheType == .disk)
        let seen = threads.withLock { $0 }
        #expect(seen["look-up target disk"] != nil)
        #expect(seen["look-up target disk"] == seen["decode"])
    }

    @Test(
        "5.7: a later attempt tells of its shell, which is linked afterwards",
        arguments: [false, true])
    func laterAttempts(isRetry: Bool) async throws {
        let missing = fixture.server.url("/missing")
        let gate = Locked<DispatchSemaphore?>(nil)
        let requests = Locked(0)
        // Holds the disk once the first attempt has asked it.
        let modifier = AnyModifier { request in
            let number = requests.withLock { count in
                count += 1
                return count
            }
            if number == 1 { gate.withLock { $0 = holdDisk() } }
            return request
        }
        let (shells, wereLinked) = (Recorder<DownloadTask?>(), Recorder<Bool?>())
        let fallback: KingfisherOptionsInfo =
            isRetry
            ? [.retryStrategy(RecordingRetryStrategy(retries: 1))]
            : [.alternativeSources([.network(fixture.url)])]
        fixture.manager.retrieveImage(
            with: .network(missing),
            options: [.asyncCacheTypeCheck, .requestModifier(modifier)] + fallback,
            downloadTaskUpdated: { shell in
                shells.record(shell)
                wereLinked.record(shell?.isInitialized)
                gate.withLock { $0 }?.signal()
            },
            completionHandler: outcomes.record)
        let outcome = await outcomes.wait()[0]
        #expect(wereLinked.values == [false])
        let url = isRetry ? missing : fixture.url
        #expect(shells.values[0]?.sessionTask?.originalURL == url)
        if isRetry {
            #expect(outcome.failure?.isInvalidResponseStatusCode(404) == true)
        } else {
            #expect(try outcome.get().source == .network(url))
        }
        #expect(fixture.server.requestCount == 2)
    }
}

/// Gives nothing until the test is over.
private final class HeldProvider: ImageDataProvider {
    let cacheKey = "held"
    let asked = Recorder<Void>()
    private let handler = Locked<(@Sendable (Result<Data, any Error>) -> Void)?>(nil)

    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        self.handler.withLock { $0 = handler }
        asked.record(())
    }

    func end() { handler.withLock { $0 }?(.success(Data())) }
}
