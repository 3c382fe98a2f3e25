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
            // Nobody can wait for the changes before it here, so what it finds may be on its way out.
            // Asked only now: a change that comes later takes the promotion back itself.
            if let promotion = request.promotion, lanes.isChanging(entry) {
                memory.cancelPromotion(promotion, forKey: entry.key)
            }
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

    /// Lets nobody share what was read before an entry changed, and keeps it out of memory.
    ///
    /// To be called once the change has its place in the order of disk work: a request that comes
    /// before this call is taken back here, one that comes later is read after the change. In this
    /// order, because a request announces its promotion before it joins a read.
    func forget(_ entry: EntryKey) {
        table.withLock { $0.close(entry) }
        memory.cancelPromotions(forKey: entry.key)
    }

    /// As ``forget(_:)`` for all entries.
    func forgetAll() {
        table.withLock { $0.closeAll() }
        memory.cancelAllPromotions()
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
        // What is decoded for several is worth its scale as long as one of them wants it.
        let isStale = { self.table.withLock { $0.group(id, key) }.allSatisfy(\.isStale) }
        guard let image = image(of: entry, for: request, events: sinks, isStale: isStale) else {
            endWithoutImage(id, entry, key, request)
            return 0
        }
        let bytes = image.cacheCost
        let share = DecodedBytes(bytes, of: decodes)
        for request in table.withLock({ $0.endGroup(id, key) }) {
            disk.extendExpiration(of: entry, request.options.diskCacheAccessExtendingExpiration)
            deliver(.success(image), to: request, share)
        }
        return bytes
    }

    /// Answers a group whose bytes gave no image, after they were removed if they never will.
    private func endWithoutImage(
        _ id: UInt64, _ entry: DiskEntry, _ key: DecodeKey, _ request: ReadRequest
    ) {
        let end: @Sendable () -> Void = {
            for request in self.table.withLock({ $0.endGroup(id, key) }) {
                self.deliver(.success(nil), to: request)
            }
        }
        guard isDamaged(entry, for: request) else { return end() }
        lanes.submit(.write(request.entry)) {
            self.disk.removeDamaged(entry)
            end()
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
            let image = image(
                of: entry, for: request, events: events, isStale: { request.isStale })
            if image == nil {
                if isDamaged(entry, for: request) { disk.removeDamaged(entry) }
            } else {
                disk.extendExpiration(
                    of: entry, request.options.diskCacheAccessExtendingExpiration)
            }
            deliver(.success(image), to: request)
        case .success:
            deliver(.success(nil), to: request)
        }
    }

    /// Whether bytes that gave no image never will.
    ///
    /// A serializer of somebody else may have reasons of its own, and other limits or another build
    /// of the program may make an image of what this request could not use.
    private func isDamaged(_ entry: DiskEntry, for request: ReadRequest) -> Bool {
        request.usesOwnSerializer
            && UndecodableData.isDamaged(
                entry.data, limits: request.options.decodeLimits ?? .default)
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
        of entry: DiskEntry, for request: ReadRequest, events: (any ImageEventSink)?,
        isStale: () -> Bool
    ) -> KFCrossPlatformImage? {
        var options = request.options
        options.events = events
        return options.decoding {
            guard let image = options.cacheSerializer.image(with: entry.data, options: options)
            else { return nil }
            guard options.backgroundDecode, !isStale() else { return image }
            return image.kf.decoded(scale: options.scaleFactor)
        }
    }

    /// Hands a result over where the request wants it, once the image is in memory.
    private func deliver(
        _ result: Result<KFCrossPlatformImage?, KingfisherError>, to request: ReadRequest,
        _ bytes: DecodedBytes? = nil
    ) {
        let delivery = Delivery(request, memory: memory, bytes: bytes)
        request.callbackQueue.execute { delivery.complete(with: result) }
    }
}
