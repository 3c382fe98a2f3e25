#if os(Linux)
/// Low data mode, which only Apple's systems have.
enum LowDataMode {
    /// Whether a transfer failed because the system saves data; never on Linux.
    static func isConstrained(_ error: any Error) -> Bool { false }
}
#endif
