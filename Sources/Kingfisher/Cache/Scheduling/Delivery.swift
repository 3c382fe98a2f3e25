import Locking

/// The answer that one request is owed, given once.
///
/// The queue of a request may drop its blocks instead of running them, as an operation queue does
/// that is cancelled. Then nobody is answered, but what was set aside for the answer is given back
/// when the last reference to this object goes.
final class Delivery: Sendable {
    private let request: ReadRequest
    private let memory: MemoryStorage.Backend<KFCrossPlatformImage>
    /// What is set aside until the answer is given; nil from then on.
    private let reserve: Locked<Reserve?>

    private struct Reserve: Sendable {
        let bytes: DecodedBytes?
    }

    init(
        _ request: ReadRequest, memory: MemoryStorage.Backend<KFCrossPlatformImage>,
        bytes: DecodedBytes?
    ) {
        self.request = request
        self.memory = memory
        reserve = Locked(Reserve(bytes: bytes))
    }

    deinit {
        guard reserve.withLock({ $0.take() }) != nil else { return }
        cancelPromotion()
    }

    /// Puts an image into memory if that was announced, and answers the request.
    func complete(with result: Result<KFCrossPlatformImage?, KingfisherError>) {
        guard let reserve = reserve.withLock({ $0.take() }) else { return }
        var result = result
        if case .success(.some) = result, request.isStale { result = .success(nil) }
        if case .success(let image?) = result, let promotion = request.promotion {
            memory.promote(
                image, promotion, forKey: request.entry.key,
                expiration: request.options.memoryCacheExpiration)
        } else {
            cancelPromotion()
        }
        request.completion(result)
        // Only an image that was delivered is no longer in flight.
        withExtendedLifetime(reserve) {}
    }

    private func cancelPromotion() {
        guard let promotion = request.promotion else { return }
        memory.cancelPromotion(promotion, forKey: request.entry.key)
    }
}

/// The bytes of a decoded image in flight, given back with the last reference to this object.
final class DecodedBytes: Sendable {
    private let lane: DecodeLane
    private let count: Int

    init(_ count: Int, of lane: DecodeLane) {
        self.count = count
        self.lane = lane
    }

    deinit { lane.release(count) }
}
