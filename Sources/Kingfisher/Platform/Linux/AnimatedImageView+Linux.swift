#if os(Linux)
/// How a view places its image, by the names that UIKit has for it.
package enum KFCrossPlatformContentMode: Sendable {
    /// Stretched to the view.
    case scaleToFill
    /// Whole, with its own shape.
    case scaleAspectFit
    /// Covering the view, with its own shape.
    case scaleAspectFill
    /// In its own size, in the middle.
    case center
}

extension KFCrossPlatformContentMode {
    /// What the mode means for the size of frames.
    var frameFit: FrameFit {
        switch self {
        case .scaleToFill: .stretch
        case .scaleAspectFit: .fit
        case .scaleAspectFill: .fill
        case .center: .unscaled
        }
    }
}

/// Where code with access to this module's insides looks for the animator of an animated view.
///
/// The view itself needs a toolkit and is in `KingfisherGTK`, but its animator is not: this lets tests that
/// were written for `AnimatedImageView.Animator` be compiled without a toolkit.
enum AnimatedImageView {
    typealias Animator = FrameAnimator
    typealias RepeatCount = AnimationRepeatCount
}
#endif
