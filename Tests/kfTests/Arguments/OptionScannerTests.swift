import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct OptionScannerTests {
    @Test("Options and operands keep the order in which they are written")
    func orderIsKept() throws {
        let scanned = try OptionScanner.scan(
            ["a", "--resize", "1x1", "b", "--json", "--crop=2x2", "-o", "c"], as: LoadFlag.self)
        #expect(
            scanned == [
                .operand("a"), .option(.resize, value: "1x1"), .operand("b"), .flag(.json),
                .option(.crop, value: "2x2"), .option(.output, value: "c"),
            ])
    }

    @Test("Everything after -- is an operand, and a single dash always is")
    func doubleDashEndsOptions() throws {
        let scanned = try OptionScanner.scan(["-", "--", "--json", "--"], as: LoadFlag.self)
        #expect(scanned == [.operand("-"), .operand("--json"), .operand("--")])
    }

    @Test("No arguments give nothing")
    func empty() throws {
        #expect(try OptionScanner.scan([], as: LoadFlag.self).isEmpty)
    }

    @Test("Names may be shortened while they stay unique")
    func shortenedNames() throws {
        #expect(try OptionScanner.scan(["--prog"], as: LoadFlag.self) == [.flag(.progress)])
        let error = #expect(throws: UsageError.self) {
            try OptionScanner.scan(["--re=1x1", "--output"], as: LoadFlag.self)
        }
        #expect(error?.message == "--output needs a value: --output FILE.")
        let ambiguous = #expect(throws: UsageError.self) {
            try OptionScanner.scan(["--fo"], as: LoadFlag.self)
        }
        #expect(ambiguous?.message == "--fo could be any of --format, --force-refresh.")
    }

    @Test("Letters may stand together, and a value may follow its letter at once")
    func clusteredLetters() throws {
        let scanned = try OptionScanner.scan(["-j8", "-ofile"], as: LoadFlag.self)
        #expect(scanned == [.option(.jobs, value: "8"), .option(.output, value: "file")])
    }

    @Test(
        "An option that makes no sense is named",
        arguments: [
            (["--nope"], "There is no option --nope."),
            (["--nope=1"], "There is no option --nope."),
            (["-Z"], "There is no option -Z."),
            (["--json=1"], "--json takes no value."),
            (["--jobs"], "--jobs needs a value: --jobs N."),
            (["-j"], "--jobs needs a value: --jobs N."),
        ])
    func nonsense(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) {
            try OptionScanner.scan(arguments, as: LoadFlag.self)
        }
        #expect(error?.message == message)
    }

    @Test("Scans on many threads at once do not disturb each other")
    func concurrentScans() async throws {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let scanned = try? OptionScanner.scan(
                        ["x\(number)", "--jobs", "\(number)", "y"], as: LoadFlag.self)
                    return scanned
                        == [
                            .operand("x\(number)"), .option(.jobs, value: "\(number)"),
                            .operand("y"),
                        ]
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
