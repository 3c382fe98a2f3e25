package import Raster

extension RasterImage.Orientation {
    /// The same orientation in the terms of the pixel layer.
    package var bitmapOrientation: BitmapOrientation {
        switch self {
        case .up: .up
        case .upMirrored: .upMirrored
        case .down: .down
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .right: .right
        case .rightMirrored: .rightMirrored
        case .left: .left
        }
    }
}
