// snippet.show
import Kingfisher

// snippet.hide
import Foundation

func loadOnePicture() async throws {
    // snippet.show
    let url = URL(string: "https://example.com/lake.jpg")!
    let result = try await KingfisherManager.shared.retrieveImage(with: url)

    print(result.image.size)  // in points; one pixel each unless .scaleFactor says otherwise
    print(result.cacheType)  // .none the first time, then .memory; .disk in the next run
    // snippet.hide
}
