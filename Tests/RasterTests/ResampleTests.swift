import CRaster
import Testing

@testable import Raster

@Suite("Resampling", .timeLimit(.minutes(1)))
struct ResampleTests {
    @Test(
        "Every filter gives what Pillow gives, up and down, within 1/255",
        arguments: ResampleFilter.allCases, [(11, 7), (40, 30)])
    func agreesWithPillow(filter: ResampleFilter, size: (Int, Int)) throws {
        let result = try TestPictures.mixed(width: 30, height: 20)
            .resampled(width: size.0, height: size.1, filter: filter)
        let expected = try TestPictures.expected("\(filter)-\(size.0)x\(size.1).bgra")
        #expect(try largestDifference(result.packedBytes, expected) <= 1)
        #expect(result.isPremultiplied)
    }

    @Test("Without a filter, each axis chooses Lanczos to reduce and the cubic to enlarge")
    func automaticFilterChoosesPerAxis() throws {
        let source = try TestPictures.mixed(width: 30, height: 20)
        let automatic = try source.resampled(width: 11, height: 7)
        #expect(automatic == (try source.resampled(width: 11, height: 7, filter: .lanczos3)))
        let larger = try source.resampled(width: 40, height: 30)
        #expect(larger == (try source.resampled(width: 40, height: 30, filter: .catmullRom)))
    }

    @Test(
        "A uniform picture stays exactly uniform at every ratio",
        arguments: [1, 2, 3, 7, 16, 50, 333], [1, 2, 5, 16, 49, 101])
    func uniformStaysUniform(source: Int, target: Int) throws {
        let pixel = Pixel(red: 200, green: 3, blue: 77, alpha: 201)
        for filter in ResampleFilter.allCases {
            let picture = try TestPictures.uniform(pixel, width: source, height: 3)
                .resampled(width: target, height: 2, filter: filter)
            let expected = try TestPictures.uniform(pixel, width: target, height: 2)
            #expect(picture == expected, "\(filter)")
        }
    }

    @Test("The mean of four pixels is exact with a box filter")
    func boxIsTheMean() throws {
        let source = try TestPictures.make(width: 4, height: 2) { x, y in
            Pixel(red: UInt8(40 * x), green: UInt8(100 * y), blue: 10, alpha: 255)
        }
        let result = try source.resampled(width: 2, height: 1, filter: .box)
        #expect(result.pixel(x: 0, y: 0) == Pixel(red: 20, green: 50, blue: 10, alpha: 255))
        #expect(result.pixel(x: 1, y: 0) == Pixel(red: 100, green: 50, blue: 10, alpha: 255))
    }

    @Test("A transparent neighbour leaves no dark fringe")
    func noDarkFringe() throws {
        let source = try TestPictures.make(width: 64, height: 8) { x, _ in
            x < 31
                ? Pixel(red: 255, green: 255, blue: 255, alpha: 255)
                : Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        }
        for size in [(20, 5), (150, 12)] {
            let bytes = try source.resampled(width: size.0, height: size.1).packedBytes
            // White with any opacity has colours equal to its alpha.
            for index in stride(from: 0, to: bytes.count, by: 4) {
                #expect(Set(bytes[index..<index + 4]).count == 1)
            }
        }
    }

    @Test("Colours never exceed alpha where a sharp filter overshoots")
    func coloursAreClampedToAlpha() throws {
        let source = try TestPictures.make(width: 40, height: 40) { x, y in
            (x / 3 + y / 5) % 2 == 0
                ? Pixel(red: 90, green: 0, blue: 90, alpha: 90)
                : Pixel(red: 0, green: 255, blue: 0, alpha: 255)
        }
        for size in [(13, 17), (90, 71)] {
            #expect(try source.resampled(width: size.0, height: size.1).isPremultiplied)
        }
    }

    @Test("The same size gives the same bitmap back")
    func sameSizeIsIdentity() throws {
        let source = try TestPictures.mixed(width: 9, height: 9)
        #expect(try source.resampled(width: 9, height: 9) === source)
    }

