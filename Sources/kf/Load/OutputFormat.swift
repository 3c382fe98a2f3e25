import Kingfisher

/// The formats that pictures can be written in.
enum OutputFormat {
    /// The formats with an encoder, in the order the codecs are registered.
    static var all: [EncodedImageFormat] {
        var seen: Set<EncodedImageFormat> = []
        return ImageCodecRegistry.codecs.filter { $0.canEncode }.map(\.format)
            .filter { seen.insert($0).inserted }
    }

    /// The names that `--format` understands.
    static var names: [String] { all.map(\.name) }

    /// The format of a name or file extension, in any case; nil when nothing writes it.
    static func named(_ name: some StringProtocol) -> EncodedImageFormat? {
        let lower = name.lowercased()
        let usual = synonyms[lower] ?? lower
        return all.first { $0.name == usual }
    }

    /// The format to write.
    ///
    /// - Parameters:
    ///   - request: What the command line says.
    ///   - source: The format that the picture came in; nil when unknown.
    ///   - isOpaque: Whether the picture has no transparent pixel.
    /// - Returns: A format with an encoder.
    static func choose(
        for request: LoadRequest, source: EncodedImageFormat?, isOpaque: Bool
    ) -> EncodedImageFormat {
        if let format = request.format { return format }
        if case .file(let path) = request.output, let format = named(pathExtension(of: path)) {
            return format
        }
        guard let source, all.contains(source), isOpaque || source != .jpeg else { return .png }
        return source
    }

    /// What names of files in a format end in, without the dot.
    static func fileExtension(of format: EncodedImageFormat) -> String {
        format == .jpeg ? "jpg" : format.name
    }

    private static let synonyms = [
        "jpg": "jpeg", "jpe": "jpeg", "jfif": "jpeg", "apng": "png", "tif": "tiff", "heif": "heic",
    ]

    private static func pathExtension(of path: String) -> Substring {
        let name = path.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
    }
}
