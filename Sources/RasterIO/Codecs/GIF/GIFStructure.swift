import CRasterIO
import Foundation

/// The blocks of a GIF: canvas, palettes, timing and where each frame's pixels are.
///
/// Walks the block list (GIF89a specification) without decoding pixels. Frames after the first that
/// are cut off by the end of the data are left out.
struct GIFStructure: Sendable {
    /// One frame and where its data is.
    struct Frame: EncodedFrame {
        var placement: AnimationFrame
        /// Bytes from the image descriptor to the end of the last sub-block.
        var range: Range<Int>
        /// The colour table, nil for the global one.
        var palette: Range<Int>?
        /// The index that is transparent.
        var transparentIndex: UInt8?
    }

    /// Width of the canvas in pixels.
    private(set) var width: Int
    /// Height of the canvas in pixels.
    private(set) var height: Int
    /// How often the animation plays, 0 for without end.
    private(set) var loopCount = 1
    /// Bytes of the global colour table, nil without one.
    private(set) var palette: Range<Int>?
    /// The frames, of which there is at least one.
    private(set) var list: FrameList<Frame>

    /// What a graphic control extension says about the next frame.
    private struct Control {
        var delay = 0
        var disposal = AnimationFrame.Disposal.keep
        var transparentIndex: UInt8?
    }

    /// Reads the blocks.
    ///
    /// Throws ``ImageDecodingError`` unless there is a header and a frame.
    init(_ bytes: UnsafeRawBufferPointer, for demand: FrameDemand) throws {
        var reader = ByteReader(bytes: bytes)
        reader.endianness = .little
        guard let width = reader.uint16(at: 6), let height = reader.uint16(at: 8),
            let flags = reader.byte(at: 10), reader.byte(at: 12) != nil
        else { throw ImageDecodingError.truncated(format: .gif, rows: 0, height: 0) }
        self.width = width
        self.height = height
        list = FrameList(demand)
        var offset = 13
        if flags & 0x80 != 0 {
            let size = 3 << (Int(flags & 7) + 1)
            palette = offset..<offset + size
            offset += size
        }
        readBlocks(reader, from: offset)
        guard let first = list.frames.first?.placement else {
            throw reader.count <= offset
                ? ImageDecodingError.truncated(format: .gif, rows: 0, height: height)
                : ImageDecodingError.corrupt(format: .gif, reason: "no frame in it")
        }
        // Screens of no size occur in the wild; the first frame stands in for them.
        if width == 0 { self.width = first.x + first.width }
        if height == 0 { self.height = first.y + first.height }
    }

    private mutating func readBlocks(_ reader: ByteReader, from start: Int) {
        var offset = start
        var control = Control()
        while !list.isComplete, let introducer = reader.byte(at: offset) {
            switch introducer {
            case 0x2C:
                guard var frame = readFrame(reader, at: offset, control: control) else { return }
                let isWhole = frame.range.upperBound <= reader.count
                guard isWhole else {
                    frame.range = frame.range.lowerBound..<reader.count
                    if list.count == 0 { list.append(frame) }
                    return
                }
                list.append(frame)
                offset = frame.range.upperBound
                control = Control()
            case 0x21:
                readExtension(reader, at: offset, control: &control)
                offset = GIFStructure.endOfSubBlocks(reader, from: offset + 2)
            case 0x3B: return
            // Stray bytes between blocks are skipped.
            default: offset += 1
            }
        }
    }

    private func readFrame(_ reader: ByteReader, at offset: Int, control: Control) -> Frame? {
        guard let x = reader.uint16(at: offset + 1), let y = reader.uint16(at: offset + 3),
            let width = reader.uint16(at: offset + 5), let height = reader.uint16(at: offset + 7),
            let flags = reader.byte(at: offset + 9), width > 0, height > 0
        else { return nil }
        var data = offset + 10
        var local: Range<Int>?
        if flags & 0x80 != 0 {
            let size = 3 << (Int(flags & 7) + 1)
            local = data..<data + size
            data += size
        }
        let placement = AnimationFrame(
            x: x, y: y, width: width, height: height, duration: Double(control.delay) / 100,
            disposal: control.disposal, replaces: false,
            isOpaque: control.transparentIndex == nil && (local ?? palette) != nil)
        // One byte of code size stands before the sub-blocks.
        let end = GIFStructure.endOfSubBlocks(reader, from: data + 1)
        return Frame(
            placement: placement, range: offset..<end, palette: local,
            transparentIndex: control.transparentIndex)
    }

    private mutating func readExtension(
        _ reader: ByteReader, at offset: Int, control: inout Control
    ) {
        switch reader.byte(at: offset + 1) {
        case 0xF9:
            guard reader.byte(at: offset + 2) == 4, let flags = reader.byte(at: offset + 3),
                let delay = reader.uint16(at: offset + 4), let index = reader.byte(at: offset + 6)
            else { return }
            control.delay = delay
            control.transparentIndex = flags & 1 != 0 ? index : nil
            switch flags >> 2 & 7 {
            case 2: control.disposal = .clear
            case 3: control.disposal = .restore
            default: control.disposal = .keep
            }
        case 0xFF:
            // The repetitions: block of 11 with a name, then 3 bytes, 1 and the count.
            let isLoop =
                reader.has(Array("NETSCAPE2.0".utf8), at: offset + 3)
                || reader.has(Array("ANIMEXTS1.0".utf8), at: offset + 3)
            guard isLoop, reader.byte(at: offset + 2) == 11, reader.byte(at: offset + 15) == 1,
                let count = reader.uint16(at: offset + 16)
            else { return }
            // The count says how often the animation is repeated after it has played once.
            loopCount = count == 0 ? 0 : count + 1
        default: break
        }
    }

    /// The offset after the sub-blocks that start at `offset`; beyond the data when it is cut off.
    private static func endOfSubBlocks(_ reader: ByteReader, from start: Int) -> Int {
        var offset = start
        while let length = reader.byte(at: offset) {
            offset += Int(length) + 1
            if length == 0 { return offset }
        }
        return reader.count + 1
    }
}
