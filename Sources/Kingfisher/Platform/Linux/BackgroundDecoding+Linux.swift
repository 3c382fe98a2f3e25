#if os(Linux)
/// Decoding ahead of display.
enum BackgroundDecoding {
    /// The image itself: the codecs decode when they load, so there is nothing left to do.
    static func decoded(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage { image }
}
#endif
