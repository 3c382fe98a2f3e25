import Foundation

/// How a view places what it shows.
enum FrameFit {
    /// Stretched to the view.
    case stretch
    /// Whole, with its own shape.
    case fit
    /// Covering the view, with its own shape.
    case fill
    /// In its own size.
    case unscaled
}

/// How large the frames of an animation have to be for a view.
struct FrameExtent: Equatable {
    /// The most pixels that a frame should have each way; nil for no limit.
    let limit: CGSize?
    /// The longer side of what is needed, in pixels; without end where that is not known.
    private let side: CGFloat

    /// Works out what a view needs.
    ///
    /// - Parameters:
    ///   - viewSize: Size of the view in pixels. Nothing, or no size at all, sets no limit.
    ///   - fit: How the view places images.
    ///   - imageSize: Size of the whole image in points.
    ///   - imageScale: Pixels for each point of the image.
    init(viewSize: CGSize, fit: FrameFit, imageSize: CGSize, imageScale: CGFloat) {
        let pixels = CGSize(
            width: imageSize.width * imageScale, height: imageSize.height * imageScale)
        limit = Self.limit(viewSize: viewSize, fit: fit, pixels: pixels)
        let whole = pixels.isUsable ? max(pixels.width, pixels.height) : .infinity
        side = min(limit.map { max($0.width, $0.height) } ?? .infinity, whole)
    }

    /// Whether frames made for this serve where `other` is needed.
    ///
    /// They do not where they are too small, nor where they take more than four times the memory.
    func serves(_ other: FrameExtent) -> Bool {
        if side == other.side { return true }
        return side > other.side && side < other.side * 2
    }

    private static func limit(viewSize: CGSize, fit: FrameFit, pixels: CGSize) -> CGSize? {
        guard viewSize.isUsable else { return nil }
        guard pixels.isUsable else { return fit == .unscaled ? nil : viewSize }
        switch fit {
        case .stretch: return viewSize
        case .fit: return pixels.kf.constrained(viewSize)
        case .fill:
            // As large as covers the view, but no larger than it is.
            let filled = pixels.kf.filling(viewSize)
            return filled.width > pixels.width || filled.height > pixels.height ? pixels : filled
        case .unscaled: return nil
        }
    }
}

extension CGSize {
    /// Whether both sides are lengths above zero.
    fileprivate var isUsable: Bool {
        width > 0 && height > 0 && width.isFinite && height.isFinite
    }
}
