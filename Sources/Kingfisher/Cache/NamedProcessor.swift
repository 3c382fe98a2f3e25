import Foundation

/// Stands for a processor of which only the identifier is known, to find entries that it made.
struct NamedProcessor: ImageProcessor {
    let identifier: String

    /// The image as it is; data cannot be processed by a name alone.
    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        switch item {
        case .image(let image): image
        case .data: nil
        }
    }
}
