import CRasterIO
import Foundation
import Raster

extension Bitmap {
    /// Gives `body` the pixels as BGRA with straight alpha.
    ///
    /// - Parameter body: Reads rows that stand `stride` bytes apart.
    /// - Returns: What `body` returns.
    /// - Throws: `RasterError` without memory, and what `body` throws.
    func withStraightPixels<Result>(
        _ body: (_ pixels: UnsafePointer<UInt8>, _ stride: Int) throws -> Result
    ) throws -> Result {
        let straight = isOpaque ? self : try straightCopy()
        return try straight.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
                throw RasterError.invalidSize(width: width, height: height)
            }
            return try body(start, bytesPerRow)
        }
    }

    private func straightCopy() throws -> Bitmap {
        try Bitmap(width: width, height: height) { output, stride in
            withUnsafeBytes { input in
                guard let source = input.bindMemory(to: UInt8.self).baseAddress,
                    let target = output.bindMemory(to: UInt8.self).baseAddress
                else { return }
                for y in 0..<height {
                    crasterio_unpremultiply(source + y * stride, width, target + y * stride)
                }
            }
        }
    }

    /// Whether no pixel is transparent, looked up if nobody promised it.
    func hasOnlyOpaquePixels() -> Bool {
        isOpaque
            || withUnsafeBytes { bytes in
                guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
                return (0..<height).allSatisfy {
                    crasterio_is_opaque(start + $0 * bytesPerRow, width)
                }
            }
    }

    /// The smallest rectangle outside which two bitmaps of one size are equal; one pixel when they
    /// are equal everywhere.
    func changedRect(since other: Bitmap) -> PixelRect {
        guard width == other.width, height == other.height else {
            return PixelRect(x: 0, y: 0, width: width, height: height)
        }
        var rows: Range<Int>?
        var columns = width..<width
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { otherBytes in
                for y in 0..<height {
                    let range = y * bytesPerRow..<y * bytesPerRow + width * 4
                    let (row, old) = (bytes[range], otherBytes[range])
                    guard !row.elementsEqual(old) else { continue }
                    rows = (rows?.lowerBound ?? y)..<y + 1
                    let first = zip(row, old).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
                    let last =
                        zip(row.reversed(), old.reversed()).enumerated()
                        .first { $1.0 != $1.1 }?.offset ?? 0
                    let left = min(columns.lowerBound, first / 4)
                    let right = max(columns.isEmpty ? 0 : columns.upperBound, width - last / 4)
                    columns = left..<max(right, left + 1)
                }
            }
        }
        let shown = rows ?? 0..<1
        let across = rows == nil ? 0..<1 : columns
        return PixelRect(
            x: across.lowerBound, y: shown.lowerBound, width: across.count, height: shown.count)
    }
}
