#if WebP
/// The chunks of a WebP: canvas, frames, profile and orientation.
///
/// Walks the RIFF container (WebP container specification) without decoding pixels.
struct WebPStructure: Sendable {
    /// A frame of an animation and where its bitstream is.
    struct Frame: EncodedFrame {
        var placement: AnimationFrame
        var range: Range<Int>
    }

    /// Width of the canvas from the extended header, nil in a simple file.
    private(set) var canvas: (width: Int, height: Int)?
    /// Whether the extended header promises an animation.
    private(set) var isAnimated = false
    /// How often the animation plays, 0 for without end.
    private(set) var loopCount = 0
    /// The whole frames of an animation.
    private(set) var list: FrameList<Frame>
    /// Bytes of the ICC profile, nil without one.
    private(set) var profile: Range<Int>?
    /// Orientation from EXIF, `.up` without one.
    private(set) var orientation = RasterImage.Orientation.up

    /// Reads the chunks.
    init(_ bytes: UnsafeRawBufferPointer, for demand: FrameDemand) {
        list = FrameList(demand)
        var reader = ByteReader(bytes: bytes)
        reader.endianness = .little
        var offset = 12
        while !list.isComplete, let type = reader.slice(at: offset, length: 4),
            let size = reader.uint32(at: offset + 4)
        {
            let start = offset + 8
            guard reader.slice(at: start, length: size) != nil else { return }
            take(String(decoding: type, as: UTF8.self), reader, start..<start + size)
            offset = start + size + size % 2
        }
    }

    private mutating func take(_ type: String, _ reader: ByteReader, _ body: Range<Int>) {
        switch type {
        case "VP8X":
            guard body.count >= 10, let flags = reader.byte(at: body.lowerBound) else { return }
            isAnimated = flags & 0x02 != 0
            canvas = (
                uint24(reader, body.lowerBound + 4) + 1, uint24(reader, body.lowerBound + 7) + 1
            )
        case "ANIM": loopCount = reader.uint16(at: body.lowerBound + 4) ?? 0
        case "ANMF": takeFrame(reader, body)
        case "ICCP": profile = body
        case "EXIF":
            guard let exif = reader.slice(at: body.lowerBound, length: body.count) else { return }
            orientation = EXIFOrientation.orientation(in: exif) ?? .up
        default: break
        }
    }

    private mutating func takeFrame(_ reader: ByteReader, _ body: Range<Int>) {
        guard body.count > 16, let flags = reader.byte(at: body.lowerBound + 15) else { return }
        let start = body.lowerBound
        let placement = AnimationFrame(
            x: 2 * uint24(reader, start), y: 2 * uint24(reader, start + 3),
            width: uint24(reader, start + 6) + 1, height: uint24(reader, start + 9) + 1,
            duration: Double(uint24(reader, start + 12)) / 1000,
            disposal: flags & 1 != 0 ? .clear : .keep, replaces: flags & 2 != 0, isOpaque: false)
        list.append(Frame(placement: placement, range: start + 16..<body.upperBound))
    }

    private func uint24(_ reader: ByteReader, _ offset: Int) -> Int {
        (reader.uint16(at: offset) ?? 0) | Int(reader.byte(at: offset + 2) ?? 0) << 16
    }
}
#endif
