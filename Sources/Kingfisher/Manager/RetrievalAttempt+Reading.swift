/// What an attempt does with an entry that a cache has.
extension RetrievalAttempt {
    func read(_ place: ImageEvent.Cache, _ options: KingfisherParsedOptionsInfo) {
        switch place {
        case .target: readTarget(options)
        case .original: readOriginal(options)
        }
    }

    private func readTarget(_ options: KingfisherParsedOptionsInfo) {
        let target = manager.targetCache(for: options)
        let writeBack = MemoryWriteBack(of: source, to: target, options: options)
        target.retrieveImage(
            forKey: source.cacheKey, options: options, callbackQueue: .untouch
        ) { [self] result in
            switch result {
            case .failure(let error):
                finish(.failure(error), isFinal: !isAwaited)
            case .success(let found):
                if let image = found.image {
                    deliverHit(image, from: found.cacheType, options: options, writeBack)
                } else if isAwaited {
                    entryVanished(options)
                } else {
                    deliverNotExisting(isFinal: true)
                }
            }
        }
    }

    /// The entry was there a moment ago, but it cannot be decoded, somebody removed it, or the
    /// server knows another image.
    func entryVanished(_ options: KingfisherParsedOptionsInfo) {
        if options.onlyFromCache || options.isSourceTaskStale {
            deliverNotExisting()
        } else {
            load(.insteadOfHit)
        }
    }

    private func deliverHit(
        _ image: KFCrossPlatformImage, from cacheType: CacheType,
        options: KingfisherParsedOptionsInfo, _ writeBack: MemoryWriteBack
    ) {
        guard isAwaited, let item = options.itemToProcess(of: image) else {
            deliver(image, from: cacheType, options: options)
            return
        }
        manager.process(item, options: options) { [self] processed in
            guard let processed else {
                deliverProcessingFailed(item, options: options)
                return
            }
            // Memory holds what had to be processed, under the processed key; replace it, so that
            // it is not processed again on each hit.
            if mayBeKept {
                writeBack.complete(with: processed, expiration: options.memoryCacheExpiration)
            }
            deliver(processed, from: cacheType, options: options)
        }
    }

    private func readOriginal(_ options: KingfisherParsedOptionsInfo) {
        var originalOptions = options
        originalOptions.processor = DefaultImageProcessor.default
        // The final image is what has to be decoded, not the one it is made of.
        originalOptions.backgroundDecode = false
        manager.originalCache(for: options).retrieveImage(
            forKey: source.cacheKey, options: originalOptions, callbackQueue: .untouch
        ) { [self] result in
            switch result {
            case .failure(let error):
                finish(.failure(error))
            case .success(let found):
                guard let original = found.image else {
                    entryVanished(options)
                    return
                }
                processOriginal(original, options: options)
            }
        }
    }

    private func processOriginal(
        _ original: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) {
        manager.process(.image(original), options: options) { [self] processed in
            guard let processed else {
                deliverProcessingFailed(.image(original), options: options)
                return
            }
            let serializer = options.cacheSerializer
            let result = RetrieveImageResult(
                image: options.modified(processed), cacheType: .none, source: source,
                originalSource: context.originalSource,
                data: { serializer.data(with: processed, original: nil) })
            guard mayBeKept else { return finish(.success(result)) }
            var storing = options
            storing.storedResponse = response
            manager.store(
                processed, original: nil, source: source, options: storing, storesOriginal: false
            ) { [self] in
                finish(.success(result))
            }
        }
    }
}
