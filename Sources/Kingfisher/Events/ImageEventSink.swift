/// What the steps of a request tell of themselves.
protocol ImageEventSink: Sendable {
    func post(_ kind: ImageEvent.Kind)
}

/// Tells several requests of work that is done once for all of them.
struct SharedEventSink: ImageEventSink {
    private let sinks: [any ImageEventSink]

    /// Creates a sink, or none when nobody listens.
    init?(_ sinks: [any ImageEventSink]) {
        guard !sinks.isEmpty else { return nil }
        self.sinks = sinks
    }

    func post(_ kind: ImageEvent.Kind) {
        for sink in sinks {
            sink.post(kind)
        }
    }
}

extension KingfisherParsedOptionsInfo {
    /// Decodes bytes and tells of it.
    func decoding(_ decode: () -> KFCrossPlatformImage?) -> KFCrossPlatformImage? {
        guard let events else { return decode() }
        events.post(.decodingBegan)
        let image = decode()
        events.post(.decodingEnded(image))
        return image
    }
}

extension ImageEvent.Kind {
    /// The end of decoding to an image, or to none.
    static func decodingEnded(_ image: KFCrossPlatformImage?) -> Self {
        .decodingEnded(pixelCount: image?.kf.pixelCount)
    }

    /// The end of processing to an image, or to none.
    static func processingEnded(_ image: KFCrossPlatformImage?) -> Self {
        .processingEnded(pixelCount: image?.kf.pixelCount)
    }
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// Pixels of one frame.
    fileprivate var pixelCount: Int {
        Int(exactly: (size.width * scale).rounded() * (size.height * scale).rounded()) ?? 0
    }
}
