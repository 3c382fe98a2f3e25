/// What this build can do with a format, as the registry says.
package struct FormatSupport: Equatable, Encodable, Sendable {
    /// The name of the format, at the same time the usual file extension.
    package let format: String
    /// Whether pictures are decoded.
    package let reads: Bool
    /// Whether pictures are encoded.
    package let writes: Bool
    /// Whether animations are played.
    package let readsAnimations: Bool
    /// Whether animations are encoded.
    package let writesAnimations: Bool
    /// The package trait that brings the format; nil for one that is always there.
    package let trait: String?

    private enum CodingKeys: CodingKey {
        case format, reads, writes, readsAnimations, writesAnimations, trait
    }

    /// Writes every field, a missing trait as null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(format, forKey: .format)
        try container.encode(reads, forKey: .reads)
        try container.encode(writes, forKey: .writes)
        try container.encode(readsAnimations, forKey: .readsAnimations)
        try container.encode(writesAnimations, forKey: .writesAnimations)
        try container.encode(trait, forKey: .trait)
    }

    /// The formats of all codecs, in the order in which data is offered to them.
    package static var all: [FormatSupport] {
        ImageCodecRegistry.codecs.map { codec in
            FormatSupport(
                format: codec.format.name, reads: true, writes: codec.canEncode,
                readsAnimations: codec.canDecodeAnimations,
                writesAnimations: codec.canEncode && codec.canEncodeAnimations,
                trait: (codec as? any BuiltInCodec)?.trait)
        }
    }
}
