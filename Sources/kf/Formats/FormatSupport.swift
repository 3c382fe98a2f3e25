import Kingfisher

/// What this build can do with a format, as the registry says.
struct FormatSupport: Encodable, Sendable {
    /// The name of the format, at the same time the usual file extension.
    let format: String
    /// Whether pictures are decoded.
    let reads: Bool
    /// Whether pictures are encoded.
    let writes: Bool
    /// Whether animations are played.
    let readsAnimations: Bool
    /// Whether animations are encoded.
    let writesAnimations: Bool
    /// The package trait that brings the format; nil for one that is always there.
    @OrNull private(set) var trait: String?

    /// The formats of all codecs, in the order in which data is offered to them.
    static var all: [FormatSupport] { ImageCodecRegistry.codecs.map(FormatSupport.init) }

    private init(_ codec: any ImageCodec) {
        format = codec.format.name
        reads = true
        writes = codec.canEncode
        readsAnimations = codec.canDecodeAnimations
        writesAnimations = codec.canEncode && codec.canEncodeAnimations
        trait = (codec as? any BuiltInCodec)?.trait
    }
}
