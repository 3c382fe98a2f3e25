public import Foundation
public import Raster

/// Decodes, and possibly encodes, one format of encoded pictures.
///
/// Implementations are called from any thread, several at once, with hostile data: they throw,
/// never trap, and allocate nothing that ``DecodeRequest/limits`` forbids.
public protocol ImageCodec: Sendable {
    /// The format of this codec.
    var format: EncodedImageFormat { get }

    /// Whether data is in this codec's format, judged by its first bytes.
    ///
    /// - Parameter prefix: Up to ``ImageCodecRegistry/prefixLength`` bytes from the start.
    /// - Returns: Whether ``header(of:)`` is worth trying.
    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool

    /// Reads what the data says about itself without decoding pixels.
    ///
    /// - Throws: ``ImageDecodingError`` when the header is damaged or missing.
    func header(of data: Data) throws -> ImageHeader

    /// Decodes the picture, or the first frame, upright and in sRGB.
    ///
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap

    /// Opens an animation, or returns nil when the data holds a still picture.
    ///
    /// Default nil.
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    func animation(in data: Data, limits: DecodeLimits) throws -> (any AnimatedImageSource)?

    /// Whether ``animation(in:limits:)`` is implemented.
    ///
    /// Default false.
    var canDecodeAnimations: Bool { get }

    /// Whether ``encode(_:options:)`` is implemented. Default false.
    var canEncode: Bool { get }

    /// Encodes a picture.
    ///
    /// Default throws ``ImageEncodingError/noEncoder(format:)``.
    /// - Throws: ``ImageEncodingError`` or `RasterError`.
    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data

    /// Whether ``encode(_:loopCount:options:)`` is implemented. Default false.
    var canEncodeAnimations: Bool { get }

    /// Encodes an animation.
    ///
    /// Default throws ``ImageEncodingError/noEncoder(format:)``.
    /// - Parameters:
    ///   - frames: The frames in order, all of one size.
    ///   - loopCount: How often the animation plays, 0 for without end.
    ///   - options: Quality and kind of compression.
    /// - Returns: The encoded bytes.
    /// - Throws: ``ImageEncodingError`` or `RasterError`.
    func encode(
        _ frames: [TimedBitmap], loopCount: Int, options: ImageEncodingOptions
    ) throws -> Data
}

/// A codec of ours, which checks the limits itself, so that headers need not be read twice.
package protocol BuiltInCodec: ImageCodec {
    /// The package trait that turns the codec on and off; nil for one that is always there.
    var trait: String? { get }

    /// Number of frames, found without the rest of the header.
    ///
    /// - Throws: ``ImageDecodingError`` when the header is damaged or missing.
    func frameCount(of data: Data) throws -> Int
}

extension BuiltInCodec {
    /// No trait.
    package var trait: String? { nil }

    /// One for formats without animations, else what the header says.
    package func frameCount(of data: Data) throws -> Int {
        canDecodeAnimations ? try header(of: data).frameCount : 1
    }
}

extension ImageCodec {
    /// No animation.
    public func animation(
        in data: Data, limits: DecodeLimits
    ) throws -> (any AnimatedImageSource)? { nil }

    /// No animations.
    public var canDecodeAnimations: Bool { false }

    /// No encoder.
    public var canEncode: Bool { false }

    /// Throws, because there is no encoder.
    ///
    /// - Throws: ``ImageEncodingError/noEncoder(format:)``.
    public func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        throw ImageEncodingError.noEncoder(format: format)
    }

    /// No encoder for animations.
    public var canEncodeAnimations: Bool { false }

    /// Throws, because there is no encoder.
    ///
    /// - Throws: ``ImageEncodingError/noEncoder(format:)``.
    public func encode(
        _ frames: [TimedBitmap], loopCount: Int, options: ImageEncodingOptions
    ) throws -> Data {
        throw ImageEncodingError.noEncoder(format: format)
    }
}
