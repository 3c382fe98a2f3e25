import Foundation

/// Somebody who wants an image from disk.
struct ReadRequest: Sendable {
    typealias Completion = @Sendable (Result<KFCrossPlatformImage?, KingfisherError>) -> Void

    /// Counts requests; a later one has a greater number.
    let number: UInt64
    let entry: EntryKey
    let options: KingfisherParsedOptionsInfo
    /// The announced promotion into memory; nil for none.
    let promotion: UInt64?
    let callbackQueue: CallbackQueue
    let completion: Completion

    var isStale: Bool { options.isSourceTaskStale }

    /// Whether the library's own code decides what bytes are an image.
    var usesOwnSerializer: Bool {
        options.cacheSerializer is DefaultCacheSerializer
            || options.cacheSerializer is FormatIndicatedCacheSerializer
    }

    /// Equal for requests that get equal images from equal bytes.
    var decodeKey: DecodeKey {
        // What a foreign serializer makes of bytes is its own affair, once for each request.
        DecodeKey(
            traits: DecodeTraits(options), foreignRequest: usesOwnSerializer ? nil : number)
    }
}

/// What decides the image that is made of bytes.
struct DecodeKey: Hashable, Sendable {
    let traits: DecodeTraits
    let foreignRequest: UInt64?
}
