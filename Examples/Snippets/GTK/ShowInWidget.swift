// snippet.show
import Foundation
import KingfisherGTK

/// A widget that shows a picture once it is there, and an activity indicator until then.
@MainActor
func picture(of url: URL) -> GTKImageView {
    let view = GTKImageView()
    view.kf.indicatorType = .activity
    view.kf.setImage(
        with: url,
        options: [
            .processor(DownsamplingImageProcessor(size: CGSize(width: 640, height: 480))),
            .transition(.fade(0.3)),
        ])
    return view
}
