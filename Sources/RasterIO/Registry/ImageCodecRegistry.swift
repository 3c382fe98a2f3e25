public import Foundation
import Locking

/// The codecs that data is offered to.
///
/// Formats are told apart by content alone; file names and content types do not matter. Codecs
/// registered later are asked first, so that a program can replace a built-in one. Safe to use
/// from any thread.
public enum ImageCodecRegistry {
    /// Number of bytes from the start of the data that codecs are shown to recognize a format.
    public static let prefixLength = 64

    private static let custom = Locked<[any ImageCodec]>([])

    private static let builtIn: [any ImageCodec] =
        [JPEGCodec(), PNGCodec(), GIFCodec(), TIFFCodec(), BMPCodec(), ICOCodec()]
        + OptionalCodecs.all

    /// All codecs in the order they are asked.
    public static var codecs: [any ImageCodec] { custom.withLock { $0 } + builtIn }

    /// Adds a codec in front of all others.
    ///
    /// - Parameter codec: The codec. Replaces an earlier registered one of the same format.
    public static func register(_ codec: any ImageCodec) {
        custom.withLock { codecs in
            codecs.removeAll { $0.format == codec.format }
            codecs.insert(codec, at: 0)
        }
    }

    /// Removes a registered codec; built-in ones stay.
    ///
    /// - Parameter format: The format of the codec.
    public static func unregister(_ format: EncodedImageFormat) {
        custom.withLock { codecs in codecs.removeAll { $0.format == format } }
    }

    /// The first codec that recognizes data.
    ///
    /// - Parameter data: Encoded bytes; only the first ``prefixLength`` matter.
    /// - Returns: The codec, or nil for an unknown format.
    public static func codec(recognizing data: Data) -> (any ImageCodec)? {
        data.withUnsafeBytes { bytes in
            let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(prefixLength))
            return codecs.first { $0.recognizes(prefix) }
        }
    }

    /// The first codec that can encode a format.
    ///
    /// - Parameter format: The format wanted.
    /// - Returns: The codec, or nil when there is none.
    public static func encoder(for format: EncodedImageFormat) -> (any ImageCodec)? {
        codecs.first { $0.format == format && $0.canEncode }
    }
}
