import CGTK4
import Kingfisher

/// A texture of GDK that shows a bitmap without copying its pixels.
enum Texture {
    /// Makes a texture.
    ///
    /// Cheap, and allowed on any thread.
    ///
    /// The texture holds the bitmap and lets go of it when it is freed.
    ///
    /// - Returns: A `GdkTexture` that the caller owns a reference of.
    static func make(from bitmap: Bitmap) -> OpaquePointer {
        let owner = Unmanaged.passRetained(bitmap)
        // The address leaves the closure: it stays valid, and the pixels unchanged, for as long as the
        // bitmap lives, which is what the bytes' destroy notification ends.
        let bytes = bitmap.withUnsafeBytes { pixels in
            g_bytes_new_with_free_func(
                pixels.baseAddress, gsize(pixels.count),
                { owner in
                    guard let owner else { return }
                    Unmanaged<Bitmap>.fromOpaque(owner).release()
                }, owner.toOpaque())
        }
        defer { g_bytes_unref(bytes) }
        return gdk_memory_texture_new(
            gint(bitmap.width), gint(bitmap.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
            gsize(bitmap.bytesPerRow))
    }
}
