import CRasterIO
import Foundation
import Raster

/// The canvas that the frames of an animation are laid on, one after the other.
///
/// Belongs to one thread at a time.
final class AnimationCanvas {
    /// Index of the frame that was drawn last, -1 before the first.
    private(set) var position = -1
    private let width: Int
    private let height: Int
    private var pixels: PixelBuffer
    private var saved: [UInt8] = []

    /// Makes a transparent canvas.
    init(width: Int, height: Int) throws {
        self.width = width
        self.height = height
        pixels = try PixelBuffer(width: width, height: height)
    }

    /// Draws the next frame, after the one before it was disposed of.
    func draw(_ frame: AnimationFrame, from decoder: some AnimationFrameDecoder) throws {
        let (count, overflow) = frame.width.multipliedReportingOverflow(by: frame.height)
        guard !overflow, count <= Int(Int32.max) else {
            throw RasterError.invalidSize(width: frame.width, height: frame.height)
        }
        let decoded = UnsafeMutableRawBufferPointer.allocate(
            byteCount: count * 4, alignment: Bitmap.rowAlignment)
        defer { decoded.deallocate() }
        try decoder.decodeFrame(position + 1, into: decoded)
        if frame.disposal == .restore { save(frame) }
        forEachRow(of: frame) { row, target, count in
            guard let start = decoded.baseAddress else { return }
            let source = (start + row * frame.width * 4).assumingMemoryBound(to: UInt8.self)
            if frame.replaces {
                memcpy(target, source, count * 4)
            } else {
                crasterio_draw_over(source, count, target)
            }
        }
        position += 1
    }

    /// Does what a frame wants done before the next one is drawn.
    func dispose(_ frame: AnimationFrame) {
        switch frame.disposal {
        case .keep: break
        case .clear: forEachRow(of: frame) { _, target, count in memset(target, 0, count * 4) }
        case .restore: restore(frame)
        }
    }

    /// Forgets everything and stands before a frame, with a transparent canvas.
    func restart(before index: Int) {
        if let start = pixels.bytes.baseAddress { memset(start, 0, pixels.bytes.count) }
        position = index - 1
    }

    /// A copy of what the canvas shows.
    func snapshot(isOpaque: Bool) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: isOpaque) { output, _ in
            output.copyMemory(from: UnsafeRawBufferPointer(pixels.bytes))
        }
    }

    private func save(_ frame: AnimationFrame) {
        saved.removeAll(keepingCapacity: true)
        forEachRow(of: frame) { _, target, count in
            saved.append(contentsOf: UnsafeBufferPointer(start: target, count: count * 4))
        }
    }

    private func restore(_ frame: AnimationFrame) {
        var offset = 0
        saved.withUnsafeBytes { saved in
            forEachRow(of: frame) { _, target, count in
                guard let start = saved.baseAddress, offset + count * 4 <= saved.count else {
                    return
                }
                memcpy(target, start + offset, count * 4)
                offset += count * 4
            }
        }
    }

    /// Visits the rows of a frame that are on the canvas, cut at its right edge.
    private func forEachRow(
        of frame: AnimationFrame,
        _ body: (_ row: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Void
    ) {
        let count = min(frame.width, width - frame.x)
        guard count > 0, frame.y < height else { return }
        for row in 0..<min(frame.height, height - frame.y) {
            body(row, pixels.row(frame.y + row) + frame.x * 4, count)
        }
    }
}
