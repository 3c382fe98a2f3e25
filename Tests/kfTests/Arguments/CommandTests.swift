import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct CommandTests {
    @Test("The first word names the command")
    func commands() throws {
        #expect(try Command.parse(["--version"]) == .version)
        #expect(try Command.parse(["-V"]) == .version)
        #expect(try Command.parse(["--help"]) == .help(.tool))
        #expect(try Command.parse(["help", "cache"]) == .help(.command(.cache)))
        #expect(try Command.parse(["load", "--help"]) == .help(.command(.load)))
        #expect(try Command.parse(["cache", "path"]) == .cache(CacheRequest(action: .path)))
        #expect(
            try Command.parse(["cache", "--json", "info", "--cache-dir", "d"])
                == .cache(CacheRequest(action: .info, cacheDirectory: "d", json: true)))
    }

    @Test(
        "Anything else is wrong usage, and says where help is",
        arguments: [
            ([], "'kf --help'"), (["paint"], "'kf --help'"), (["--paint"], "'kf --help'"),
            (["help", "paint"], "'kf --help'"), (["load"], "'kf load --help'"),
            (["cache"], "'kf cache --help'"), (["cache", "burn"], "'kf cache --help'"),
            (["cache", "info", "more"], "'kf cache --help'"),
            (["cache", "clear", "--json"], "'kf cache --help'"),
            (["cache", "path", "--cache-dir="], "'kf cache --help'"),
        ])
    func nonsense(arguments: [String], hint: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(arguments) }
        #expect(error?.line.hasSuffix("See \(hint).") == true)
        #expect(error?.line.contains("\n") == false)
    }

    @Test("Help names every option with its value, in lines that fit a terminal")
    func helpIsComplete() {
        for flag in LoadFlag.allCases {
            let value = flag.spec.placeholder.map { " " + $0 } ?? ""
            #expect(HelpTopic.command(.load).text.contains("--\(flag.rawValue)\(value)"))
            #expect(!flag.spec.help.isEmpty)
        }
        for flag in PrefetchFlag.allCases {
            #expect(HelpTopic.command(.prefetch).text.contains("--\(flag.rawValue)"))
            #expect(flag == .json || flag == .help || flag.loadFlag != nil)
        }
        for flag in IdentifyFlag.allCases {
            #expect(HelpTopic.command(.identify).text.contains("--\(flag.rawValue)"))
        }
        for flag in CacheFlag.allCases {
            #expect(HelpTopic.command(.cache).text.contains("--\(flag.rawValue)"))
        }
        for action in CacheRequest.Action.allCases {
            #expect(HelpTopic.command(.cache).text.contains("  \(action.rawValue) "))
        }
        for name in Command.Name.allCases {
            #expect(HelpTopic.tool.text.contains("  \(name.rawValue) "))
            let lines = HelpTopic.command(name).text.split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= 80 })
        }
    }
}
