import Foundation
import Kingfisher

/// Puts pictures with captions on one sheet.
struct ContactSheet {
    /// One picture of the sheet.
    struct Item {
        /// What is written below it.
        let caption: String
        /// The picture; scaled down if it is larger than its place.
        let image: KFCrossPlatformImage
    }

    private let columns = 3
    private let cell = (width: 340, height: 255)
    private let margin = 28
    private let captionHeight = 40
    private let titleHeight = 64

    private let paper = Pixel(red: 248, green: 249, blue: 251, alpha: 255)
    private let ink = Pixel(red: 30, green: 44, blue: 62, alpha: 255)
    private let accent = Pixel(red: 16, green: 112, blue: 170, alpha: 255)

    /// Draws the sheet.
    ///
    /// - Parameters:
    ///   - title: What is written over it.
    ///   - items: The pictures, row by row.
    /// - Returns: The sheet.
    /// - Throws: `RasterError` when there is no memory.
    func draw(title: String, items: [Item]) throws -> Bitmap {
        let rows = (items.count + columns - 1) / columns
        var canvas = Canvas(
            width: columns * (cell.width + margin) + margin,
            height: titleHeight + rows * (cell.height + captionHeight + margin) - margin / 2,
            colour: paper)
        StrokeFont.draw(
            title, on: &canvas, x: Double(margin), y: 24, height: 20, colour: accent)
        for (index, item) in items.enumerated() {
            let x = margin + index % columns * (cell.width + margin)
            let y = titleHeight + index / columns * (cell.height + captionHeight + margin)
            draw(item, on: &canvas, x: x, y: y)
        }
        return try canvas.bitmap()
    }

    private func draw(_ item: Item, on canvas: inout Canvas, x: Int, y: Int) {
        canvas.checker(x: x, y: y, width: cell.width, height: cell.height)
        if let bitmap = fitted(item.image)?.cgImage {
            canvas.draw(
                bitmap, x: x + (cell.width - bitmap.width) / 2,
                y: y + (cell.height - bitmap.height) / 2)
        }
        let width = StrokeFont.width(of: item.caption, height: 11)
        StrokeFont.draw(
            item.caption, on: &canvas, x: Double(x) + (Double(cell.width) - width) / 2,
            y: Double(y + cell.height) + 13, height: 11, colour: ink)
    }

    private func fitted(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage? {
        guard image.size.width > CGFloat(cell.width) || image.size.height > CGFloat(cell.height)
        else { return image }
        let size = CGSize(width: cell.width, height: cell.height)
        return ResizingImageProcessor(referenceSize: size, mode: .aspectFit)
            .process(item: .image(image), options: KingfisherParsedOptionsInfo(nil))
    }
}
