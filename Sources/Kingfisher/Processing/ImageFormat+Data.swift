public import Foundation

extension KingfisherWrapper where Base == Data {
    /// The format by the first bytes; ``ImageFormat/unknown`` for fewer than nine bytes.
    public var imageFormat: ImageFormat {
        guard base.count > 8 else { return .unknown }
        if base.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .PNG }
        if base.starts(with: [0xFF, 0xD8, 0xFF]) { return .JPEG }
        if base.starts(with: [0x47, 0x49, 0x46]) { return .GIF }
        return .unknown
    }

    /// Whether JPEG data holds the two bytes of a marker, anywhere.
    ///
    /// Bytes of a thumbnail or of compressed pixels count as well.
    ///
    /// - Parameter marker: The marker to look for.
    /// - Returns: Whether it is there; false for data that is not JPEG.
    public func contains(jpeg marker: ImageFormat.JPEGMarker) -> Bool {
        guard imageFormat == .JPEG else { return false }
        return base.range(of: Data(marker.bytes)) != nil
    }
}
