import Foundation
import Testing

@testable import Kingfisher

@Suite("How large frames have to be", .timeLimit(.minutes(1)))
struct FrameExtentTests {
    private func extent(
        _ width: CGFloat, _ height: CGFloat, _ fit: FrameFit,
        image: CGSize = CGSize(width: 400, height: 200), scale: CGFloat = 1
    ) -> FrameExtent {
        FrameExtent(
            viewSize: CGSize(width: width, height: height), fit: fit, imageSize: image,
            imageScale: scale)
    }

    @Test("ANI-6, AV-2: a stretched image needs the pixels of the view")
    func stretch() {
        #expect(extent(100, 300, .stretch).limit == CGSize(width: 100, height: 300))
        #expect(extent(900, 900, .stretch).limit == CGSize(width: 900, height: 900))
    }

    @Test(
        "ANI-6, AV-2: a view without a size sets no limit, and neither does one that is no number")
    func noSize() {
        for side in [0, -5, .nan, .infinity] as [CGFloat] {
            for fit in [FrameFit.stretch, .fit, .fill, .unscaled] {
                #expect(extent(side, 100, fit).limit == nil)
                #expect(extent(100, side, fit).limit == nil)
            }
        }
    }

    @Test("W15: an image that is shown whole needs no more pixels than it covers")
    func fit() {
        #expect(extent(100, 300, .fit).limit == CGSize(width: 100, height: 50))
        #expect(extent(300, 50, .fit).limit == CGSize(width: 100, height: 50))
    }

    @Test(
        "W15: an image that covers the view needs what lies beside it too, but never more than it has"
    )
    func fill() {
        #expect(extent(100, 100, .fill).limit == CGSize(width: 200, height: 100))
        #expect(extent(100, 190, .fill).limit == CGSize(width: 380, height: 190))
        #expect(extent(100, 300, .fill).limit == CGSize(width: 400, height: 200))
        #expect(
            extent(100, 300, .fill, scale: 2).limit == CGSize(width: 600, height: 300))
    }

    @Test("W15: an image that is not scaled needs all its pixels")
    func unscaled() {
        #expect(extent(10, 10, .unscaled).limit == nil)
    }

    @Test("An image of unknown size is limited by the view")
    func unknownImage() {
        for fit in [FrameFit.stretch, .fit, .fill] {
            #expect(extent(30, 20, fit, image: .zero).limit == CGSize(width: 30, height: 20))
        }
    }

    @Test(
        "W22: frames serve where they are large enough and not more than twice as large as needed")
    func serves() {
        let small = extent(100, 50, .fit)
        #expect(small.serves(small))
        #expect(small.serves(extent(60, 30, .fit)))
        #expect(!small.serves(extent(50, 25, .fit)))
        #expect(!small.serves(extent(101, 51, .fit)))
        // Beyond the size of the image there is nothing to gain.
        let whole = extent(0, 0, .fit)
        #expect(extent(400, 200, .fit).serves(extent(4000, 2000, .fit)))
        #expect(whole.serves(extent(900, 900, .fit)))
        #expect(whole.serves(extent(300, 300, .fit)))
        #expect(!whole.serves(small))
        #expect(!small.serves(whole))
    }
}
