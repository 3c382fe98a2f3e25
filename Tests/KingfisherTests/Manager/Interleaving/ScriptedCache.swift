import Foundation
import Locking

@testable import Kingfisher

/// A cache without files, whose reads and writes end when a clockwork says so.
// Unchecked, as its superclass is: what changes stands behind a lock.
final class ScriptedCache: ImageCache, @unchecked Sendable {
    /// What becomes of a read of an entry that is on disk.
    enum Reading: Sendable {
        case image
        /// Somebody removed it meanwhile, or it cannot be decoded.
        case vanished
        case failure
    }

    private struct State {
        var memory: Set<String> = []
        var disk: Set<String> = []
        var readings: @Sendable () -> Reading = { .image }
    }

    private let clockwork: VirtualClockwork
    private let image: KFCrossPlatformImage
    private let content = Locked(State())

    init(_ clockwork: VirtualClockwork, directory: URL, image: KFCrossPlatformImage) throws {
        self.clockwork = clockwork
        self.image = image
        var config = DiskStorage.Config(
            name: "scripted", sizeLimit: 0, directory: directory)
        config.usesHashedFileName = true
        super.init(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: try DiskStorage.Backend(config: config))
    }

    /// Begins anew with these keys in memory and on disk.
    func reset(
        memory: Set<String>, disk: Set<String>, readings: @escaping @Sendable () -> Reading
    ) {
        content.withLock { $0 = State(memory: memory, disk: disk, readings: readings) }
    }

    override func imageCachedType(
        forKey key: String, processorIdentifier identifier: String, forcedExtension: String?
    ) -> CacheType {
        let key = key.computedKey(with: identifier)
        return content.withLock { content in
            if content.memory.contains(key) { return .memory }
            return content.disk.contains(key) ? .disk : .none
        }
    }

    override func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        let key = key.computedKey(with: options.processor.identifier)
        if content.withLock({ $0.memory.contains(key) }) {
            callbackQueue.execute { [image] in completionHandler?(.success(.memory(image))) }
            return
        }
        let reading = content.withLock { $0.readings }()
        clockwork.add("read \(reading)") { [self] in
            callbackQueue.execute { [self] in
                completionHandler?(result(reading, key, isStale: options.isSourceTaskStale))
            }
        }
    }

    private func result(
        _ reading: Reading, _ key: String, isStale: Bool
    ) -> Result<ImageCacheResult, KingfisherError> {
        let isThere = content.withLock { $0.disk.contains(key) }
        switch reading {
        case .image where isThere && !isStale:
            content.withLock { _ = $0.memory.insert(key) }
            return .success(.disk(image))
        case .failure:
            return .failure(
                .cacheError(
                    reason: .cannotLoadDataFromDisk(
                        url: URL(fileURLWithPath: "/scripted"), error: CocoaError(.fileReadUnknown)
                    )))
        case .image, .vanished:
            content.withLock { _ = $0.disk.remove(key) }
            return .success(.none)
        }
    }

    override func store(
        _ image: KFCrossPlatformImage, original: Data?, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        let key = key.computedKey(with: options.processor.identifier)
        content.withLock { _ = $0.memory.insert(key) }
        write(toDisk ? key : nil, options.callbackQueue, completionHandler)
    }

    override func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String,
        forcedExtension: String?, expiration: StorageExpiration?, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        write(key.computedKey(with: identifier), callbackQueue, completionHandler)
    }

    private func write(
        _ key: String?, _ callbackQueue: CallbackQueue,
        _ completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        clockwork.add("write") { [self] in
            if let key { content.withLock { _ = $0.disk.insert(key) } }
            callbackQueue.execute {
                completionHandler?(
                    CacheStoreResult(
                        memoryCacheResult: .success(()), diskCacheResult: .success(())))
            }
        }
    }
}
