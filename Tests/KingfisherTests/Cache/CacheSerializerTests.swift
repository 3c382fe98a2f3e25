import Foundation
import Testing

@testable import Kingfisher

@Suite("Cache serializers", .timeLimit(.minutes(1)))
struct CacheSerializerTests {
    private let options = KingfisherParsedOptionsInfo(nil)
    private let gif = CachePictures.gif

    private func encoded() throws -> (
        image: KFCrossPlatformImage, png: Data, jpeg: Data
    ) {
        let image = try Picture.plain(width: 12, height: 9)
        return (
            image, try #require(image.kf.pngRepresentation()),
            try #require(image.kf.jpegRepresentation(compressionQuality: 1))
        )
    }

    @Test("S-1, S-5: originals are not used unless told")
    func originalDataUsed() {
        struct Plain: CacheSerializer {
            func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { nil }
            func image(
                with data: Data, options: KingfisherParsedOptionsInfo
            ) -> KFCrossPlatformImage? { nil }
        }
        #expect(!Plain().originalDataUsed)
        var serializer = DefaultCacheSerializer()
        #expect(serializer.compressionQuality == 1)
        #expect(!serializer.originalDataUsed)
        serializer.preferCacheOriginalData = true
        #expect(serializer.originalDataUsed)
        #expect(!FormatIndicatedCacheSerializer.png.originalDataUsed)
    }

    @Test("S-2: formats are told by the first bytes")
    func sniffing() throws {
        let (_, png, jpeg) = try encoded()
        #expect(png.kf.imageFormat == .PNG)
        #expect(jpeg.kf.imageFormat == .JPEG)
        #expect(gif.kf.imageFormat == .GIF)
        #expect(png.prefix(8).kf.imageFormat == .unknown)
        #expect(Data(count: 20).kf.imageFormat == .unknown)
    }

    @Test("S-3, S-4: encoding is the same every time, and unknown means PNG")
    func deterministic() throws {
        let (image, png, jpeg) = try encoded()
        #expect(image.kf.data(format: .PNG) == png)
        #expect(image.kf.data(format: .unknown) == png)
        #expect(image.kf.data(format: .JPEG) == jpeg)
        #expect(image.kf.data(format: .GIF) == nil)
    }

    @Test("S-6, S-7, REP-7: the original decides the format, the image is what is stored")
    func defaultWriting() throws {
        let (image, png, jpeg) = try encoded()
        let other = try Picture.plain(width: 5, height: 5, red: 200)
        var serializer = DefaultCacheSerializer.default
        serializer.compressionQuality = 0.8
        #expect(serializer.data(with: other, original: png) == other.kf.pngRepresentation())
        #expect(
            serializer.data(with: other, original: jpeg)
                == other.kf.jpegRepresentation(compressionQuality: 0.8))
        #expect(serializer.data(with: image, original: nil) == png)
        #expect(serializer.data(with: image, original: Data([1, 2, 3])) == png)
        serializer.preferCacheOriginalData = true
        #expect(serializer.data(with: other, original: jpeg) == jpeg)
        #expect(serializer.data(with: other, original: Data([1])) == Data([1]))
        #expect(serializer.data(with: image, original: nil) == png)
    }

    @Test("S-6, S-13, S-14, regression 23: an animation and its copy keep their bytes")
    func animation() throws {
        let image = try #require(DefaultCacheSerializer.default.image(with: gif, options: options))
        let serializer = DefaultCacheSerializer.default
        #expect(image.kf.gifRepresentation() == gif)
        #expect(serializer.data(with: image, original: nil) == gif)
        #expect(serializer.data(with: image, original: gif) == gif)
        let copy = try Picture.plain()
        image.kf.copyKingfisherState(to: copy)
        #expect(serializer.data(with: copy, original: nil) == gif)
    }

    @Test("W-3, REP-7: a still image made from an animation falls back to PNG")
    func stillFromAnimation() throws {
        let (image, png, _) = try encoded()
        #expect(DefaultCacheSerializer.default.data(with: image, original: gif) == png)
    }

    @Test("S-8, S-11: reading gives the image at the scale of the request, nil for no image")
    func reading() throws {
        let (image, png, jpeg) = try encoded()
        let scaled = KingfisherParsedOptionsInfo([.scaleFactor(3)])
        let serializers: [any CacheSerializer] = [
            DefaultCacheSerializer.default, FormatIndicatedCacheSerializer.png,
        ]
        for serializer in serializers {
            #expect(serializer.image(with: png, options: options)?.cgImage == image.cgImage)
            #expect(serializer.image(with: jpeg, options: scaled)?.scale == 3)
            #expect(serializer.image(with: Data([1, 2, 3]), options: options) == nil)
            #expect(serializer.image(with: Data(), options: options) == nil)
        }
    }

    @Test("S-9, S-10: the indicated format comes first, then the original's, then PNG")
    func formatIndicated() throws {
        let (image, png, jpeg) = try encoded()
        let low = try #require(image.kf.jpegRepresentation(compressionQuality: 0.3))
        #expect(FormatIndicatedCacheSerializer.png.data(with: image, original: jpeg) == png)
        #expect(FormatIndicatedCacheSerializer.jpeg.data(with: image, original: png) == jpeg)
        #expect(
            FormatIndicatedCacheSerializer.jpeg(compressionQuality: 0.3)
                .data(with: image, original: nil) == low)
        let gifSerializer = FormatIndicatedCacheSerializer.gif
        #expect(gifSerializer.data(with: image, original: jpeg) == jpeg)
        #expect(gifSerializer.data(with: image, original: png) == png)
        let animated = try #require(gifSerializer.image(with: gif, options: options))
        #expect(gifSerializer.data(with: animated, original: nil) == gif)
    }

    @Test("W-4: what cannot be encoded is never replaced by unprocessed bytes")
    func neverOriginal() throws {
        let (image, png, _) = try encoded()
        let foreign = Data("RIFF....WEBP".utf8)
        let serializer = FormatIndicatedCacheSerializer.gif
        #expect(serializer.data(with: image, original: foreign) == png)
        #expect(serializer.data(with: KFCrossPlatformImage(), original: foreign) == nil)
    }

    @Test("H-7, I-40: an image costs its pixels; an empty one costs nothing")
    func cost() throws {
        #expect(try Picture.plain(width: 10, height: 4).cacheCost == 160)
        #expect(KFCrossPlatformImage().cacheCost == 0)
    }
}
