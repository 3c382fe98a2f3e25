/// Width and height in whole pixels.
package struct PixelSize: Hashable, Sendable {
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The largest size of this shape, not above this one, whose longer side fits `maxPixelSize`.
    ///
    /// The shorter side is rounded to nearest and at least 1.
    package func reduced(maxPixelSize: Int) -> PixelSize {
        let long = max(width, height)
        let short = min(width, height)
        guard maxPixelSize > 0, maxPixelSize < long else { return self }
        // Multiplied first: a ratio in between would turn some halves into a little less.
        let side = (Double(short) * Double(maxPixelSize) / Double(long)).rounded()
        let reduced = min(max(Int(side), 1), maxPixelSize)
        return width >= height
            ? PixelSize(width: maxPixelSize, height: reduced)
            : PixelSize(width: reduced, height: maxPixelSize)
    }
}
