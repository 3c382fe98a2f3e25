import CLibFuzzer
import Foundation

/// Feeds what libFuzzer makes up to one decoder.
///
/// Usage: `DecoderFuzz DECODER [OPTION OF LIBFUZZER…] [FOLDER OR FILE…]`; `DecoderFuzz --list` names the
/// decoders. An error that a decoder throws is fine; a trap, a report of a sanitizer, a decode beyond
/// the time or the memory that the options allow is a finding.
@main
enum DecoderFuzz {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
            print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
            exit(arguments.dropFirst().first == "--list" ? 0 : 2)
        }
        chosen = target
        // libFuzzer wants a list of its own, and keeps it until the process ends.
        var list: [UnsafeMutablePointer<CChar>?] =
            ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) } + [nil]
        var count = CInt(list.count - 1)
        let status = list.withUnsafeMutableBufferPointer { buffer -> CInt in
            guard var start = buffer.baseAddress else { return 2 }
            return LLVMFuzzerRunDriver(&count, &start) { data, size in
                DecoderFuzz.chosen.run(data.map { Data(bytes: $0, count: size) } ?? Data())
            }
        }
        exit(status)
    }

    // Written once, before libFuzzer starts.
    nonisolated(unsafe) fileprivate static var chosen = FuzzTarget.jpeg
}
