import Foundation
import Locking

/// Brings images from disk to those who asked for them.
///
/// Three steps, each on its lane: read the bytes, decode them, deliver. Requests nobody waits for any
/// more fall out before each step.
final class ImageReaders: Sendable {
    private let lanes: DiskLanes
    private let disk: DiskStorage.Backend<Data>
    private let memory: MemoryStorage.Backend<KFCrossPlatformImage>
    private let table = Locked(ReadTable())
    let decodes: DecodeLane

    init(
        lanes: DiskLanes, decodes: DecodeLane, disk: DiskStorage.Backend<Data>,
        memory: MemoryStorage.Backend<KFCrossPlatformImage>
    ) {
        self.lanes = lanes
        self.decodes = decodes
        self.disk = disk
        self.memory = memory
        decodes.onFull { lanes.pauseReads($0, number: $1) }
    }

    func read(
        _ entry: EntryKey, options: KingfisherParsedOptionsInfo, promotes: Bool,
        callbackQueue: CallbackQueue, _ completion: @escaping ReadRequest.Completion
    ) {
        let request = ReadRequest(
            number: table.withLock { $0.nextNumber() }, entry: entry, options: options,
            promotion: promotes ? memory.beginPromotion(forKey: entry.key) : nil,
            callbackQueue: callbackQueue, completion: completion)
        if options.loadDiskFileSynchronously {
            readAtOnce(request)
            return
        }
        switch table.withLock({ $0.join(request) }) {
        case .wait: break
        case .read(let id): lanes.submit(.read(entry)) { self.load(id, entry) }
        case .decode(let id, let bytes, let key):
            submitDecode(id, bytes, key, number: request.number)
        }
    }

    /// Lets later requests not share what was read before an entry, or nil for all, is changed.
    func close(_ entry: EntryKey?) {
        table.withLock { table in
            if let entry { table.close(entry) } else { table.closeAll() }
        }
    }

    // MARK: Steps

    private func load(_ id: UInt64, _ entryKey: EntryKey) {
        let stale = table.withLock { $0.waiting(id) }.filter(\.isStale)
        let isWanted = table.withLock { $0.dropWaiting(id, Set(stale.map(\.number))) }
        for request in stale { deliver(.success(nil), to: request) }
        guard isWanted else { return }
        switch fetch(entryKey) {
        case .success(let entry?):
            for request in table.withLock({ $0.waiting(id) }) {
                request.options.events?.post(.readFromDisk(byteCount: entry.data.count))
            }
            let groups = table.withLock { $0.loaded(id, entry) }
            for group in groups { submitDecode(id, entry, group.key, number: group.number) }
        case .success(nil):
            for request in table.withLock({ $0.endWaiting(id) }) {
                deliver(.success(nil), to: request)
            }
        case .failure(let error):
            for request in table.withLock({ $0.endWaiting(id) }) {
                deliver(.failure(error), to: request)
            }
        }
    }

    private func submitDecode(_ id: UInt64, _ entry: DiskEntry, _ key: DecodeKey, number: UInt64) {
        decodes.submit(
            number: number, encodedBytes: entry.data.count,
            decodedBytes: DecodedSize.estimate(
                of: entry.data, preloadsAll: key.traits.preloadsAllFrames)
        ) {
            self.decode(id, entry, key)
        }
    }

