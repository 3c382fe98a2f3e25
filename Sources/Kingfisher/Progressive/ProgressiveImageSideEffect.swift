import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes images of the complete scans of a progressive JPEG while it is downloaded.
// Unchecked: `onShouldApply` is set before the download starts; it and `show` run on the main queue only.
final class ProgressiveImageSideEffect: DataReceivingSideEffect, @unchecked Sendable {
    var onShouldApply: () -> Bool = { true }

    private struct State {
        /// The transfer that the schedule belongs to; another attempt begins from nothing.
        weak var task: SessionDataTask?
        var schedule: ProgressiveSchedule
        var isOver = false
    }

    private let progressive: ImageProgressive
    private let options: KingfisherParsedOptionsInfo
    private let show: ((KFCrossPlatformImage?) -> Void)?
    private let state: Locked<State>

    /// Creates the side effect of one request.
    ///
    /// - Parameters:
    ///   - progressive: How scans are shown.
    ///   - options: The request's options, for its processor and queues.
    ///   - show: Shows an image in a view, on the main queue; nil when there is none.
    init(
        _ progressive: ImageProgressive, options: KingfisherParsedOptionsInfo,
        show: ((KFCrossPlatformImage?) -> Void)?
    ) {
        self.progressive = progressive
        self.options = options
        self.show = show
        state = Locked(State(schedule: Self.schedule(for: progressive)))
    }

    private static func schedule(for progressive: ImageProgressive) -> ProgressiveSchedule {
        ProgressiveSchedule(
            isFastestScan: progressive.isFastestScan,
            scanInterval: max(0, progressive.scanInterval))
    }

    /// Stops everything: the request has its outcome, which no part of it may replace.
    func finish() {
        state.withLock { $0.isOver = true }
    }

    func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {
        let hasNews = state.withLock { state in
            guard !state.isOver else { return false }
            if state.task !== task {
                state.task = task
                state.schedule = Self.schedule(for: progressive)
            }
            return receive(data, of: task, &state.schedule)
        }
        if hasNews { advance(task) }
    }

    /// Looks at what the task holds beyond the bytes seen so far.
    ///
    /// That is the chunk, unless the request joined a transfer that was under way.
    private func receive(
        _ chunk: Data, of task: SessionDataTask, _ schedule: inout ProgressiveSchedule
    ) -> Bool {
        if task.mutableDataCount - chunk.count == schedule.examinedCount {
            return chunk.withUnsafeBytes { schedule.receive($0) }
        }
        return task.sharedData.withUnsafeBytes { bytes in
            guard bytes.count > schedule.examinedCount else { return false }
            return schedule.receive(
                UnsafeRawBufferPointer(rebasing: bytes[schedule.examinedCount...]))
        }
    }

    private func advance(_ task: SessionDataTask) {
        DispatchQueue.main.async { [self] in
            guard isWanted(for: task) else { return }
            switch state.withLock({ $0.schedule.next(now: now) }) {
            case .rest:
                break
            case .decode(let count, let scan):
                make(of: task, count: count, scan: scan)
            case .wait(let seconds):
                DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in
                    state.withLock { $0.schedule.waited() }
                    advance(task)
                }
            }
        }
    }

    private var now: TimeInterval { ProcessInfo.processInfo.systemUptime }

    /// Whether images of the transfer may still be shown; those that wait are dropped if not.
    private func isWanted(for task: SessionDataTask) -> Bool {
        let applies = onShouldApply()
        return state.withLock { state in
            guard state.task === task, !state.isOver else { return false }
            if !applies { state.schedule.dropAll() }
            return applies
        }
    }

    private func make(of task: SessionDataTask, count: Int, scan: Int) {
        let work: @Sendable () -> Void = { [self] in
            // The end marker makes a whole file of the scans that are there.
            let image = image(of: task.sharedData.prefix(count) + [0xFF, 0xD9], scan: scan)
            DispatchQueue.main.async { [self] in
                if let image, isWanted(for: task) { deliver(image) }
                state.withLock { state in
                    if state.task === task { state.schedule.ended(now: now) }
                }
                advance(task)
            }
        }
        if let queue = options.processingQueue {
            queue.execute(work)
        } else {
            WorkPool.images.submit(
                key: task.originalURL, priority: options.downloadPriority, work)
        }
    }

    private func image(of data: Data, scan: Int) -> KFCrossPlatformImage? {
        let image = options.processor.process(item: item(of: data, scan: scan), options: options)
        return options.backgroundDecode ? image.map(BackgroundDecoding.decoded) : image
    }

    /// The first scans hold coarse blocks, which a blur hides: the more of them there are, the less.
    private func item(of data: Data, scan: Int) -> ImageProcessItem {
        guard
            progressive.isBlur, scan < 6,
            let image = KingfisherWrapper.image(
                data: data, options: options.imageCreatingOptions)
        else { return .data(data) }
        return .image(image.kf.blurred(withRadius: CGFloat(max(2, 14 - scan * 4))))
    }

    private func deliver(_ image: KFCrossPlatformImage) {
        let strategy = progressive.onImageUpdated.call(image) ?? .default
        guard let show else { return }
        switch strategy {
        case .default: show(image)
        case .keepCurrent: break
        case .replace(let other): show(other)
        }
    }
}
