import Foundation

/// What decides over the pixels that are made of a download; callers with equal keys get one image.
struct ImageKey: Hashable {
    let identifier: String
    let scaleFactor: CGFloat
    let preloadsAllFrames: Bool
    let loadsFirstFrameOnly: Bool
    let decodesInBackground: Bool
    let limits: DecodeLimits?

    init(_ options: KingfisherParsedOptionsInfo) {
        identifier = options.processor.identifier
        scaleFactor = options.scaleFactor
        preloadsAllFrames = options.preloadAllAnimationData
        loadsFirstFrameOnly = options.onlyLoadFirstFrame
        decodesInBackground = options.backgroundDecode
        limits = options.decodeLimits
    }
}
