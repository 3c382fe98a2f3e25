import Foundation

/// The animation chunks of an APNG: timing, placement and where each frame's data is.
///
/// Sequence numbers must count up from 0 (PNG specification, third edition, section 11.3.6); the
/// animation ends before the first that does not, or before the first frame that is cut off.
struct APNGStructure: Sendable {
    /// A frame and where its pixel data is.
    struct Frame: EncodedFrame {
        var placement: AnimationFrame
        var data: [Range<Int>]
    }

    /// How often the animation plays, 0 for without end.
    private(set) var loopCount = 0
    /// The whole frames, of which there is at least one.
    private(set) var list: FrameList<Frame>
    /// Whole chunks that every frame needs: palette, transparency, colour.
    private(set) var sharedChunks: [Range<Int>] = []

    private var current: Frame?
    private var nextNumber = 0

    /// Reads the chunks; nil when the picture is no sound animation.
    init?(_ bytes: UnsafeRawBufferPointer, chunks: PNGChunks, for demand: FrameDemand) {
        list = FrameList(demand)
        guard let animation = chunks.animation, animation.frameCount > 0 else { return nil }
        loopCount = animation.loopCount
        let reader = ByteReader(bytes: bytes)
        var offset = 33
        while !list.isComplete, let length = reader.uint32(at: offset),
            let type = reader.uint32(at: offset + 4),
            reader.slice(at: offset + 8, length: length + 4) != nil
        {
            let body = offset + 8..<offset + 8 + length
            offset += length + 12
            if type == PNGChunks.code("IEND") { break }
            guard take(type, reader, body, chunks: chunks) else { break }
        }
        // A frame counts when another chunk shows that all of its data came.
        if offset <= reader.count { endFrame() }
        guard list.count > 0 else { return nil }
    }

    /// Takes a chunk; false ends the animation.
    private mutating func take(
        _ type: Int, _ reader: ByteReader, _ body: Range<Int>, chunks: PNGChunks
    ) -> Bool {
        switch type {
        case PNGChunks.code("fcTL"):
            endFrame()
            guard takeNumber(reader, body), let placement = placement(reader, body, chunks: chunks)
            else { return false }
            current = Frame(placement: placement, data: [])
        case PNGChunks.code("fdAT"):
            guard takeNumber(reader, body), current != nil else { return false }
            current?.data.append(body.lowerBound + 4..<body.upperBound)
        case PNGChunks.code("IDAT"):
            // Without a control chunk before it, this is a still picture for those who cannot play.
            current?.data.append(body)
        case PNGChunks.code("PLTE"), PNGChunks.code("tRNS"), PNGChunks.code("gAMA"),
            PNGChunks.code("sRGB"), PNGChunks.code("iCCP"), PNGChunks.code("cHRM"),
            PNGChunks.code("cICP"):
            sharedChunks.append(body.lowerBound - 8..<body.upperBound + 4)
        default: break
        }
        return true
    }

    private mutating func takeNumber(_ reader: ByteReader, _ body: Range<Int>) -> Bool {
        guard body.count >= 4, reader.uint32(at: body.lowerBound) == nextNumber else {
            return false
        }
        nextNumber += 1
        return true
    }

    private mutating func endFrame() {
        if let current, !current.data.isEmpty {
            list.append(current)
        }
        current = nil
    }

    private func placement(
        _ reader: ByteReader, _ body: Range<Int>, chunks: PNGChunks
    ) -> AnimationFrame? {
        let start = body.lowerBound + 4
        guard body.count >= 26, let width = reader.uint32(at: start),
            let height = reader.uint32(at: start + 4), let x = reader.uint32(at: start + 8),
            let y = reader.uint32(at: start + 12), let numerator = reader.uint16(at: start + 16),
            let denominator = reader.uint16(at: start + 18),
            let disposal = reader.byte(at: start + 20),
            let blending = reader.byte(at: start + 21), width > 0, height > 0,
            x + width <= chunks.width, y + height <= chunks.height
        else { return nil }
        // A denominator of 0 stands for 100. The first frame has nothing to restore.
        let restore: AnimationFrame.Disposal = list.count == 0 ? .clear : .restore
        return AnimationFrame(
            x: x, y: y, width: width, height: height,
            duration: Double(numerator) / Double(denominator == 0 ? 100 : denominator),
            disposal: disposal == 1 ? .clear : disposal == 2 ? restore : .keep,
            replaces: blending == 0, isOpaque: !chunks.hasAlpha)
    }
}
