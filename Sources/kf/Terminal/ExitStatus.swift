/// How the tool ends.
enum ExitStatus: Int32, Sendable {
    /// All went well.
    case success = 0
    /// Something failed; everything else was still done.
    case failure = 1
    /// The command line makes no sense.
    case usage = 2
}
