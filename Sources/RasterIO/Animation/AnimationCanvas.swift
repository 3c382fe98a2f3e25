import Foundation
import Raster

/// The canvas that the frames of an animation are laid on, one after the other.
///
/// What it shows is handed out without a copy; the next frame is then drawn on another bitmap.
/// Belongs to one thread at a time.
final class AnimationCanvas {
    /// Index of the frame that was drawn last, -1 before the first.
    private(set) var position = -1
    private let width: Int
    private let height: Int
    /// What the canvas shows while nobody else has it; nil when ``shown`` or nothing is shown.
    private var pixels: PixelBuffer?
    /// What the canvas shows and others have as well; nil when it was drawn on since.
    private var shown: Bitmap?
    private var saved: [UInt8] = []

    /// Makes a transparent canvas.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Draws the next frame, after the one before it was disposed of.
    ///
    /// - Parameters:
    ///   - frame: Where the frame goes.
    ///   - previous: The frame before it, nil when the canvas was cleared.
    ///   - decoder: Decodes the pixels.
    /// - Throws: ``ImageDecodingError`` or `RasterError`; the canvas is of no use then.
    func draw(
        _ frame: AnimationFrame, after previous: AnimationFrame?,
        from decoder: some AnimationFrameDecoder
    ) throws {
        let supersedes = frame.supersedes(width: width, height: height)
        if supersedes {
            // Every pixel is about to be written.
            shown = nil
            if pixels == nil {
                pixels = try PixelBuffer(width: width, height: height, zeroed: false)
            }
        } else {
            try makeWritable()
            if let previous { dispose(previous) }
            if frame.disposal == .restore { save(frame) }
        }
        try decode(frame, replaces: supersedes || frame.replaces, from: decoder)
        position += 1
    }

    /// Forgets everything and stands before a frame, with a transparent canvas.
    func restart(before index: Int) {
        pixels = nil
        shown = nil
        position = index - 1
    }

    /// What the canvas shows.
    func snapshot(isOpaque: Bool) throws -> Bitmap {
        if let shown { return shown }
        let pixels = try pixels.take() ?? PixelBuffer(width: width, height: height)
        let bitmap = pixels.freeze(isOpaque: isOpaque)
        shown = bitmap
        return bitmap
    }

    private func decode(
        _ frame: AnimationFrame, replaces: Bool, from decoder: some AnimationFrameDecoder
    ) throws {
        let (visibleWidth, visibleHeight) = visibleSize(of: frame)
        guard visibleWidth > 0, visibleHeight > 0, let start = pixels?.row(frame.y),
            let bytesPerRow = pixels?.bytesPerRow
        else { return }
        try decoder.drawFrame(
            position + 1,
            on: FrameTarget(
                start: start + frame.x * Bitmap.bytesPerPixel, bytesPerRow: bytesPerRow,
                width: visibleWidth, height: visibleHeight, replaces: replaces))
    }

    /// Sees to it that there are pixels which nobody else has.
    private func makeWritable() throws {
        guard pixels == nil else { return }
        guard let shown else {
            pixels = try PixelBuffer(width: width, height: height)
            return
        }
        let copy = try PixelBuffer(width: width, height: height, zeroed: false)
        shown.withUnsafeBytes { copy.bytes.copyMemory(from: $0) }
        pixels = consume copy
        self.shown = nil
    }

    /// Does what a frame wants done before the next one is drawn.
    private func dispose(_ frame: AnimationFrame) {
        switch frame.disposal {
        case .keep: break
        case .clear: forEachRow(of: frame) { target, count in memset(target, 0, count) }
        case .restore: restore(frame)
        }
    }

    private func save(_ frame: AnimationFrame) {
        saved.removeAll(keepingCapacity: true)
        forEachRow(of: frame) { target, count in
            saved.append(contentsOf: UnsafeBufferPointer(start: target, count: count))
        }
    }

    private func restore(_ frame: AnimationFrame) {
        var offset = 0
        saved.withUnsafeBytes { saved in
            forEachRow(of: frame) { target, count in
                guard let start = saved.baseAddress, offset + count <= saved.count else { return }
                memcpy(target, start + offset, count)
                offset += count
            }
        }
    }

    /// How much of a frame is on the canvas.
    private func visibleSize(of frame: AnimationFrame) -> (width: Int, height: Int) {
        (min(frame.width, width - frame.x), min(frame.height, height - frame.y))
    }

    /// Visits the bytes of the rows of a frame that are on the canvas.
    private func forEachRow(
        of frame: AnimationFrame, _ body: (UnsafeMutablePointer<UInt8>, _ count: Int) -> Void
    ) {
        let (visibleWidth, visibleHeight) = visibleSize(of: frame)
        guard visibleWidth > 0, visibleHeight > 0 else { return }
        for y in frame.y..<frame.y + visibleHeight {
            guard let row = pixels?.row(y) else { return }
            let bytes = Bitmap.bytesPerPixel
            body(row + frame.x * bytes, visibleWidth * bytes)
        }
    }
}
