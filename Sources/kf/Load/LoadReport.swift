/// What became of one input.
struct LoadReport: Equatable, Sendable {
    /// Where a picture came from.
    enum Origin: String, Sendable {
        /// The network or a file.
        case none
        /// The memory of this process.
        case memory
        /// The cache on disk.
        case disk
    }

    /// A picture that was loaded, and written where that was asked for.
    struct Picture: Equatable, Sendable {
        /// Where it came from.
        var origin: Origin
        /// Width in pixels.
        var width: Int
        /// Height in pixels.
        var height: Int
        /// The format of the output; without one, of the data that was loaded; nil when unknown.
        var format: String?
        /// Bytes of the output; without one, of the data that was loaded; nil when unknown.
        var bytes: Int?
        /// The file it was written to; nil when it was not.
        var output: String?
    }

    /// The input as given.
    var source: String
    /// Seconds it took, waiting for a free job not counted.
    var seconds: Double
    /// The picture, or why there is none.
    var result: Result<Picture, LoadFailure>
    /// What the input went through, line by line; empty unless that was asked for.
    var trace: [String] = []
}

extension LoadReport {
    /// Whether there is no picture.
    var isFailure: Bool {
        if case .failure = result { return true }
        return false
    }

    /// The line for a person on standard output; nil for a failure, which has a line of its own.
    var line: String? {
        guard case .success(let picture) = result else { return nil }
        var words = [source, "\(picture.width)x\(picture.height)"]
        if let format = picture.format { words.append(format) }
        if let bytes = picture.bytes { words.append(ReadableNumber.bytes(bytes)) }
        switch picture.origin {
        case .none: words.append("loaded")
        case .memory: words.append("from memory")
        case .disk: words.append("from disk")
        }
        words.append("in \(ReadableNumber.seconds(seconds))")
        if let output = picture.output { words.append("-> \(output)") }
        return words.joined(separator: "  ")
    }

    /// The line for standard error; nil for a success.
    var errorLine: String? {
        guard case .failure(let failure) = result else { return nil }
        return failure.line(for: source)
    }
}
