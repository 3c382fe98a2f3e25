import Foundation
import Raster
import RasterIO
import Testing

/// A format of one colour: "DOT" and three bytes of red, green, blue.
private struct DotCodec: ImageCodec {
    let format: EncodedImageFormat
    let signature: [UInt8]

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool { prefix.starts(with: signature) }

    func header(of data: Data) throws -> ImageHeader {
        ImageHeader(format: format, storedWidth: 1, storedHeight: 1)
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        let body = Array(data.dropFirst(signature.count))
        guard body.count == 3 else {
            throw ImageDecodingError.truncated(format: format, rows: 0, height: 1)
        }
        return try Bitmap.made(width: 1, height: 1, isOpaque: true) { _, _ in
            Pixel(red: body[0], green: body[1], blue: body[2], alpha: 255)
        }
    }
}

@Suite("Custom codecs", .timeLimit(.minutes(1)))
struct ImageCodecRegistryTests {
    @Test("A registered codec decodes its format until it is removed")
    func custom() throws {
        let format = EncodedImageFormat(name: "dot")
        let data = Data("DOT".utf8) + [1, 2, 3]
        #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
        ImageCodecRegistry.register(DotCodec(format: format, signature: Array("DOT".utf8)))
        let pixel = try ImageDecoder.decode(data).pixel(x: 0, y: 0)
        #expect(pixel == Pixel(red: 1, green: 2, blue: 3, alpha: 255))
        #expect(try ImageDecoder.header(of: data).format == format)
        ImageCodecRegistry.unregister(format)
        #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
    }

    @Test("A codec without an encoder says so")
    func noEncoder() throws {
        let bitmap = try Bitmap.smooth(width: 2, height: 2)
        let format = EncodedImageFormat(name: "nothing")
        #expect(throws: ImageEncodingError.noEncoder(format: format)) {
            try ImageEncoder.encode(bitmap, as: format)
        }
    }

    @Test("Built-in codecs are found by content")
    func builtIn() throws {
        #expect(
            ImageCodecRegistry.codec(recognizing: try Fixture.data("jpeg-444.jpg"))?.format == .jpeg
        )
        #expect(
            ImageCodecRegistry.codec(recognizing: try Fixture.data("png-c6-8bit.png"))?.format
                == .png)
        #expect(ImageCodecRegistry.codec(recognizing: Data([1, 2])) == nil)
    }
}
