#if os(iOS) || os(tvOS) || os(visionOS)
import Testing
import UIKit

@testable import Kingfisher

@Suite("Resizing by the content mode of a view", .timeLimit(.minutes(1)))
struct ImageContentModeUIKitTests {
    @Test(
        "RSZ-5: two modes keep the aspect, all others stretch",
        arguments: [
            (UIView.ContentMode.scaleAspectFit, CGSize(width: 50, height: 50)),
            (.scaleAspectFill, CGSize(width: 100, height: 100)),
            (.scaleToFill, CGSize(width: 100, height: 50)),
            (.center, CGSize(width: 100, height: 50)),
            (.redraw, CGSize(width: 100, height: 50)),
        ])
    func resizing(mode: UIView.ContentMode, expected: CGSize) throws {
        let bitmap = try Bitmap(width: 64, height: 64) { _, _ in }
        let image = UIImage(bitmap: bitmap, scale: 1)
        #expect(image.kf.resize(to: CGSize(width: 100, height: 50), for: mode).size == expected)
    }
}
#endif
