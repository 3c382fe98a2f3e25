import CRasterIO
import Foundation
import Raster

/// Decodes single frames of a GIF through giflib.
struct GIFFrameDecoder: AnimationFrameDecoder {
    private let data: Data
    private let structure: GIFStructure

    let frames: [AnimationFrame]
    var width: Int { structure.width }
    var height: Int { structure.height }
    var loopCount: Int { structure.loopCount }

    /// Makes a decoder for the frames that a structure found in `data`.
    init(data: Data, structure: GIFStructure) {
        self.data = data
        self.structure = structure
        frames = structure.list.placements
    }

    func drawFrame(_ index: Int, on target: FrameTarget) throws {
        let frame = structure.list.frames[index]
        let placement = frame.placement
        var part = crasterio_gif_target(
            start: target.start, stride: target.bytesPerRow, width: UInt32(target.width),
            height: UInt32(target.height), replaces: target.replaces)
        try data.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes: bytes)
            guard let encoded = reader.slice(at: frame.range.lowerBound, length: frame.range.count),
                let start = encoded.bindMemory(to: UInt8.self).baseAddress
            else { throw ImageDecodingError.truncated(format: .gif, rows: 0, height: height) }
            var rows: UInt32 = 0
            let status = crasterio_gif_decode(
                start, encoded.count, UInt16(clamping: placement.width),
                UInt16(clamping: placement.height), palette(of: frame, in: reader), &part, &rows)
            try CodecStatus.check(
                status, format: .gif, message: "bad LZW data", rows: Int(rows),
                height: placement.height)
        }
    }

    /// The colours of a frame as BGRA, 256 of them.
    ///
    /// Indices without a colour are black where nothing is transparent, so that an opaque frame is
    /// one whatever its pixels are, and transparent elsewhere.
    private func palette(of frame: GIFStructure.Frame, in reader: ByteReader) -> [UInt32] {
        let missing: UInt32 = frame.placement.isOpaque ? 0xFF00_0000 : 0
        var colors = [UInt32](repeating: missing.littleEndian, count: 256)
        guard let range = frame.palette ?? structure.palette else { return colors }
        for index in 0..<min(256, range.count / 3) {
            guard let entry = reader.slice(at: range.lowerBound + 3 * index, length: 3) else {
                break
            }
            let bgra = UInt32(entry[2]) | UInt32(entry[1]) << 8 | UInt32(entry[0]) << 16
            colors[index] = (bgra | 0xFF00_0000).littleEndian
        }
        if let transparent = frame.transparentIndex { colors[Int(transparent)] = 0 }
        return colors
    }
}
