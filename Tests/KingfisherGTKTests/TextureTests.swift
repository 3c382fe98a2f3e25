import Raster
import Testing

@testable import KingfisherGTK

@Suite(.timeLimit(.minutes(1)))
struct TextureTests {
    @Test("A texture has the bitmap's pixels, whatever the padding of its rows")
    func pixelsArriveUnchanged() throws {
        let rows: [[UInt32]] = [
            [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF],
            [0x8040_2010, 0x0000_0000, 0xFFFF_FFFF],
        ]
        let texture = Texture.make(from: try makeBitmap(rows))
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        #expect(gdk_texture_get_width(texture) == 3)
        #expect(gdk_texture_get_height(texture) == 2)
        var pixels = [UInt32](repeating: 0, count: 6)
        // Downloads in Cairo's format, which on little-endian machines is that of a bitmap.
        pixels.withUnsafeMutableBytes { gdk_texture_download(texture, $0.baseAddress, 12) }
        #expect(pixels == Array(rows.joined()))
    }

    @Test("A texture holds its bitmap for as long as it lives, and lets go of it once")
    func bitmapLivesAsLongAsTheTexture() throws {
        weak var bitmap: Bitmap?
        let texture: OpaquePointer
        do {
            let made = try makeBitmap([[0xFF10_2030]])
            bitmap = made
            texture = Texture.make(from: made)
        }
        #expect(bitmap != nil)
        g_object_ref(UnsafeMutableRawPointer(texture))
        g_object_unref(UnsafeMutableRawPointer(texture))
        #expect(bitmap != nil)
        g_object_unref(UnsafeMutableRawPointer(texture))
        #expect(bitmap == nil)
    }

    @Test("Two textures of one bitmap are independent")
    func texturesShareTheBitmap() throws {
        weak var bitmap: Bitmap?
        let textures: [OpaquePointer]
        do {
            let made = try makeBitmap([[0xFF10_2030]])
            bitmap = made
            textures = [Texture.make(from: made), Texture.make(from: made)]
        }
        g_object_unref(UnsafeMutableRawPointer(textures[0]))
        #expect(bitmap != nil)
        g_object_unref(UnsafeMutableRawPointer(textures[1]))
        #expect(bitmap == nil)
    }

    @Test("GTK-6: textures may be made on other threads")
    func texturesFromOtherThreads() async throws {
        let bitmap = try makeBitmap([[0xFF10_2030, 0xFF40_5060]])
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        g_object_unref(UnsafeMutableRawPointer(Texture.make(from: bitmap)))
                    }
                }
            }
        }
        #expect(bitmap.pixel(x: 1, y: 0)?.blue == 0x60)
    }
}