    @Test("Opacity is kept as a promise and as pixels")
    func opaqueStaysOpaque() throws {
        let source = try TestPictures.coordinates(width: 33, height: 21)
        let result = try source.resampled(width: 50, height: 10)
        #expect(result.isOpaque)
        #expect(stride(from: 3, to: 2000, by: 4).allSatisfy { result.packedBytes[$0] == 255 })
    }

    @Test("A part is resampled as if it were a picture of its own")
    func parts() throws {
        let source = try TestPictures.mixed(width: 40, height: 30)
        let part = PixelRect(x: 7, y: 3, width: 21, height: 18)
        let cropped = try source.cropped(to: part)
        for size in [(10, 30), (21, 18), (50, 5)] {
            let result = try source.resampled(part, width: size.0, height: size.1)
            #expect(result == (try cropped.resampled(width: size.0, height: size.1)))
        }
        let outside = PixelRect(x: 30, y: 0, width: 11, height: 5)
        #expect(throws: RasterError.emptyRegion) {
            try source.resampled(outside, width: 3, height: 3)
        }
    }

    @Test("Sizes that cannot be are refused", arguments: [(0, 5), (5, 0), (-1, 5), (Int.max, 2)])
    func impossibleSizes(size: (Int, Int)) throws {
        let source = try TestPictures.mixed(width: 4, height: 4)
        #expect(throws: RasterError.self) {
            try source.resampled(width: size.0, height: size.1)
        }
    }

    @Test(
        "Downsampling keeps the shape, rounds the short side and never enlarges",
        arguments: [
            (PixelSize(width: 6000, height: 4000), 200, PixelSize(width: 200, height: 133)),
            (PixelSize(width: 64, height: 64), 100, PixelSize(width: 64, height: 64)),
            (PixelSize(width: 3, height: 1000), 10, PixelSize(width: 1, height: 10)),
            (PixelSize(width: 64, height: 64), 0, PixelSize(width: 64, height: 64)),
            // Exactly seven and a half.
            (PixelSize(width: 22, height: 11), 15, PixelSize(width: 15, height: 8)),
            (PixelSize(width: 101, height: 100), 1, PixelSize(width: 1, height: 1)),
        ])
    func reducedSizes(size: PixelSize, limit: Int, expected: PixelSize) {
        #expect(size.reduced(maxPixelSize: limit) == expected)
    }
}

@Suite("Resampling plans", .timeLimit(.minutes(1)))
struct ResamplePlanTests {
    @Test("Tables for millions of positions are refused before they are made")
    func longAxes() throws {
        let plan = try ResamplePlan(from: 781_250, to: 200, filter: nil, multiple: 4)
        // Six weights for each source position and a few more, of two bytes: 10 MB.
        #expect(plan.coefficients.count <= 7 * 781_250)
        for (source, target) in [(50_000_000, 200), (200, 50_000_000), (1 << 30, 1 << 30)] {
            let error = #expect(throws: RasterError.self) {
                try ResamplePlan(from: source, to: target, filter: nil, multiple: 4)
            }
            guard case .outOfMemory = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test(
        "Windows lie inside the source, ascend, and their weights add up to exactly one",
        arguments: [1, 2, 3, 5, 24, 100, 1000], [1, 2, 3, 7, 99, 100, 640])
    func plansAreSound(source: Int, target: Int) throws {
        for filter in ResampleFilter.allCases {
            let plan = try ResamplePlan(from: source, to: target, filter: filter, multiple: 4)
            #expect(plan.starts.allSatisfy { $0 >= 0 && Int($0) + plan.taps <= source })
            #expect(zip(plan.starts, plan.starts.dropFirst()).allSatisfy { $0 <= $1 })
            for position in 0..<target {
                let weights = plan.coefficients[position * plan.taps..<(position + 1) * plan.taps]
                #expect(weights.reduce(0) { $0 + Int($1) } == 1 << CRASTER_COEFFICIENT_BITS)
                // What keeps the sums of the kernels inside 32 bits.
                #expect(weights.reduce(0) { $0 + abs(Int($1)) } < 2 << CRASTER_COEFFICIENT_BITS)
            }
        }
    }
}
