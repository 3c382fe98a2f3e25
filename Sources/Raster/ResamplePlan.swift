import CRaster

/// Which source positions make up each target position along one axis, and with what weights.
///
/// Weights are fixed-point numbers whose sum is exactly one for every target position, so that a
/// uniform picture stays uniform and an opaque one opaque.
struct ResamplePlan {
    /// Positions along the target axis.
    let targetLength: Int
    /// Weights for each target position; a multiple of 4 when `padding` allowed that.
    let taps: Int
    /// First source position of each target position, ascending.
    let starts: [Int32]
    /// `taps` weights for each target position.
    let coefficients: [Int16]

    /// Most weights of a plan: 64 MB, for sides of five million pixels.
    ///
    /// Lanczos takes six for each source position, and eight for each target position of a larger
    /// picture.
    private static let mostEntries = 32 << 20

    /// The weight 1.
    private static let one = 1 << CRASTER_COEFFICIENT_BITS

    /// Plans an axis.
    ///
    /// - Parameters:
    ///   - source: Positions along the source axis, at least 1.
    ///   - target: Positions along the target axis, at least 1.
    ///   - filter: The weights; nil chooses by the ratio.
    ///   - multiple: What the number of taps is rounded up to where the source is long enough.
    /// - Throws: ``RasterError/invalidSize(width:height:)`` for lengths that the tables cannot hold,
    ///   ``RasterError/outOfMemory(bytes:)`` where the weights would take more than 64 MB.
    init(from source: Int, to target: Int, filter: ResampleFilter?, multiple: Int) throws {
        guard source > 0, target > 0, source <= Int(Int32.max), target <= Int(Int32.max) else {
            throw RasterError.invalidSize(width: target, height: source)
        }
        let filter = filter ?? .automatic(from: source, to: target)
        let window = Window(source: source, target: target, filter: filter)
        let padded = (window.maxTaps + multiple - 1) / multiple * multiple
        let taps = padded <= source ? padded : min(window.maxTaps, source)
        let (entries, overflow) = target.multipliedReportingOverflow(by: taps)
        guard !overflow, entries <= Self.mostEntries else {
            throw RasterError.outOfMemory(
                bytes: overflow ? .max : entries * MemoryLayout<Int16>.stride)
        }
        var starts = [Int32](repeating: 0, count: target)
        var coefficients = [Int16](repeating: 0, count: entries)
        for position in 0..<target {
            let (range, weights) = window.weights(at: position)
            // A window at the end is moved back, so that its padding stays inside the source.
            let start = min(range.lowerBound, source - taps)
            starts[position] = Int32(start)
            let offset = position * taps + range.lowerBound - start
            Self.quantize(weights, into: &coefficients, at: offset)
        }
        targetLength = target
        self.taps = taps
        self.starts = starts
        self.coefficients = coefficients
    }

    /// Source position after the last one that a target position needs.
    func end(of position: Int) -> Int { Int(starts[position]) + taps }

    /// Rounds the running sum of the weights instead of each weight, so that errors cannot add up.
    private static func quantize(
        _ weights: [Double], into coefficients: inout [Int16], at offset: Int
    ) {
        let total = weights.reduce(0, +)
        var running = 0.0
        var given = 0
        for (index, weight) in weights.enumerated() {
            running += weight / total
            let wanted = Int((running * Double(one)).rounded())
            coefficients[offset + index] = Int16(clamping: wanted - given)
            given = wanted
        }
    }
}

extension ResamplePlan {
    /// The stretch of the source under the filter, for each target position.
    private struct Window {
        let source: Int
        let filter: ResampleFilter
        /// Source positions for each target position.
        let ratio: Double
        /// How far the filter is widened so that it covers every source position.
        let stretch: Double

        init(source: Int, target: Int, filter: ResampleFilter) {
            self.source = source
            self.filter = filter
            ratio = Double(source) / Double(target)
            stretch = max(ratio, 1)
        }

        private var support: Double { filter.support * stretch }

        var maxTaps: Int { min(source, Int((2 * support).rounded(.up)) + 1) }

        func weights(at position: Int) -> (range: Range<Int>, weights: [Double]) {
            let center = (Double(position) + 0.5) * ratio
            let low = min(max(Int((center - support + 0.5).rounded(.down)), 0), source - 1)
            let high = min(max(Int((center + support + 0.5).rounded(.down)), low + 1), source)
            let end = min(high, low + maxTaps)
            let weights = (low..<end).map {
                filter.weight(at: (Double($0) + 0.5 - center) / stretch)
            }
            // A box narrower than a pixel may miss all centres; the nearest pixel takes its place.
            guard weights.contains(where: { $0 != 0 }) else {
                let nearest = min(Int(center), source - 1)
                return (nearest..<nearest + 1, [1])
            }
            return (low..<end, weights)
        }
    }
}
