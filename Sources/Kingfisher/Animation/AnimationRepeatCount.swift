/// How often an animation plays.
public enum AnimationRepeatCount: Sendable {
    /// One time; equal to ``finite(count:)`` of 1.
    case once
    /// So many times; 0 never starts.
    case finite(count: UInt)
    /// Without end.
    case infinite

    /// The number of times, nil without end.
    var limit: UInt? {
        switch self {
        case .once: 1
        case .finite(let count): count
        case .infinite: nil
        }
    }
}

extension AnimationRepeatCount: Equatable {
    /// Whether two values stand for the same number of times.
    public static func == (lhs: AnimationRepeatCount, rhs: AnimationRepeatCount) -> Bool {
        lhs.limit == rhs.limit
    }
}
