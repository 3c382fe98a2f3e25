import Foundation
import Kingfisher

// Uses a few names of each layer, so that all of them are linked.
let bitmap = try Bitmap(width: 2, height: 1, isOpaque: true) { bytes, _ in
    for index in 0..<8 { bytes[index] = 255 }
}
let data = try ImageEncoder.encode(bitmap, as: .png)
let url = URL(fileURLWithPath: "missing.png")
do {
    _ = try await KingfisherManager.shared.retrieveImage(
        with: url, options: [.forceRefresh, .cacheMemoryOnly])
    print("A file that is not there was loaded.")
    exit(1)
} catch let error as KingfisherError {
    print(
        "A consumer without GTK: \(data.count) bytes of PNG; error \(error.errorCode) as expected.")
}
