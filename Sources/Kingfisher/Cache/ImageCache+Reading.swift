import Foundation

extension ImageCache {
    /// Asks memory, then the disk, from where an image goes into memory.
    func findImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue,
        _ completion: @escaping @Sendable (Result<ImageCacheResult, KingfisherError>) -> Void
    ) {
        if let image = retrieveImageInMemoryCache(forKey: key, options: options) {
            callbackQueue.execute { completion(.success(.memory(image))) }
        } else if options.fromMemoryCacheOrRefresh {
            callbackQueue.execute { completion(.success(.none)) }
        } else {
            readImage(
                forKey: key, options: options, promotes: true, callbackQueue: callbackQueue
            ) { result in
                completion(result.map { $0.map { .disk($0) } ?? .none })
            }
        }
    }

    func readImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, promotes: Bool,
        callbackQueue: CallbackQueue, _ completion: @escaping ReadRequest.Completion
    ) {
        readers.read(
            diskStorage.resolved(
                EntryKey(key, options.processor.identifier, options.forcedExtension)),
            options: options, promotes: promotes, callbackQueue: callbackQueue, completion)
    }

    func retrieveImageInDiskCache(
        forKey key: String, options: KingfisherParsedOptionsInfo,
        callbackQueue: CallbackQueue = .untouch,
        completionHandler:
            @escaping @Sendable (Result<KFCrossPlatformImage?, KingfisherError>) -> Void
    ) {
        readImage(
            forKey: key, options: options, promotes: false, callbackQueue: callbackQueue,
            completionHandler)
    }

    /// The most bytes of decoded images that wait to be delivered.
    ///
    /// Default 256 MiB.
    ///
    /// Beyond it, images on disk are read and decoded only as fast as they are taken. One image that
    /// is larger by itself is decoded when no other one waits.
    public var decodedBytesInFlightLimit: Int {
        get { readers.decodes.limit }
        set { readers.decodes.limit = newValue }
    }
}
