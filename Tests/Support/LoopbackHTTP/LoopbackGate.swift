import Foundation
import Locking

/// A gate that holds responses back until a test opens it.
///
/// Any number of responses may wait at one gate; opening lets all of them go, and it stays open.
/// A response waits in ``LoopbackResponse/Step/wait(_:)``.
package final class LoopbackGate: Sendable {
    private let pipe: WakePipe

    /// Creates a closed gate.
    package init() { pipe = WakePipe() }

    /// Lets everyone waiting, and everyone who comes later, pass.
    package func open() { pipe.fire() }

    /// Becomes readable for ever once the gate is open.
    var descriptor: Int32 { pipe.descriptor }
}

/// A pipe whose reading end turns readable once, and for good, when it is fired.
final class WakePipe: Sendable {
    let descriptor: Int32
    private let writingEnd: Locked<Int32>

    init() {
        let ends = Socket.pipe()
        descriptor = ends.reading
        writingEnd = Locked(ends.writing)
    }

    func fire() {
        let end = writingEnd.withLock { end in
            defer { end = -1 }
            return end
        }
        // Closing the only writer makes the reading end report a hang-up to every poller.
        if end >= 0 { Socket.close(end) }
    }

    deinit {
        fire()
        Socket.close(descriptor)
    }
}
