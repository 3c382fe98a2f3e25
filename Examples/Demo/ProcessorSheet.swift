import Foundation
import Kingfisher

/// One sheet with what every processor makes of the same picture.
enum ProcessorSheet {
    /// Runs all processors on a sample picture.
    ///
    /// - Parameter file: Where the sheet is written, as JPEG.
    /// - Throws: ``Demo/Surprise`` when a processor fails, or what writing the file throws.
    static func write(to file: URL) throws {
        let data = try sample()
        let parsed = KingfisherParsedOptionsInfo(nil)
        let items = try processors.map { caption, processor in
            guard let image = processor.process(item: .data(data), options: parsed) else {
                throw Demo.Surprise(description: "The processor for \(caption) gave no picture.")
            }
            return ContactSheet.Item(caption: caption, image: image)
        }
        let sheet = try ContactSheet().draw(
            title: "What each processor makes of a picture", items: items)
        let options = ImageEncodingOptions(quality: 0.85)
        try ImageEncoder.encode(sheet, as: .jpeg, options: options).write(to: file)
    }

    private static let orange = KFCrossPlatformColor(red: 0.96, green: 0.5, blue: 0.1, alpha: 1)
    private static let small = CGSize(width: 200, height: 150)

    /// Everything starts from the same downsampled picture.
    private static let base = DownsamplingImageProcessor(size: CGSize(width: 320, height: 320))

    private static let processors: [(caption: String, processor: any ImageProcessor)] = [
        ("Downsampling", base),
        ("Resizing, fit", base |> ResizingImageProcessor(referenceSize: small, mode: .aspectFit)),
        (
            "Resizing, none",
            base |> ResizingImageProcessor(referenceSize: CGSize(width: 300, height: 100))
        ),
        ("Cropping", base |> CroppingImageProcessor(size: small)),
        ("Round corner", base |> RoundCornerImageProcessor(cornerRadius: 40)),
        (
            "Round corner, two",
            base
                |> RoundCornerImageProcessor(
                    cornerRadius: 60, roundingCorners: [.topLeft, .bottomRight])
        ),
        (
            "Border",
            base |> RoundCornerImageProcessor(cornerRadius: 40)
                |> BorderImageProcessor(
                    border: Border(color: orange, lineWidth: 10, radius: .point(40)))
        ),
        ("Blur, 6", base |> BlurImageProcessor(blurRadius: 6)),
        ("Overlay, 0.6", base |> OverlayImageProcessor(overlay: orange, fraction: 0.6)),
        (
            "Tint, 0.4",
            base |> TintImageProcessor(tint: orange.withAlphaComponent(0.4))
        ),
        (
            "Colour controls",
            base
                |> ColorControlsProcessor(
                    brightness: 0.02, contrast: 1.1, saturation: 1.6, inputEV: 0.4)
        ),
        ("Black and white", base |> BlackWhiteProcessor()),
        (
            "Blend, multiply",
            base |> BlendImageProcessor(blendMode: .multiply, backgroundColor: orange)
        ),
        (
            "Blend, luminosity",
            base |> BlendImageProcessor(blendMode: .luminosity, backgroundColor: orange)
        ),
        (
            "Compositing, difference",
            base
                |> CompositingImageProcessor(
                    compositingOperation: .difference, backgroundColor: orange)
        ),
    ]

    private static func sample() throws -> Data {
        let folder = Bundle.module.resourceURL?.appendingPathComponent("Pictures")
        guard let file = folder?.appendingPathComponent("lake.jpg") else {
            throw Demo.Surprise(description: "The sample pictures are missing.")
        }
        return try Data(contentsOf: file)
    }
}
