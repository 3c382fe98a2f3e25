#if canImport(Darwin)
/// Follows the changes that others make to one directory; here, nobody does.
///
/// An app's cache directory is its own. Events of the system carry no names, so each store would have
/// to be followed by a look at the whole directory.
final class DirectoryWatch: Sendable {
    /// Whether directories can be watched on this platform.
    static let isSupported = false

    /// Never starts.
    init?(
        directory: String, ownPrefix: String,
        _ handler: @escaping @Sendable (DirectoryChange) -> Void
    ) { return nil }
}
#endif
