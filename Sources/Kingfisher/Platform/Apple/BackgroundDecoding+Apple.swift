#if canImport(Darwin)
/// Decoding ahead of display.
enum BackgroundDecoding {
    /// An equal image whose pixels are decoded already.
    static func decoded(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage {
        image.kf.decoded
    }
}
#endif
