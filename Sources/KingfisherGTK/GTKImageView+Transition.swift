import Foundation
import Kingfisher

extension GTKImageView {
    /// Shows an image, with a transition if the view is seen and the user likes animations.
    ///
    /// - Parameters:
    ///   - image: The image. It is the view's ``image`` from the start.
    ///   - transition: How what is seen now gives way.
    ///   - completion: Called once, when the transition is over or was interrupted.
    func setImage(
        _ image: RasterImage, transition: ImageTransition,
        completion: @escaping @MainActor () -> Void
    ) {
        guard !isDestroyed, let type = transition.stackType else {
            self.image = image
            return completion()
        }
        adopt(image) {
            canvas.change(to: image, with: type, duration: transition.duration) { _ in
                completion()
            }
        }
    }

    /// Runs `body`, which may clear the image, and keeps on drawing what was seen before, for a
    /// transition to begin with.
    func withSeenImageKept(unless isUnwanted: Bool, _ body: () -> Void) {
        guard !isUnwanted, !isDestroyed, let seen = canvas.paintable else { return body() }
        g_object_ref(UnsafeMutableRawPointer(seen))
        body()
        canvas.keepShowing(seen)
        g_object_unref(UnsafeMutableRawPointer(seen))
    }
}

extension ImageTransition {
    /// Whether there is nothing to animate.
    var isNone: Bool { stackType == nil }

    /// What a stack calls the transition.
    ///
    /// Its flips are those of a cube, which it only has sideways;
    /// the others slide.
    fileprivate var stackType: GtkStackTransitionType? {
        switch self {
        case .none: nil
        case .fade: GTK_STACK_TRANSITION_TYPE_CROSSFADE
        case .flipFromLeft: GTK_STACK_TRANSITION_TYPE_ROTATE_RIGHT
        case .flipFromRight: GTK_STACK_TRANSITION_TYPE_ROTATE_LEFT
        case .flipFromTop: GTK_STACK_TRANSITION_TYPE_SLIDE_DOWN
        case .flipFromBottom: GTK_STACK_TRANSITION_TYPE_SLIDE_UP
        }
    }
}
