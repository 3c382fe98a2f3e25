import Raster

extension Bitmap {
    /// This picture at another size: nearest pixels.
    func sampled(width: Int, height: Int) throws -> Bitmap {
        if width == self.width, height == self.height { return self }
        return try mapped(width: width, height: height) { x, y in
            ((x * 2 + 1) * self.width / (2 * width), (y * 2 + 1) * self.height / (2 * height))
        }
    }

    /// This picture turned upright.
    func turned(from orientation: RasterImage.Orientation) throws -> Bitmap {
        let (right, bottom) = (width - 1, height - 1)
        return switch orientation {
        case .up: self
        case .upMirrored: try mapped(width: width, height: height) { (right - $0, $1) }
        case .down: try mapped(width: width, height: height) { (right - $0, bottom - $1) }
        case .downMirrored: try mapped(width: width, height: height) { ($0, bottom - $1) }
        case .leftMirrored: try mapped(width: height, height: width) { ($1, $0) }
        case .right: try mapped(width: height, height: width) { ($1, bottom - $0) }
        case .rightMirrored: try mapped(width: height, height: width) { (right - $1, bottom - $0) }
        case .left: try mapped(width: height, height: width) { (right - $1, $0) }
        }
    }

    private func mapped(
        width: Int, height: Int, _ source: (Int, Int) -> (Int, Int)
    ) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: isOpaque) { output, bytesPerRow in
            withUnsafeBytes { input in
                for y in 0..<height {
                    for x in 0..<width {
                        let (sourceX, sourceY) = source(x, y)
                        let offset = sourceY * self.bytesPerRow + sourceX * 4
                        let pixel = input.load(fromByteOffset: offset, as: UInt32.self)
                        output.storeBytes(of: pixel, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
                    }
                }
            }
        }
    }
}
