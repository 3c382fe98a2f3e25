import Foundation

/// What a request's options say about the making of an image from bytes, its processor aside.
///
/// Requests that are equal in it get equal images from equal bytes.
struct DecodeTraits: Hashable, Sendable {
    let scaleFactor: CGFloat
    let preloadsAllFrames: Bool
    let loadsFirstFrameOnly: Bool
    let decodesInBackground: Bool
    let limits: DecodeLimits?

    init(_ options: KingfisherParsedOptionsInfo) {
        scaleFactor = options.scaleFactor
        preloadsAllFrames = options.preloadAllAnimationData
        loadsFirstFrameOnly = options.onlyLoadFirstFrame
        decodesInBackground = options.backgroundDecode
        limits = options.decodeLimits
    }
}
