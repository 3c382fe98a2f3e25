#if canImport(ObjectiveC)
import Foundation
import Locking
import ObjectiveC

/// Where the state of one image stands.
private final class StateBox: Sendable {
    let state = Locked(ImageState())
}

private enum StateKey {
    // Unchecked: only the address counts; the byte is never written.
    nonisolated(unsafe) static let pointer = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    /// Held while an image gets its box, so that two threads do not give it one each.
    static let creation = Locked(())
}

extension KFCrossPlatformImage {
    /// What this library attached to the instance.
    var attachedState: ImageState {
        let box = objc_getAssociatedObject(self, StateKey.pointer) as? StateBox
        return box?.state.withLock { $0 } ?? ImageState()
    }

    /// Changes what is attached to the instance, as one step for other threads.
    func updateAttachedState(_ change: (inout ImageState) -> Void) {
        let box = StateKey.creation.withLock { _ in
            if let box = objc_getAssociatedObject(self, StateKey.pointer) as? StateBox {
                return box
            }
            let box = StateBox()
            objc_setAssociatedObject(self, StateKey.pointer, box, .OBJC_ASSOCIATION_RETAIN)
            return box
        }
        box.state.withLock { change(&$0) }
    }
}
#endif
