import Testing

@testable import Raster

@Suite("Bitmap", .timeLimit(.minutes(1)))
struct BitmapTests {
    @Test("Rows start on 64 bytes and padding is zero", arguments: [1, 15, 16, 17, 33])
    func layout(width: Int) throws {
        let bitmap = try TestPictures.uniform(
            Pixel(red: 1, green: 2, blue: 3, alpha: 4), width: width, height: 3)
        #expect(bitmap.bytesPerRow.isMultiple(of: 64))
        #expect(bitmap.byteCount == bitmap.bytesPerRow * 3)
        bitmap.withUnsafeBytes { bytes in
            #expect(Int(bitPattern: bytes.baseAddress).isMultiple(of: 64))
            for y in 0..<3 {
                let padding = bytes[
                    (y * bitmap.bytesPerRow + width * 4)..<(y + 1) * bitmap.bytesPerRow]
                #expect(padding.allSatisfy { $0 == 0 })
            }
        }
    }

    @Test("A buffer that is not zeroed still has zero padding", arguments: [1, 16, 31])
    func unzeroedPadding(width: Int) throws {
        let buffer = try PixelBuffer(width: width, height: 4, zeroed: false)
        for y in 0..<4 { buffer.row(y).update(repeating: 8, count: width * 4) }
        let bitmap = buffer.freeze()
        let expected = try TestPictures.uniform(
            Pixel(red: 8, green: 8, blue: 8, alpha: 8), width: width, height: 4)
        #expect(bitmap == expected)
    }

    @Test(
        "Sides below 1 and sizes beyond the address space are refused",
        arguments: [(0, 1), (1, 0), (-3, 4), (Int.max, 1), (Int.max / 8, 16), (1 << 40, 1 << 40)])
    func impossibleSizes(size: (Int, Int)) {
        #expect(throws: RasterError.invalidSize(width: size.0, height: size.1)) {
            try Bitmap(width: size.0, height: size.1) { _, _ in }
        }
    }

    @Test("A picture in pages of its own is zeroed, aligned and kept as small ones are")
    func largeBuffers() throws {
        // 36 MB, rows with padding; twice, so that memory given back could come again.
        for _ in 0..<2 {
            let buffer = try PixelBuffer(width: 3001, height: 3000)
            #expect(Int(bitPattern: buffer.bytes.baseAddress).isMultiple(of: 64))
            for y in [0, 1499, 2999] {
                let row = UnsafeBufferPointer(start: buffer.row(y), count: buffer.bytesPerRow)
                #expect(row.allSatisfy { $0 == 0 })
            }
            buffer.row(2999)[3000 * 4 + 3] = 255
            let bitmap = buffer.freeze()
            #expect(bitmap.pixel(x: 3000, y: 2999)?.alpha == 255)
            #expect(bitmap.pixel(x: 2999, y: 2999)?.alpha == 0)
        }
    }

    @Test("More memory than there is throws instead of trapping")
    func outOfMemory() {
        #expect(throws: RasterError.self) {
            try PixelBuffer(width: 1 << 29, height: 1 << 29, zeroed: false).freeze()
        }
    }

    @Test("Pixels outside the bitmap are nil")
    func pixelOutside() throws {
        let bitmap = try TestPictures.coordinates(width: 2, height: 3)
        #expect(bitmap.pixel(x: 1, y: 2) == Pixel(red: 1, green: 2, blue: 7, alpha: 255))
        for (x, y) in [(-1, 0), (2, 0), (0, 3), (0, -1)] {
            #expect(bitmap.pixel(x: x, y: y) == nil)
        }
    }

    @Test("Equality is of size and pixels")
    func equality() throws {
        let bitmap = try TestPictures.mixed(width: 5, height: 4)
        #expect(bitmap == (try TestPictures.mixed(width: 5, height: 4)))
        #expect(bitmap != (try TestPictures.mixed(width: 4, height: 5)))
        #expect(bitmap != (try TestPictures.coordinates(width: 5, height: 4)))
    }
}

@Suite("Cropping a bitmap", .timeLimit(.minutes(1)))
struct BitmapCropTests {
    @Test("Pixels are copied exactly")
    func copiesPixels() throws {
        let source = try TestPictures.coordinates(width: 40, height: 30)
        let part = try source.cropped(to: PixelRect(x: 17, y: 9, width: 20, height: 21))
        #expect((part.width, part.height) == (20, 21))
        #expect(part.isOpaque)
        #expect(part.pixel(x: 0, y: 0) == source.pixel(x: 17, y: 9))
        #expect(part.pixel(x: 19, y: 20) == source.pixel(x: 36, y: 29))
    }

    @Test("The whole picture is not copied")
    func wholeIsIdentity() throws {
        let source = try TestPictures.coordinates(width: 4, height: 3)
        #expect(try source.cropped(to: PixelRect(x: 0, y: 0, width: 4, height: 3)) === source)
    }

    @Test(
        "Empty parts and parts that reach outside are refused",
        arguments: [
            PixelRect(x: 0, y: 0, width: 0, height: 1), PixelRect(x: 0, y: 0, width: 1, height: -1),
            PixelRect(x: -1, y: 0, width: 2, height: 2), PixelRect(x: 3, y: 0, width: 2, height: 2),
            PixelRect(x: 0, y: Int.max, width: 2, height: 2),
            PixelRect(x: 1, y: 0, width: Int.max, height: 2),
        ])
    func refusesBadParts(rect: PixelRect) throws {
        let source = try TestPictures.coordinates(width: 4, height: 3)
        #expect(throws: RasterError.emptyRegion) { try source.cropped(to: rect) }
    }
}
