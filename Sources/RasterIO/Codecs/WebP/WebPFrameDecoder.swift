#if WebP
import Foundation

/// Decodes single frames of an animated WebP through libwebp.
struct WebPFrameDecoder: WholeFrameDecoder {
    private let data: Data
    private let structure: WebPStructure
    private let transform: ColorTransform<UInt8>?

    let width: Int
    let height: Int
    let frames: [AnimationFrame]
    var loopCount: Int { structure.loopCount }

    /// Makes a decoder for the frames that a structure found in `data`; nil unless there are any.
    init?(data: Data, structure: WebPStructure, transform: ColorTransform<UInt8>?) {
        guard let canvas = structure.canvas, structure.list.count > 0 else { return nil }
        self.data = data
        self.structure = structure
        self.transform = transform
        width = canvas.width
        height = canvas.height
        frames = structure.list.placements
    }

    func decodeFrame(
        _ index: Int, into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int
    ) throws {
        let frame = structure.list.frames[index]
        let placement = frame.placement
        try data.withUnsafeBytes { bytes in
            guard
                let stream = ByteReader(bytes: bytes).slice(
                    at: frame.range.lowerBound, length: frame.range.count)
            else { throw ImageDecodingError.truncated(format: .webp, rows: 0, height: height) }
            let features = try WebPReader.features(stream)
            guard Int(features.width) == placement.width, Int(features.height) == placement.height
            else {
                throw ImageDecodingError.corrupt(format: .webp, reason: "frame of another size")
            }
            try WebPReader.decode(
                stream, into: pixels, bytesPerRow: bytesPerRow,
                size: (placement.width, placement.height), isReduced: false, transform: transform)
        }
    }
}
#endif
