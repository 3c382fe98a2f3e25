import Foundation

// What libFuzzer calls; `FUZZ_DECODER` names the decoder. An error that a decoder throws is fine; a trap,
// a report of a sanitizer, a decode beyond the time or memory that the options allow is a finding.

// Written once, before the first input.
nonisolated(unsafe) private var decoder = FuzzTarget.jpeg

/// Called once at the start.
///
/// Without a decoder lists them and ends the process.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
    _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
    let name = ProcessInfo.processInfo.environment["FUZZ_DECODER"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
        exit(name.isEmpty ? 0 : 2)
    }
    decoder = target
    return 0
}

/// Called for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    decoder.run(bytes.map { Data(bytes: $0, count: count) } ?? Data())
}
