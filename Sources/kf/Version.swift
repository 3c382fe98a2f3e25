/// The version of the package.
enum Version {
    /// Equal to the newest heading of the change log.
    static let number = "0.1.0"
}
