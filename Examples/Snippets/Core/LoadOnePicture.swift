// snippet.show
import Foundation
import Kingfisher

func show(_ url: URL) async throws {
    let result = try await KingfisherManager.shared.retrieveImage(with: url)

    print(result.image.size)  // in points; one pixel each unless .scaleFactor says otherwise
    print(result.cacheType)  // .none the first time, then .memory; .disk in the next run
}
