import Foundation
import Kingfisher

/// `kf load`: loads every input, writes what was asked for, and tells what became of each.
struct LoadCommand: Sendable {
    let request: LoadRequest
    let console: Console

    /// Runs the command.
    ///
    /// Once the task is cancelled no further input is begun, and those that run end early.
    ///
    /// - Returns: Success when every input gave a picture.
    func run() async -> ExitStatus {
        if let maxPixels = request.maxPixels { DecodeLimits.default.maxPixels = maxPixels }
        let output = PictureOutput(request, console: console)
        do {
            try output.prepare()
        } catch {
            return await failAll(with: LoadFailure(error))
        }
        let job = LoadJob(
            loader: Loader(request, cache: await openCache()), output: output,
            display: ProgressDisplay(total: request.inputs.count), traces: request.showsTrace)
        let bar = job.display.show(on: console, wanted: request.showsProgress)
        let succeeded = await runAll(job)
        bar?.cancel()
        await bar?.value
        return await console.conclude(succeeded ? .success : .failure)
    }

    /// Opens the cache, or says on standard error why the run goes on without one.
    private func openCache() async -> ImageCache? {
        guard request.cachePolicy != .off else { return nil }
        let location = CacheLocation(directory: request.cacheDirectory)
        do {
            let cache = try location.open()
            if request.cachePolicy != .only, !request.memoryOnly {
                try location.checkWritable(cache)
            }
            return cache
        } catch {
            await console.complain("kf: warning: \(error.text) Going on without a cache on disk.")
            return nil
        }
    }

    /// Runs groups of equal inputs, a bounded number at a time.
    ///
    /// - Returns: Whether all inputs gave a picture.
    private func runAll(_ job: LoadJob) async -> Bool {
        var order = InOrder<LoadReport>()
        var failures = 0
        await forEach(InputGroup.groups(of: request.inputs), atOnce: request.jobs) { group in
            await job.run(group)
        } finished: { reports in
            for (position, report) in reports {
                failures += report.isFailure ? 1 : 0
                for ready in order.add(report, at: position) { await tell(ready) }
            }
            return await console.brokenOutput == nil
        }
        return failures == 0
    }

    private func tell(_ report: LoadReport) async {
        if request.json {
            if let line = JSONLine.text(of: report) { await console.print(line) }
        } else if request.output != .standardOutput, let line = report.line {
            await console.print(line)
        }
        for line in report.trace { await console.complain(line) }
        if let line = report.errorLine { await console.complain(line) }
    }

    private func failAll(with failure: LoadFailure) async -> ExitStatus {
        for input in request.inputs {
            await tell(LoadReport(source: input, seconds: 0, result: .failure(failure)))
        }
        return .failure
    }
}

/// What is done for each group of equal inputs.
private struct LoadJob: Sendable {
    let loader: Loader
    let output: PictureOutput
    let display: ProgressDisplay
    let traces: Bool

    /// Loads the picture and writes it for each input of the group.
    func run(_ group: InputGroup) async -> [(Int, LoadReport)] {
        let start = ContinuousClock.now
        let id = group.positions.first ?? 0
        let trace = traces ? TraceRecorder() : nil
        let results = await results(of: group, id: id, observer: trace)
        var reports = zip(group.positions, results).map { position, result in
            (position, LoadReport(source: group.input, seconds: start.secondsAgo, result: result))
        }
        // Equal inputs are loaded once, so there is one thing to tell.
        if let trace, !reports.isEmpty {
            reports[0].1.trace = ["\(group.input):"] + Timeline(trace.events).lines
        }
        let failures = reports.count { $0.1.isFailure }
        display.update { $0.finish(load: id, inputs: reports.count, failed: failures) }
        return reports
    }

    private func results(
        of group: InputGroup, id: Int, observer: TraceRecorder?
    ) async -> [Result<LoadReport.Picture, LoadFailure>] {
        do {
            let isStandardInput = group.input == Input.standardInput
            let source =
                isStandardInput
                ? .provider(Input.standardInputProvider) : try Input.source(of: group.input)
            let loaded = try await loader.load(
                source, usesCache: !isStandardInput, observer: observer
            ) { received, expected in
                display.update { $0.received(received, of: expected, by: id) }
            }
            return await output.write(loaded, for: group.positions)
        } catch {
            let failure = LoadFailure(error)
            return group.positions.map { _ in .failure(failure) }
        }
    }
}
