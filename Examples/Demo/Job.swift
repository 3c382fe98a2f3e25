import Foundation
import Kingfisher

/// One thing that the demonstration loads, in each of its passes.
struct Job: Sendable {
    /// The path of the picture on the server.
    let path: String
    /// What is done to it, for the table.
    let description: String
    /// What is done to it; nil for nothing.
    let processor: (any ImageProcessor)?
    /// Whether the server has such a picture.
    let exists: Bool

    private init(
        _ path: String, _ description: String, _ processor: (any ImageProcessor)?,
        exists: Bool = true
    ) {
        self.path = path
        self.description = description
        self.processor = processor
        self.exists = exists
    }

    /// The options of its request.
    var options: KingfisherOptionsInfo {
        guard let processor else { return [.waitForCache] }
        // PNG keeps the transparency that round corners make.
        return [
            .waitForCache, .processor(processor),
            .cacheSerializer(FormatIndicatedCacheSerializer.png),
        ]
    }

    /// Everything that is loaded, in the order of the table.
    static let all: [Job] = [
        Job("lake.jpg", "as it is", nil),
        Job(
            "panorama.jpg", "downsample 340x255",
            DownsamplingImageProcessor(size: CGSize(width: 340, height: 255))),
        Job(
            "dunes-rotated.jpg", "upright, fit 340x255",
            ResizingImageProcessor(
                referenceSize: CGSize(width: 340, height: 255), mode: .aspectFit)),
        Job(
            "kingfisher.png", "fit 255x255",
            ResizingImageProcessor(
                referenceSize: CGSize(width: 255, height: 255), mode: .aspectFit)),
        Job(
            "lake.jpg", "fill, crop, round 28",
            ResizingImageProcessor(
                referenceSize: CGSize(width: 320, height: 240), mode: .aspectFill)
                |> CroppingImageProcessor(size: CGSize(width: 300, height: 235))
                |> RoundCornerImageProcessor(cornerRadius: 28)),
        Job(
            "tiles.png", "crop 255x255, circle",
            CroppingImageProcessor(size: CGSize(width: 255, height: 255))
                |> RoundCornerImageProcessor(radius: .widthFraction(0.5))),
        Job("missing.jpg", "as it is", nil, exists: false),
    ]
}
