#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
import Kingfisher
import Testing
import UIKit

@Suite("Image modifiers of UIKit", .timeLimit(.minutes(1)))
struct ImageModifierUIKitTests {
    private let image = UIImage(systemName: "circle") ?? UIImage()

    @Test("20.3: the rendering mode is set on a copy, and can be asked for")
    func renderingMode() {
        let before = image.renderingMode
        let modifier = RenderingModeImageModifier(renderingMode: .alwaysOriginal)
        #expect(modifier.renderingMode == .alwaysOriginal)
        #expect(modifier.modify(image).renderingMode == .alwaysOriginal)
        #expect(RenderingModeImageModifier().renderingMode == .automatic)
        #expect(image.renderingMode == before)
    }

    @Test("20.3: images turn around in a layout from right to left")
    func flipping() {
        let flipped = FlipsForRightToLeftLayoutDirectionImageModifier().modify(image)
        #expect(flipped.flipsForRightToLeftLayoutDirection)
        #expect(!image.flipsForRightToLeftLayoutDirection)
    }

    @Test("20.3: the insets are set on a copy, and can be asked for")
    func alignmentInsets() {
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let modifier = AlignmentRectInsetsImageModifier(alignmentInsets: insets)
        #expect(modifier.alignmentInsets == insets)
        #expect(modifier.modify(image).alignmentRectInsets == insets)
        #expect(image.alignmentRectInsets == .zero)
    }
}
#endif
