import Foundation
import Raster

/// Decodes single frames of an APNG: each is made into a PNG of its own, which libpng reads.
struct APNGFrameDecoder: WholeFrameDecoder {
    private let data: Data
    private let structure: APNGStructure
    private let colors: PNGColors

    let width: Int
    let height: Int
    let loopCount: Int
    let frames: [AnimationFrame]

    /// Makes a decoder for the frames that a structure found in `data`.
    init(data: Data, chunks: PNGChunks, structure: APNGStructure, colors: PNGColors) {
        self.data = data
        self.structure = structure
        self.colors = colors
        width = chunks.width
        height = chunks.height
        loopCount = structure.loopCount
        frames = structure.list.placements
    }

    func decodeFrame(
        _ index: Int, into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int
    ) throws {
        let placement = frames[index]
        let png = try data.withUnsafeBytes { try picture(index, in: $0) }
        try png.withUnsafeBytes { bytes in
            let reader = try PNGReader(bytes, colors: colors)
            guard let start = pixels.baseAddress else { return }
            try reader.read(placement.height, into: start, bytesPerRow: bytesPerRow)
        }
    }

    /// A PNG of one frame: its size in the header, the shared chunks, its pixel data.
    private func picture(_ index: Int, in bytes: UnsafeRawBufferPointer) throws -> Data {
        let reader = ByteReader(bytes: bytes)
        guard let header = reader.slice(at: 16, length: 13) else {
            throw ImageDecodingError.truncated(format: .png, rows: 0, height: height)
        }
        let placement = frames[index]
        var png = Data(PNGChunks.signature)
        let size =
            PNGWriter.bigEndian(UInt32(clamping: placement.width))
            + PNGWriter.bigEndian(UInt32(clamping: placement.height))
        PNGWriter.append(size + Data(header[8...]), type: "IHDR", to: &png)
        for range in structure.sharedChunks {
            png.append(contentsOf: bytes[range])
        }
        for range in structure.list.frames[index].data {
            PNGWriter.append(Data(bytes[range]), type: "IDAT", to: &png)
        }
        PNGWriter.append(Data(), type: "IEND", to: &png)
        return png
    }
}
