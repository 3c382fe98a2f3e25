import Foundation
import Kingfisher

/// What a file says about its picture, without its pixels being decoded.
struct PictureFacts: Equatable, Encodable, Sendable {
    let file: String
    let format: String
    /// Width in pixels as displayed.
    let width: Int
    /// Height in pixels as displayed.
    let height: Int
    let frames: Int
    /// Bits of each colour component.
    let bits: Int
    let alpha: Bool
    /// The EXIF orientation, 1 (upright) to 8.
    let orientation: Int
    /// Name of the colour profile; nil without one.
    @OrNull private(set) var profile: String?
    let bytes: Int

    /// Reads the facts of a file, or of standard input.
    ///
    /// - Throws: ``LoadFailure`` for a file that cannot be read or holds no picture.
    init(file: String) async throws(LoadFailure) {
        let data: Data
        let header: ImageHeader
        do {
            data = try await Self.data(of: file)
            header = try ImageDecoder.header(of: data)
        } catch {
            throw LoadFailure(error)
        }
        self.file = file
        format = header.format.name
        width = header.width
        height = header.height
        frames = header.frameCount
        bits = header.bitsPerComponent
        alpha = header.hasAlpha
        orientation = Self.exifNumber(of: header.orientation)
        profile = header.colorProfileName
        bytes = data.count
    }

    private static func data(of file: String) async throws -> Data {
        if file == Input.standardInput { return try await Input.standardInputProvider.data() }
        let url = URL(fileURLWithPath: file)
        _ = try Input.source(of: url.absoluteString)
        return try Data(contentsOf: url, options: .mappedIfSafe)
    }

    /// The line for a person.
    var line: String {
        var words = [file, format, "\(width)x\(height)", "\(bits) bits"]
        if alpha { words.append("alpha") }
        if frames > 1 { words.append("\(frames) frames") }
        if orientation != 1 { words.append("orientation \(orientation)") }
        if let profile { words.append("profile \"\(profile)\"") }
        return (words + [ReadableNumber.bytes(bytes)]).joined(separator: "  ")
    }

    /// The number that EXIF 2.3, section 4.6.4, gives an orientation.
    private static func exifNumber(of orientation: RasterImage.Orientation) -> Int {
        switch orientation {
        case .up: 1
        case .upMirrored: 2
        case .down: 3
        case .downMirrored: 4
        case .leftMirrored: 5
        case .right: 6
        case .rightMirrored: 7
        case .left: 8
        }
    }
}
