extension LoadRequest {
    /// Parses the arguments after `kf load`.
    ///
    /// - Returns: The request, or nil when the help was asked for.
    /// - Throws: ``UsageError`` for anything that makes no sense, alone or together.
    static func parse(_ arguments: [String]) throws(UsageError) -> LoadRequest? {
        var draft = Draft()
        for argument in try OptionScanner.scan(arguments, as: LoadFlag.self) {
            switch argument {
            case .operand(let input): draft.request.inputs.append(input)
            case .flag(.help): return nil
            case .flag(let flag): draft.set(flag)
            case .option(let flag, let value): try draft.set(flag, to: value)
            }
        }
        return try draft.finished()
    }
}

/// A request while its options are read, with what only matters for checking them.
private struct Draft {
    var request = LoadRequest()
    private var output: String?
    private var outputDirectory: String?
    private var policies: [LoadFlag] = []

    /// Takes an option without a value.
    mutating func set(_ flag: LoadFlag) {
        switch flag {
        case .noCache, .forceRefresh, .onlyFromCache:
            if !policies.contains(flag) { policies.append(flag) }
        case .memoryOnly: request.memoryOnly = true
        case .httpCache: request.keepsToHTTP = true
        case .blackWhite: request.steps.append(.blackWhite)
        case .progress: request.showsProgress = true
        case .trace: request.showsTrace = true
        case .json: request.json = true
        default: break
        }
    }

    /// Takes an option with a value.
    mutating func set(_ flag: LoadFlag, to value: String) throws(UsageError) {
        if let step = try Self.step(flag, value) {
            request.steps.append(step)
            return
        }
        switch flag {
        case .output: output = try path(value, of: flag)
        case .outputDirectory: outputDirectory = try path(value, of: flag)
        case .cacheDirectory: request.cacheDirectory = try path(value, of: flag)
        case .format: try setFormat(value)
        default: try setNumber(flag, to: value)
        }
    }

    /// The processing that an option asks for; nil for an option about something else.
    private static func step(
        _ flag: LoadFlag, _ value: String
    ) throws(UsageError) -> ProcessingStep? {
        switch flag {
        case .downsample: try .downsample(parsing: value)
        case .resize: try .resize(parsing: value)
        case .crop: try .crop(parsing: value)
        case .roundCorner: try .roundCorner(parsing: value)
        case .border: try .border(parsing: value)
        case .blur: try .blur(parsing: value)
        case .overlay: try .overlay(parsing: value)
        case .tint: try .tint(parsing: value)
        case .colorControls: try .colorControls(parsing: value)
        case .blend: try .blend(parsing: value)
        case .composite: try .composite(parsing: value)
        default: nil
        }
    }

    private mutating func setNumber(_ flag: LoadFlag, to value: String) throws(UsageError) {
        let number = ArgumentValue.number(value)
        switch flag {
        case .scale:
            request.scale = try checked(number, in: 0.01...100, flag, value)
        case .quality:
            request.quality = try checked(number, in: 0...1, flag, value)
        case .timeout:
            request.timeout = try checked(number, in: 0.001...1_000_000, flag, value)
        case .jobs:
            request.jobs = try checked(ArgumentValue.count(value), in: 1...256, flag, value)
        default:
            request.maxPixels = try checked(
                ArgumentValue.count(value), in: 1...Int(Int32.max), flag, value)
        }
    }

    private mutating func setFormat(_ value: String) throws(UsageError) {
        guard let format = OutputFormat.named(value) else {
            throw UsageError(
                "--format \(value): the formats are \(OutputFormat.names.joined(separator: ", ")).")
        }
        request.format = format
    }

    private func path(_ value: String, of flag: LoadFlag) throws(UsageError) -> String {
        guard !value.isEmpty else {
            throw UsageError("--\(flag.rawValue) needs a path that is not empty.")
        }
        return value
    }

    private func checked<Number>(
        _ number: Number?, in range: ClosedRange<Number>, _ flag: LoadFlag, _ text: String
    ) throws(UsageError) -> Number {
        guard let number, range.contains(number) else {
            throw UsageError(
                """
                --\(flag.rawValue) \(text): it must be a number from \(range.lowerBound) to \
                \(range.upperBound).
                """)
        }
        return number
    }

    /// The request, once everything that belongs together has been looked at together.
    func finished() throws(UsageError) -> LoadRequest {
        var request = request
        guard !request.inputs.isEmpty else {
            throw UsageError("Nothing to load: give at least one URL or path.")
        }
        guard !request.inputs.contains("") else {
            throw UsageError("An input is empty: give URLs or paths.")
        }
        request.output = try chosenOutput(for: request)
        request.cachePolicy = try chosenPolicy(for: request)
        return request
    }

    private func chosenOutput(for request: LoadRequest) throws(UsageError) -> LoadRequest.Output {
        switch (output, outputDirectory) {
        case (nil, nil): return .none
        case (nil, .some(let directory)): return .directory(directory)
        case (.some, .some):
            throw UsageError("--output and --output-dir exclude each other.")
        case (.some(let file), nil):
            guard request.inputs.count == 1 else {
                throw UsageError(
                    """
                    --output takes one input, and there are \(request.inputs.count): use \
                    --output-dir.
                    """)
            }
            guard file == "-" else { return .file(file) }
            guard !request.json else {
                throw UsageError("--json and '--output -' both need standard output.")
            }
            return .standardOutput
        }
    }

    private func chosenPolicy(
        for request: LoadRequest
    ) throws(UsageError) -> LoadRequest.CachePolicy {
        if policies.count > 1 {
            let names = policies.map { "--" + $0.rawValue }.joined(separator: " and ")
            throw UsageError("\(names) exclude each other.")
        }
        if policies.first == .noCache, request.cacheDirectory != nil {
            throw UsageError("--no-cache and --cache-dir exclude each other.")
        }
        if policies.first == .onlyFromCache, request.inputs.contains(Input.standardInput) {
            throw UsageError("--only-from-cache: standard input is in no cache.")
        }
        switch policies.first {
        case .noCache: return .off
        case .forceRefresh: return .refresh
        case .onlyFromCache: return .only
        default: return .normal
        }
    }
}
