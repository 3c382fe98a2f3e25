import Foundation
import Locking
import Raster

/// An animation whose frames change parts of a canvas, as in GIF and APNG.
///
/// Asked for frames in order, each is decoded once. Asked for another one, decoding starts again at
/// the last frame before it that does not depend on earlier ones.
final class CompositedAnimation<Decoder: AnimationFrameDecoder>: AnimatedImageSource {
    private let decoder: Decoder
    /// For each frame the latest one, up to itself, that starts from a transparent canvas.
    private let starts: [Int]
    /// The canvas while nobody works on it; who needs it takes it out.
    private let idleCanvas = Locked<CanvasBox>(CanvasBox(canvas: nil))

    // Unchecked: the canvas inside belongs to whoever took it out of the lock.
    private struct CanvasBox: @unchecked Sendable {
        var canvas: AnimationCanvas?
    }

    /// Makes a source of the frames of a decoder.
    ///
    /// Frames may be larger than the canvas, so that they are counted for themselves as well.
    /// - Throws: ``ImageDecodingError`` when the frames together are more than the limits allow.
    init(_ decoder: Decoder, limits: DecodeLimits) throws {
        let count = decoder.frames.count
        try limits.check(width: decoder.width, height: decoder.height, frames: count)
        try limits.check(frames: decoder.frames)
        self.decoder = decoder
        starts = CompositedAnimation.starts(of: decoder)
    }

    var frameCount: Int { decoder.frames.count }
    var width: Int { decoder.width }
    var height: Int { decoder.height }
    var loopCount: Int { decoder.loopCount }

    func duration(at index: Int) -> TimeInterval? {
        decoder.frames.indices.contains(index) ? decoder.frames[index].duration : nil
    }

    func frame(at index: Int, maxPixelSize: Int?) throws -> Bitmap {
        guard decoder.frames.indices.contains(index) else {
            throw ImageDecodingError.noSuchFrame(index: index, count: frameCount)
        }
        let taken = idleCanvas.withLock { box in
            defer { box.canvas = nil }
            return CanvasBox(canvas: box.canvas)
        }
        let canvas = taken.canvas ?? AnimationCanvas(width: width, height: height)
        try advance(canvas, to: index)
        let frame = decoder.frames[index]
        let isOpaque = frame.isOpaque && frame.covers(width: width, height: height)
        let bitmap = try canvas.snapshot(isOpaque: isOpaque)
        // A canvas on which drawing failed is not put back: it may be half drawn.
        let box = CanvasBox(canvas: canvas)
        idleCanvas.withLock { $0 = box }
        let size = DecodeRequest(maxPixelSize: maxPixelSize).targetSize(
            width: width, height: height)
        return try bitmap.resampled(width: size.width, height: size.height)
    }

    private func advance(_ canvas: AnimationCanvas, to index: Int) throws {
        let start = starts[index]
        if canvas.position > index || canvas.position < start - 1 { canvas.restart(before: start) }
        while canvas.position < index {
            let position = canvas.position
            if position == start - 1 { canvas.restart(before: start) }
            let previous = position >= start ? decoder.frames[position] : nil
            try canvas.draw(decoder.frames[position + 1], after: previous, from: decoder)
        }
    }

    private static func starts(of decoder: Decoder) -> [Int] {
        let (width, height) = (decoder.width, decoder.height)
        var starts: [Int] = []
        for (index, frame) in decoder.frames.enumerated() {
            let isIndependent =
                index == 0 || frame.supersedes(width: width, height: height)
                || decoder.frames[index - 1].clears(width: width, height: height)
            starts.append(isIndependent ? index : starts[index - 1])
        }
        return starts
    }
}