    /// Decodes for a group of requests; the bytes that are in flight from here on.
    private func decode(_ id: UInt64, _ entry: DiskEntry, _ key: DecodeKey) -> Int {
        let requests = table.withLock { $0.group(id, key) }
        let stale = requests.filter(\.isStale)
        let isWanted = table.withLock { $0.dropFromGroup(id, key, Set(stale.map(\.number))) }
        for request in stale { deliver(.success(nil), to: request) }
        let wanted = requests.first { request in !stale.contains { $0.number == request.number } }
        guard isWanted, let request = wanted ?? table.withLock({ $0.group(id, key).first }) else {
            return 0
        }
        let sinks = SharedEventSink(requests.compactMap(\.options.events))
        guard let image = image(of: entry, for: request, events: sinks) else {
            lanes.submit(.write(request.entry)) {
                self.removeUndecodable(entry, for: request)
                for request in self.table.withLock({ $0.endGroup(id, key) }) {
                    self.deliver(.success(nil), to: request)
                }
            }
            return 0
        }
        let bytes = image.cacheCost
        deliver(image, bytes: bytes, of: entry, to: table.withLock { $0.endGroup(id, key) })
        return bytes
    }

    private func deliver(
        _ image: KFCrossPlatformImage, bytes: Int, of entry: DiskEntry, to requests: [ReadRequest]
    ) {
        guard !requests.isEmpty else {
            decodes.release(bytes)
            return
        }
        let open = Locked(requests.count)
        for request in requests {
            disk.extendExpiration(of: entry, request.options.diskCacheAccessExtendingExpiration)
            deliver(.success(image), to: request) {
                let isLast = open.withLock { open in
                    open -= 1
                    return open == 0
                }
                if isLast { self.decodes.release(bytes) }
            }
        }
    }

    private func readAtOnce(_ request: ReadRequest) {
        guard !request.isStale else { return deliver(.success(nil), to: request) }
        switch fetch(request.entry) {
        case .failure(let error):
            deliver(.failure(error), to: request)
        case .success(let entry?) where !request.isStale:
            let events = request.options.events
            events?.post(.readFromDisk(byteCount: entry.data.count))
            let image = image(of: entry, for: request, events: events)
            if image == nil {
                removeUndecodable(entry, for: request)
            } else {
                disk.extendExpiration(
                    of: entry, request.options.diskCacheAccessExtendingExpiration)
            }
            deliver(.success(image), to: request)
        case .success:
            deliver(.success(nil), to: request)
        }
    }

    /// Removes an entry that gave no image; limits of a request alone say nothing about the entry.
    private func removeUndecodable(_ entry: DiskEntry, for request: ReadRequest) {
        if request.options.decodeLimits == nil { disk.removeDamaged(entry) }
    }

    private func fetch(_ entry: EntryKey) -> Result<DiskEntry?, KingfisherError> {
        do {
            return .success(try disk.entry(forKey: entry.key, entry.forcedExtension))
        } catch let error as KingfisherError {
            return .failure(error)
        } catch {
            let url = disk.cacheFileURL(
                forKey: entry.key, forcedExtension: entry.forcedExtension)
            return .failure(.cacheError(reason: .cannotLoadDataFromDisk(url: url, error: error)))
        }
    }

    private func image(
        of entry: DiskEntry, for request: ReadRequest, events: (any ImageEventSink)?
    ) -> KFCrossPlatformImage? {
        var options = request.options
        options.events = events
        return options.decoding {
            guard let image = options.cacheSerializer.image(with: entry.data, options: options)
            else { return nil }
            guard options.backgroundDecode, !request.isStale else { return image }
            return image.kf.decoded(scale: options.scaleFactor)
        }
    }

    /// Hands a result over where the request wants it, once the image is in memory.
    private func deliver(
        _ result: Result<KFCrossPlatformImage?, KingfisherError>, to request: ReadRequest,
        _ delivered: @escaping @Sendable () -> Void = {}
    ) {
        request.callbackQueue.execute { [memory] in
            let key = request.entry.key
            var result = result
            if case .success(.some) = result, request.isStale { result = .success(nil) }
            if let promotion = request.promotion {
                if case .success(let image?) = result {
                    memory.promote(
                        image, promotion, forKey: key,
                        expiration: request.options.memoryCacheExpiration)
                } else {
                    memory.cancelPromotion(promotion, forKey: key)
                }
            }
            request.completion(result)
            delivered()
        }
    }
}
