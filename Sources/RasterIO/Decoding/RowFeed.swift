import Foundation
import Raster

/// Takes rows from a source and, where that is allowed, goes on with blank ones when its data ends.
struct RowFeed {
    private let source: any PixelRowSource
    private let allowsIncomplete: Bool
    private var takenRows = 0
    private var hasEnded = false

    /// Takes rows of a source that gave none yet.
    init(_ source: any PixelRowSource, allowsIncomplete: Bool) {
        self.source = source
        self.allowsIncomplete = allowsIncomplete
    }

    /// Decodes the next `count` rows; missing ones are white in an opaque picture, else transparent.
    ///
    /// A picture without a single row is an error all the same.
    ///
    /// - Throws: ``ImageDecodingError``.
    mutating func read(_ count: Int, into rows: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        guard allowsIncomplete, source.readsInSteps else {
            return try source.read(count, into: rows, bytesPerRow: bytesPerRow)
        }
        for row in 0..<count {
            let target = rows + row * bytesPerRow
            if !hasEnded {
                do {
                    // One at a time, so that all rows before the end are finished ones.
                    try source.read(1, into: target, bytesPerRow: bytesPerRow)
                    takenRows += 1
                } catch ImageDecodingError.truncated where takenRows > 0 {
                    hasEnded = true
                }
            }
            if hasEnded {
                memset(target, source.isOpaque ? 255 : 0, source.width * Bitmap.bytesPerPixel)
            }
        }
    }

    /// Checks, after the last row, that nothing was missing that must be there.
    ///
    /// - Throws: ``ImageDecodingError``.
    func finish() throws {
        if !hasEnded { try source.finish() }
    }
}
