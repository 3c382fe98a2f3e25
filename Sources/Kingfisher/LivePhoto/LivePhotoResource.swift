public import Foundation

/// One file of a live photo.
public struct LivePhotoResource: Sendable {
    /// What kind of file it is.
    public enum FileType: Sendable, Equatable {
        /// A still picture.
        case heic
        /// A movie.
        case mov
        /// Another file; the value is its extension, empty when nothing is known about it.
        case other(String)
    }

    /// Where the file comes from.
    public let dataSource: Source
    /// What kind of file it is said to be.
    public let referenceFileType: FileType

    /// Creates a resource that is downloaded, or read from disk for a file URL.
    ///
    /// - Parameters:
    ///   - downloadURL: Where the file is.
    ///   - cacheKey: The key in the cache. Nil, the default, uses the URL's own key.
    ///   - fileType: What kind of file it is. Nil, the default, guesses from the URL.
    public init(downloadURL: URL, cacheKey: String? = nil, fileType: FileType? = nil) {
        self.init(
            resource: KF.ImageResource(downloadURL: downloadURL, cacheKey: cacheKey),
            fileType: fileType)
    }

    /// Creates a resource that is downloaded, or read from disk for a file URL.
    ///
    /// - Parameters:
    ///   - resource: Where the file is, and its key in the cache.
    ///   - fileType: What kind of file it is. Nil, the default, guesses from the URL.
    public init(resource: any Resource, fileType: FileType? = nil) {
        self.init(source: resource.convertToSource(), fileType: fileType)
    }

    /// Creates a resource.
    ///
    /// - Parameters:
    ///   - source: Where the file comes from.
    ///   - fileType: What kind of file it is. Nil, the default, guesses from the source's URL.
    public init(source: Source, fileType: FileType? = nil) {
        dataSource = source
        referenceFileType = fileType ?? FileType(guessedFrom: source.url)
    }

    /// The key of the file in the cache.
    var cacheKey: String { dataSource.cacheKey }

    /// Where the file is, if it has a URL.
    var downloadURL: URL? { dataSource.url }
}

extension Resource {
    /// The file type that the URL's extension suggests.
    var guessedFileType: LivePhotoResource.FileType { .init(guessedFrom: downloadURL) }
}

extension LivePhotoResource.FileType {
    init(guessedFrom url: URL?) {
        switch url?.pathExtension.lowercased() ?? "" {
        case "heic": self = .heic
        case "mov": self = .mov
        case let other: self = .other(other)
        }
    }

    /// The extension of the type itself; empty when nothing is known.
    var fileExtension: String {
        switch self {
        case .heic: "heic"
        case .mov: "mov"
        case .other(let name): name
        }
    }

    /// The extension to store data under: that of the type, or for an unknown type the one that the
    /// first bytes give away.
    ///
    /// - Parameter data: The content of the file.
    /// - Returns: The extension, or nil when neither type nor content tells.
    func determinedFileExtension(_ data: Data) -> String? {
        fileExtension.isEmpty ? ISOMediaBrand(of: data)?.fileExtension : fileExtension
    }
}

/// The major brand of an ISO base media file (ISO/IEC 14496-12, section 4.3): bytes 4 to 7 are
/// `ftyp`, bytes 8 to 11 the brand.
private struct ISOMediaBrand {
    let name: String

    init?(of data: Data) {
        let head = [UInt8](data.prefix(12))
        guard head.count == 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        name = String(decoding: head[8..<12], as: UTF8.self)
    }

    var fileExtension: String? {
        switch name {
        // Still pictures: HEVC in HEIF, its ten-bit form, and the brands of any HEIF picture
        // (ISO/IEC 23008-12, annex B).
        case "heic", "heix", "heim", "heis", "mif1", "msf1": "heic"
        // Apple's QuickTime File Format.
        case "qt  ": "mov"
        default: nil
        }
    }
}
