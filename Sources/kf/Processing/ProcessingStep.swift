import Foundation
import Kingfisher

/// One thing done to a picture, as asked for by a processing option.
enum ProcessingStep: Equatable, Sendable {
    /// How a picture meets a box of other proportions.
    enum ResizeMode: String, CaseIterable, Sendable {
        /// Exactly the box, proportions given up.
        case none
        /// As large as fits inside the box.
        case fit
        /// As small as covers the box.
        case fill
    }

    /// Decode no larger than the box, in points.
    case downsample(CGSize)
    /// Scale to the box, in points.
    case resize(CGSize, ResizeMode)
    /// Cut out a part of this size, in points, held at an anchor (0…1 on each axis).
    case crop(CGSize, anchor: CGPoint)
    /// Round corners, in front of a background, in a size in points where one is given.
    case roundCorner(CornerRounding, background: RasterColor?, size: CGSize?)
    /// Draw a line inside the edge, of a width in points.
    case border(width: Double, RasterColor, CornerRounding)
    /// Blur with this radius, in points.
    case blur(Double)
    /// Lay a colour over the picture: 0 covers it, 1 leaves it.
    case overlay(RasterColor, fraction: Double)
    /// Lay a colour over the whole rectangle of the picture.
    case tint(RasterColor)
    /// Change brightness, contrast, saturation and exposure.
    case colorControls(brightness: Double, contrast: Double, saturation: Double, exposure: Double)
    /// Take the colour away.
    case blackWhite
    /// Blend the picture with a background.
    case blend(CGBlendMode, alpha: Double, background: RasterColor?)
    /// Combine the picture with a background by their coverage.
    case composite(NSCompositingOperation, alpha: Double, background: RasterColor?)
}
