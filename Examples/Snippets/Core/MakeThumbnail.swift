// snippet.show
import Foundation
import Kingfisher

/// A PNG thumbnail with round corners, made once and then read from the cache.
func thumbnail(of url: URL) async throws -> Data? {
    let processor =
        DownsamplingImageProcessor(size: CGSize(width: 320, height: 320))
        |> RoundCornerImageProcessor(cornerRadius: 16)
    let result = try await KingfisherManager.shared.retrieveImage(
        with: url,
        options: [
            .processor(processor),
            .cacheSerializer(FormatIndicatedCacheSerializer.png),
            .cacheOriginalImage,
            .callbackQueue(.dispatch(.global())),
        ])
    return result.image.pngData()
}
