import Foundation
import Raster
import RasterIO
import Testing

@Suite("Decoding gives the pixels of independent programs", .timeLimit(.minutes(1)))
struct DecodeConformanceTests {
    @Test("The table of expected pixels covers both formats")
    func tableIsThere() {
        #expect(Fixture.named("png-c").count >= 30)
        #expect(Fixture.named("jpeg-").count >= 16)
    }

    @Test("Pixels agree with the table", arguments: Fixture.all)
    func pixels(_ fixture: Fixture) throws {
        let bitmap = try ImageDecoder.decode(try fixture.data())
        let difference = try #require(fixture.difference(from: bitmap), "sizes differ")
        #expect(difference <= fixture.tolerance)
        if !fixture.alpha { #expect(bitmap.isOpaque) }
    }

    @Test("Headers agree with the table", arguments: Fixture.all)
    func headers(_ fixture: Fixture) throws {
        let header = try ImageDecoder.header(of: try fixture.data())
        #expect(header.width == fixture.width)
        #expect(header.height == fixture.height)
        #expect(header.bitsPerComponent == fixture.bits)
        #expect(header.hasAlpha == fixture.alpha)
        #expect(fixture.name.hasPrefix(header.format.name))
        #expect(header.colorProfileName == fixture.profile)
        #expect(header.frameCount == fixture.frames?.count ?? 1)
    }

    @Test(
        "A slice whose indices do not start at zero decodes the same",
        arguments: Fixture.named("png-c6"))
    func slices(_ fixture: Fixture) throws {
        let padded = Data([1, 2, 3]) + (try fixture.data())
        let slice = padded.dropFirst(3)
        #expect(slice.startIndex == 3)
        #expect(
            fixture.difference(from: try ImageDecoder.decode(slice)) ?? 255 <= fixture.tolerance)
    }
}
