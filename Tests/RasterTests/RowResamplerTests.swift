import CRaster
import TestTools
import Testing

@testable import Raster

@Suite("Row resampler", .timeLimit(.minutes(1)))
struct RowResamplerTests {
    @Test("Vector and scalar rows are the same bytes", arguments: [1, 3, 4, 5, 8, 17, 64, 203])
    func rowKernelsAgree(width: Int) throws {
        let source = try TestPictures.mixed(width: 104, height: 1)
        for filter in ResampleFilter.allCases {
            let plan = try ResamplePlan(from: 104, to: width, filter: filter, multiple: 4)
            #expect(plan.taps.isMultiple(of: 4))
            var fast = [Int16](repeating: -1, count: width * 4)
            var plain = fast
            source.withUnsafeBytes { bytes in
                guard let row = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
                CRaster_resampleRow(
                    row, &fast, width, plan.starts, plan.coefficients, plan.taps)
                CRaster_resampleRow_scalar(
                    row, &plain, width, plan.starts, plan.coefficients, plan.taps)
            }
            #expect(fast == plain)
        }
    }

    @Test("Vector and scalar columns are the same bytes", arguments: 1...9, [1, 7, 8, 9, 40])
    func columnKernelsAgree(taps: Int, width: Int) {
        var generator = SeededGenerator(seed: UInt64(taps * 1000 + width))
        let rows = (0..<taps).map { _ in
            (0..<width * 4).map { _ in Int16.random(in: -9000...24000, using: &generator) }
        }
        let coefficients = (0..<taps).map { _ in
            Int16.random(in: -3000...Int16(28000 / taps), using: &generator)
        }
        var fast = [UInt8](repeating: 1, count: width * 4)
        var plain = [UInt8](repeating: 2, count: width * 4)
        withPointers(to: rows) { pointers in
            CRaster_combineRows(pointers, coefficients, taps, &fast, width)
            CRaster_combineRows_scalar(pointers, coefficients, taps, &plain, width)
        }
        #expect(fast == plain)
    }

    @Test("Rows that never came are transparent")
    func missingRows() throws {
        let row = [UInt8](repeating: 255, count: 8 * 4)
        let resampler = try RowResampler(sourceWidth: 8, sourceHeight: 40, width: 4, height: 20)
        for _ in 0..<20 { try row.withUnsafeBytes { try resampler.append($0) } }
        #expect(resampler.appendedRows == 20)
        let result = try resampler.finish()
        #expect(result.pixel(x: 0, y: 0)?.alpha == 255)
        #expect(result.pixel(x: 3, y: 19) == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
    }

    @Test("Rows that never came are black in an opaque picture")
    func missingOpaqueRows() throws {
        let resampler = try RowResampler(
            sourceWidth: 8, sourceHeight: 8, width: 4, height: 4, isOpaque: true)
        let result = try resampler.finish()
        #expect(result.isOpaque)
        #expect(result.pixel(x: 3, y: 3) == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
    }

    @Test("A short row, a row too many and a second end are answered, not trapped")
    func misuse() throws {
        let resampler = try RowResampler(sourceWidth: 2, sourceHeight: 1, width: 1, height: 1)
        let row = [UInt8](repeating: 9, count: 8)
        #expect(throws: RasterError.shortRow(bytes: 7, expected: 8)) {
            try row.withUnsafeBytes { try resampler.append(.init(rebasing: $0[..<7])) }
        }
        for _ in 0..<3 { try row.withUnsafeBytes { try resampler.append($0) } }
        #expect(resampler.appendedRows == 1)
        let nine = Pixel(red: 9, green: 9, blue: 9, alpha: 9)
        #expect(try resampler.finish().pixel(x: 0, y: 0) == nine)
        #expect(throws: RasterError.alreadyFinished) { try resampler.finish() }
    }

    private func withPointers(
        to rows: [[Int16]], _ body: ([UnsafePointer<Int16>]) -> Void
    ) {
        let copies = rows.map { row in
            let copy = UnsafeMutablePointer<Int16>.allocate(capacity: row.count)
            copy.initialize(from: row, count: row.count)
            return copy
        }
        body(copies.map { UnsafePointer($0) })
        copies.forEach { $0.deallocate() }
    }
}
