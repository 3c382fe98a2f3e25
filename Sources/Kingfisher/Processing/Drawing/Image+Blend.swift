import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image over a background, combined with a blend function.
    func blended(
        _ function: BlendFunction, alpha: CGFloat, backgroundColor: KFCrossPlatformColor?
    ) throws -> KFCrossPlatformImage {
        try redrawn {
            try $0.blended(
                function, opacity: Double(alpha), background: backgroundColor?.rasterColor)
        }
    }
}
