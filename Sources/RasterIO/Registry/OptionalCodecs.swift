/// The codecs that package traits turn on and off.
enum OptionalCodecs {
    /// Those that this build has.
    static let all: [any ImageCodec] = webP + heif + jxl + svg

    #if WebP
    private static let webP: [any ImageCodec] = [WebPCodec()]
    #else
    private static let webP: [any ImageCodec] = []
    #endif

    #if HEIF
    private static let heif: [any ImageCodec] = [
        HEIFCodec(format: .avif), HEIFCodec(format: .heic),
    ]
    #else
    private static let heif: [any ImageCodec] = []
    #endif

    #if JXL
    private static let jxl: [any ImageCodec] = [JXLCodec()]
    #else
    private static let jxl: [any ImageCodec] = []
    #endif

    #if SVG
    private static let svg: [any ImageCodec] = [SVGCodec()]
    #else
    private static let svg: [any ImageCodec] = []
    #endif
}
