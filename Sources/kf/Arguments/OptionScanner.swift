import CGetopt
import Foundation
import Locking

/// One item of a command line, in the order in which it was written.
enum ScannedArgument<Flag: CommandFlag & Equatable>: Equatable {
    /// An option without a value.
    case flag(Flag)
    /// An option with its value.
    case option(Flag, value: String)
    /// Anything that is not an option.
    case operand(String)
}

/// Splits a command line into options and operands with glibc's `getopt_long`.
///
/// Options may stand before, between and after operands, `--name=value` and `--name value` mean the
/// same, names may be shortened while they stay unique, and everything after `--` is an operand.
enum OptionScanner {
    /// Scans arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the command.
    ///   - type: The options of the command.
    /// - Returns: Options and operands in their order.
    /// - Throws: ``UsageError`` for an unknown or ambiguous option, a value that is missing, and a
    ///   value where none belongs.
    static func scan<Flag: CommandFlag & Equatable>(
        _ arguments: [String], as type: Flag.Type
    ) throws(UsageError) -> [ScannedArgument<Flag>] {
        let flags = Array(Flag.allCases)
        let words = CStrings(["kf"] + arguments)
        let names = CStrings(flags.map(\.spec.name))
        var table = flags.indices.map { index in
            option(
                name: names.pointers[index], has_arg: flags[index].spec.placeholder == nil ? 0 : 1,
                flag: nil, val: longBase + Int32(index))
        }
        table.append(option())
        return try gate.withLock { _ throws(UsageError) in
            try scan(words, short: shortOptions(of: flags), table: table, flags: flags)
        }
    }

    /// getopt keeps its place in globals, so one scan runs at a time.
    private static let gate = Locked(())
    /// Long options report this plus their index, out of the way of the one-letter ones.
    private static let longBase: Int32 = 0x1000
    /// What getopt reports for an operand when the short options begin with a dash.
    private static let operandCode: Int32 = 1

    private static func scan<Flag: CommandFlag & Equatable>(
        _ words: CStrings, short: String, table: [option], flags: [Flag]
    ) throws(UsageError) -> [ScannedArgument<Flag>] {
        var result: [ScannedArgument<Flag>] = []
        var places = words.pointers
        let count = Int32(words.count)
        CGetoptStart()
        while true {
            let code = getopt_long(count, &places, short, table, nil)
            let value = CGetoptValue().map { String(cString: $0) }
            switch code {
            case -1:
                let rest = max(1, Int(CGetoptPlace()))..<max(1, Int(CGetoptPlace()), words.count)
                return result + rest.map { .operand(words[$0]) }
            case operandCode:
                result.append(.operand(value ?? ""))
            case 58:
                throw missingValue(flag(for: CGetoptWrongOption(), in: flags))
            case 63:
                throw unusable(words[Int(CGetoptPlace()) - 1], in: flags)
            default:
                guard let flag = flag(for: code, in: flags) else { continue }
                result.append(value.map { .option(flag, value: $0) } ?? .flag(flag))
            }
        }
    }

    /// `-` keeps operands in their place; `:` tells a missing value from an unknown option.
    private static func shortOptions(of flags: [some CommandFlag]) -> String {
        "-:"
            + flags.compactMap { flag in
                flag.spec.short.map { "\($0)" + (flag.spec.placeholder == nil ? "" : ":") }
            }.joined()
    }

    private static func flag<Flag: CommandFlag>(for code: Int32, in flags: [Flag]) -> Flag? {
        if code >= longBase {
            let index = Int(code - longBase)
            return flags.indices.contains(index) ? flags[index] : nil
        }
        return flags.first { $0.spec.short?.asciiValue.map(Int32.init) == code }
    }

    private static func missingValue(_ flag: (some CommandFlag)?) -> UsageError {
        guard let spec = flag?.spec else { return UsageError("An option needs a value.") }
        return UsageError("--\(spec.name) needs a value: --\(spec.name) \(spec.placeholder ?? "").")
    }

    private static func unusable(_ word: String, in flags: [some CommandFlag]) -> UsageError {
        let wrong = CGetoptWrongOption()
        if wrong >= longBase, let spec = flag(for: wrong, in: flags)?.spec {
            return UsageError("--\(spec.name) takes no value.")
        }
        guard word.hasPrefix("--") else {
            let letter = UnicodeScalar(UInt32(max(0, wrong))).map { Character($0) } ?? "?"
            return UsageError("There is no option -\(letter).")
        }
        let name = word.dropFirst(2).prefix { $0 != "=" }
        let candidates = flags.map(\.spec.name).filter { $0.hasPrefix(name) }
        guard candidates.isEmpty else {
            let list = candidates.map { "--" + $0 }.joined(separator: ", ")
            return UsageError("--\(name) could be any of \(list).")
        }
        return UsageError("There is no option --\(name).")
    }
}

/// Strings as C wants them, freed together.
private final class CStrings {
    /// The strings and a null at the end.
    let pointers: [UnsafeMutablePointer<CChar>?]
    private let strings: [String]

    init(_ strings: [String]) {
        self.strings = strings
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        pointers.forEach { free($0) }
    }

    var count: Int { strings.count }

    subscript(index: Int) -> String {
        strings.indices.contains(index) ? strings[index] : ""
    }
}
