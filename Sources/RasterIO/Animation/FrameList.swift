/// A frame as its container holds it, encoded.
protocol EncodedFrame: Sendable {
    /// How the frame is laid on the canvas.
    var placement: AnimationFrame { get }
}

/// What a container is read for.
enum FrameDemand: Sendable {
    /// How many frames there are; where they are is kept for the first alone.
    case count
    /// The first frame, no matter what follows.
    case first
    /// All frames, but no more than one beyond this number: one too many is enough to refuse them.
    case all(limit: Int)
}

/// The frames found in a container, in order, as far as they were asked for.
struct FrameList<Frame: EncodedFrame>: Sendable {
    /// The frames; one at the most when they are only counted.
    private(set) var frames: [Frame] = []
    /// Number of frames met, kept or not.
    private(set) var count = 0
    private let demand: FrameDemand

    /// Makes an empty list.
    init(_ demand: FrameDemand) {
        self.demand = demand
    }

    /// Whether the container need not be read any further.
    var isComplete: Bool {
        switch demand {
        case .count: false
        case .first: count > 0
        case .all(let limit): count > limit
        }
    }

    /// How each frame that was kept is laid on the canvas.
    var placements: [AnimationFrame] { frames.map(\.placement) }

    /// Takes the next frame in.
    mutating func append(_ frame: Frame) {
        count += 1
        if case .count = demand, !frames.isEmpty { return }
        frames.append(frame)
    }
}
