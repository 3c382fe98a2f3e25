import Foundation

/// The command-line tool.
@main
enum KfTool {
    static func main() async {
        Signals.ignoreBrokenPipes()
        let status = await run(Array(CommandLine.arguments.dropFirst()), console: Console())
        exit(status.rawValue)
    }

    private static func run(_ arguments: [String], console: Console) async -> ExitStatus {
        do throws(UsageError) {
            switch try Command.parse(arguments) {
            case .version:
                await console.print("kf \(Version.number)")
            case .help(let topic):
                await console.write(Data(topic.text.utf8))
            case .cache(let request):
                return await CacheCommand(request: request, console: console).run()
            case .identify(let request):
                return await IdentifyCommand(request: request, console: console).run()
            case .formats(let request):
                return await FormatsCommand(style: request, console: console).run()
            case .prefetch(let request):
                return await stoppable(console) {
                    await PrefetchCommand(request: request, console: console).run()
                }
            case .load(let request):
                return await stoppable(console) {
                    await LoadCommand(request: request, console: console).run()
                }
            }
            return .success
        } catch {
            await console.complain(error.line)
            return .usage
        }
    }

    /// Runs work that a signal cancels; the process then ends the way the signal would end it.
    ///
    /// A second signal, or work that does not stop within ``grace``, ends it at once.
    private static func stoppable(
        _ console: Console, _ work: @escaping @Sendable () async -> ExitStatus
    ) async -> ExitStatus {
        let task = Task { await work() }
        let watcher = Task { () -> Int32? in
            var first: Int32?
            for await number in Signals.stopRequests() {
                if let first { Signals.die(of: first) }
                first = number
                task.cancel()
                Task {
                    try? await Task.sleep(for: grace)
                    Signals.die(of: number)
                }
            }
            return first
        }
        let status = await task.value
        watcher.cancel()
        if let number = await watcher.value { Signals.die(of: number) }
        return status
    }

    /// How long interrupted work may take to stop.
    private static let grace = Duration.seconds(2)
}
