/// Where an image was found.
public enum CacheType: Sendable {
    /// In no cache.
    case none
    /// In memory.
    case memory
    /// On disk.
    case disk

    /// Whether it was found at all.
    public var cached: Bool {
        switch self {
        case .memory, .disk: true
        case .none: false
        }
    }
}
