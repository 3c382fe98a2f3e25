extension LoadReport: Encodable {
    private enum Key: String, CodingKey {
        case source, status, cache, width, height, format, bytes, seconds, output, error
        case errorCode = "error_code"
    }

    /// Writes every field, those without a value as null, so that readers need no cases.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let picture = try? result.get()
        try container.encode(source, forKey: .source)
        try container.encode(picture == nil ? "failed" : "ok", forKey: .status)
        try container.encode(picture?.origin.rawValue ?? "none", forKey: .cache)
        try container.encode(picture?.width, forKey: .width)
        try container.encode(picture?.height, forKey: .height)
        try container.encode(picture?.format, forKey: .format)
        try container.encode(picture?.bytes, forKey: .bytes)
        try container.encode((seconds * 1e6).rounded() / 1e6, forKey: .seconds)
        try container.encode(picture?.output, forKey: .output)
        var failure: LoadFailure?
        if case .failure(let reason) = result { failure = reason }
        try container.encode(failure?.text, forKey: .error)
        try container.encode(failure?.code, forKey: .errorCode)
    }
}
