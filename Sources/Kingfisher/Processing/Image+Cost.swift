import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// Bytes that the image takes: four for each pixel and each distinct frame, and the file of a still
    /// picture that is kept because it holds more than the pixels.
    ///
    /// Frames that can be decoded later do not count, nor does the file they come from.
    var cost: Int {
        let frames = preloadedFrames.map { Set($0.images.map(ObjectIdentifier.init)).count } ?? 1
        let pixels = size.width * size.height * scale * scale
        guard pixels > 0, pixels < CGFloat(Int.max / 8) else { return 0 }
        let (bytes, overflow) = (4 * Int(pixels)).multipliedReportingOverflow(by: frames)
        let (sum, sumOverflow) = bytes.addingReportingOverflow(keptFileSize)
        return overflow || sumOverflow ? .max : sum
    }
}

extension KFCrossPlatformImage {
    /// Bytes that the image takes, which is what the image weighs in a memory cache.
    public var cacheCost: Int { kf.cost }
}
