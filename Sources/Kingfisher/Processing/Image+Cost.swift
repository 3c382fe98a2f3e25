import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// Bytes that the decoded pixels take: four for each pixel and each distinct frame.
    ///
    /// Frames that can be decoded later do not count.
    var cost: Int {
        let frames = preloadedImages.map { Set($0.map(ObjectIdentifier.init)).count } ?? 1
        let pixels = size.width * size.height * scale * scale
        guard pixels > 0, pixels < CGFloat(Int.max / 8) else { return 0 }
        let (bytes, overflow) = (4 * Int(pixels)).multipliedReportingOverflow(by: frames)
        return overflow ? .max : bytes
    }
}

extension KFCrossPlatformImage {
    /// Bytes that the decoded pixels take, which is what the image weighs in a memory cache.
    public var cacheCost: Int { kf.cost }
}
