/// Runs a function over the rows of a picture.
extension Bitmap {
    /// A picture of the same size whose rows are made one by one.
    ///
    /// - Parameters:
    ///   - isOpaque: Whether the result has an alpha of 255 everywhere.
    ///   - body: Gets the number of the row, its pixels, and where the new ones go.
    /// - Returns: A new bitmap.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    func mapRows(
        isOpaque: Bool,
        _ body: (
            _ y: Int, _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>
        ) -> Void
    ) throws -> Bitmap {
        let output = try PixelBuffer(width: width, height: height, zeroed: false)
        withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            for y in 0..<height {
                body(y, base + y * bytesPerRow, output.row(y))
            }
        }
        return output.freeze(isOpaque: isOpaque)
    }
}

extension Pixel {
    /// The four bytes in the order of memory: blue, green, red, alpha.
    var bytes: [UInt8] { [blue, green, red, alpha] }
}
