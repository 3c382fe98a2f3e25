package import Foundation

/// What the pixels of a bitmap were decoded from.
package struct BitmapOrigin: Sendable {
    /// Bits of each colour component in the file, at least 8.
    package var bitsPerComponent: Int
    /// The file itself, where it holds more than the bitmap and can stand in for it.
    ///
    /// Nil for most: what has 8 bits loses nothing by being encoded again.
    package var encoded: Data?

    /// Creates an origin; by default one that has no more than the bitmap.
    package init(bitsPerComponent: Int = 8, encoded: Data? = nil) {
        self.bitsPerComponent = max(8, bitsPerComponent)
        self.encoded = bitsPerComponent > 8 ? encoded : nil
    }
}
