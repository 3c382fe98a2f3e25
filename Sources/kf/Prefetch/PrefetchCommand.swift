import Foundation
import Kingfisher

/// `kf prefetch`: fills the cache with the pictures of a list, leaving out those it has.
struct PrefetchCommand: Sendable {
    /// What became of the list.
    struct Summary: Equatable, Encodable, Sendable {
        /// URLs of the list, equal ones counted once.
        var total = 0
        /// Loaded now.
        var loaded = 0
        /// In the cache already.
        var skipped = 0
        /// Neither.
        var failed = 0

        /// The line for a person.
        var line: String {
            "\(total) pictures: \(loaded) loaded, \(skipped) already cached, \(failed) failed."
        }
    }

    private enum Outcome {
        case loaded, skipped
        case failed(LoadFailure)
    }

    let request: PrefetchRequest
    let console: Console

    /// Runs the command.
    ///
    /// A run that was stopped goes on where it was when it is started again.
    ///
    /// - Returns: Success when the cache has every picture of the list.
    func run() async -> ExitStatus {
        if let maxPixels = request.load.maxPixels { DecodeLimits.default.maxPixels = maxPixels }
        do {
            let groups = InputGroup.groups(of: try request.urls())
            let location = CacheLocation(directory: request.load.cacheDirectory)
            let cache = try location.open()
            try location.checkWritable(cache)
            return await fill(cache, with: groups.map(\.input))
        } catch let failure as CacheLocation.Failure {
            await console.complain("kf: \(failure.text)")
        } catch {
            await console.complain("kf: \(LoadFailure(error).text)")
        }
        return .failure
    }

    private func fill(_ cache: ImageCache, with urls: [String]) async -> ExitStatus {
        let loader = Loader(request.load, cache: cache)
        let display = ProgressDisplay(total: urls.count)
        let bar = display.show(on: console, wanted: true)
        var summary = Summary(total: urls.count)
        await forEach(Array(urls.enumerated()), atOnce: request.load.jobs) { id, url in
            let outcome = await outcome(of: url, id: id, loader, cache, display)
            display.update { state in
                if case .failed = outcome {
                    state.finish(load: id, inputs: 1, failed: 1)
                } else {
                    state.finish(load: id, inputs: 1, failed: 0)
                }
            }
            return (url, outcome)
        } finished: { url, outcome in
            switch outcome {
            case .loaded: summary.loaded += 1
            case .skipped: summary.skipped += 1
            case .failed(let failure):
                summary.failed += 1
                await console.complain(failure.line(for: url))
            }
            return true
        }
        bar?.cancel()
        await bar?.value
        let line = request.load.json ? JSONLine.text(of: summary) : summary.line
        if let line { await console.print(line) }
        return await console.conclude(summary.failed == 0 ? .success : .failure)
    }

    private func outcome(
        of url: String, id: Int, _ loader: Loader, _ cache: ImageCache, _ display: ProgressDisplay
    ) async -> Outcome {
        do {
            let source = try Input.source(of: url)
            if request.load.cachePolicy != .refresh, cache.isCached(forKey: source.cacheKey) {
                return .skipped
            }
            _ = try await loader.load(source) { received, expected in
                display.update { $0.received(received, of: expected, by: id) }
            }
            return .loaded
        } catch {
            return .failed(LoadFailure(error))
        }
    }
}
