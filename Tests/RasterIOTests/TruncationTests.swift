import Foundation
import Raster
import RasterIO
import Testing

@Suite("Data that ends early", .timeLimit(.minutes(2)))
struct TruncationTests {
    static let samples = [
        "jpeg-420.jpg", "jpeg-progressive.jpg", "jpeg-restarts.jpg", "jpeg-grey.jpg",
        "png-c6-8bit.png", "png-c3-4bit-trns.png", "png-c2-8bit-adam7.png",
        "gif-87a.gif", "gif-pillow.gif",
    ]

    static let names =
        samples
        + ["webp-", "avif-", "heic-", "tiff-lzw", "bmp-24", "ico-png"].flatMap(Fixture.named)
        .filter { $0.frames == nil }.map(\.name)

    @Test("Every shorter length gives a typed error or the whole picture", arguments: names)
    func everyLength(_ name: String) throws {
        let data = try Fixture.data(name)
        let whole = try ImageDecoder.decode(data)
        var successes = 0
        for length in 0..<data.count {
            do {
                let bitmap = try ImageDecoder.decode(data.prefix(length))
                #expect(bitmap == whole, "\(length) of \(data.count) bytes gave another picture")
                successes += 1
            } catch let error as ImageDecodingError {
                #expect(!error.description.isEmpty)
            }
        }
        // Only a missing end marker is forgiven: two bytes of JPEG, IEND's twelve of PNG.
        #expect(successes <= 12)
    }

    @Test(
        "Cut at every 64th of its length, a file gives a typed error or what is good of it",
        arguments: Fixture.all)
    func sixtyFourths(_ fixture: Fixture) throws {
        let data = try fixture.data()
        let whole = try ImageDecoder.decode(data)
        let frames = try ImageDecoder.animation(in: data).map { source in
            try (0..<source.frameCount).map { try source.frame(at: $0, maxPixelSize: nil) }
        }
        for step in 0..<64 {
            let cut = data.prefix(data.count * step / 64)
            do {
                let bitmap = try ImageDecoder.decode(cut)
                // The orientation of this one stands behind the pixels and may be cut off.
                let isTurned =
                    fixture.name == "png-exif-right.png" && bitmap.width == whole.height
                #expect(bitmap == whole || isTurned, "at \(step)/64")
            } catch {
                #expect(error is ImageDecodingError, "at \(step)/64: \(error)")
            }
            do {
                _ = try ImageDecoder.decode(cut, maxPixelSize: 5)
                _ = try ImageDecoder.header(of: cut)
            } catch {
                #expect(error is ImageDecodingError, "at \(step)/64: \(error)")
            }
            try compareFrames(of: cut, with: frames ?? [])
        }
    }

    /// Checks that the frames that are left are those of the whole file.
    private func compareFrames(of cut: Data, with frames: [Bitmap]) throws {
        guard let source = try? ImageDecoder.animation(in: cut) else { return }
        #expect(source.frameCount <= frames.count)
        for index in 0..<source.frameCount {
            do {
                #expect(try source.frame(at: index, maxPixelSize: nil) == frames[index])
            } catch {
                #expect(error is ImageDecodingError, "\(error)")
            }
        }
    }

    @Test(
        "A JPEG that lacks only its end marker decodes",
        arguments: ["jpeg-420.jpg", "jpeg-progressive.jpg"])
    func missingEndOfImage(_ name: String) throws {
        let data = try Fixture.data(name)
        #expect(try ImageDecoder.decode(data.dropLast(2)) == ImageDecoder.decode(data))
    }

    @Test("A PNG that lacks only IEND decodes")
    func missingEnd() throws {
        let data = try Fixture.data("png-c6-8bit.png")
        #expect(try ImageDecoder.decode(data.dropLast(12)) == ImageDecoder.decode(data))
    }

    @Test("The error says how many rows are there")
    func rowsAreCounted() throws {
        let picture = try Bitmap.made(width: 64, height: 256, isOpaque: true) { x, y in
            let noise = UInt8(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) &* (x &+ 3))
            return Pixel(red: noise, green: noise &* 3, blue: noise &* 5, alpha: 255)
        }
        for format in [EncodedImageFormat.jpeg, .png] {
            let data = try ImageEncoder.encode(picture, as: format)
            let error = #expect(throws: ImageDecodingError.self) {
                try ImageDecoder.decode(data.prefix(data.count / 2))
            }
            guard case .truncated(format, let rows, 256) = error else {
                Issue.record("\(format): \(String(describing: error))")
                continue
            }
            #expect((48...144).contains(rows), "\(rows) rows in half of the data")
        }
    }

    @Test("A cut JPEG decodes as far as it goes when that is asked for")
    func incompleteOnRequest() throws {
        let data = try Fixture.data("jpeg-420.jpg")
        let bitmap = try ImageDecoder.decode(
            data.prefix(data.count * 3 / 4), request: DecodeRequest(allowsIncomplete: true))
        #expect(bitmap.width == 50 && bitmap.height == 35)
        #expect(bitmap.pixel(x: 3, y: 3) == (try ImageDecoder.decode(data)).pixel(x: 3, y: 3))
    }
}
