// snippet.show
import Foundation
import KingfisherGTK

/// Shows a high-resolution picture at the size of its view, with round corners.
///
/// Until it is there, the view shows a placeholder and an activity indicator. The original is kept, so
/// that another size or another look is made without a second download.
@MainActor
func showHighResolution(_ url: URL, in view: GTKImageView, size: CGSize, placeholder: RasterImage) {
    let processor =
        DownsamplingImageProcessor(size: size) |> RoundCornerImageProcessor(cornerRadius: 20)
    view.kf.indicatorType = .activity
    view.kf.setImage(
        with: url, placeholder: placeholder,
        options: [
            .processor(processor), .scaleFactor(2), .transition(.fade(0.5)), .cacheOriginalImage,
        ]
    ) { result in
        switch result {
        case .success(let value):
            print("\(url) is shown, from \(value.cacheType): \(value.image.size)")
        case .failure(let error):
            print("\(url) is not shown: \(error.localizedDescription)")
        }
    }
}
