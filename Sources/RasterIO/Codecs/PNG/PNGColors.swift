/// The way from the samples of a PNG to sRGB.
struct PNGColors: Sendable {
    /// For samples of 16 bits, nil for those that are sRGB.
    var deep: ColorTransform<UInt16>?
    /// For all others, nil for those that are sRGB but for their gamma.
    var plain: ColorTransform<UInt8>?
    /// The gamma in 1/100000 that libpng frees all others of.
    var gamma: Int?
}

extension PNGColors {
    /// What the chunks of a picture say.
    init(_ chunks: PNGChunks) {
        if chunks.bitDepth == 16 {
            let gamma = chunks.foreignGamma.map { 100_000 / Double($0) }
            deep = chunks.colorTransform() ?? gamma.flatMap { ColorTransform.toSRGB(gamma: $0) }
        } else {
            plain = chunks.colorTransform()
            gamma = chunks.foreignGamma
        }
    }
}
