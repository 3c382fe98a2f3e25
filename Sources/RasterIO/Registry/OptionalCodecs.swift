/// The codecs that package traits turn on and off.
enum OptionalCodecs {
    /// Those that this build has.
    static let all: [any ImageCodec] = webP

    #if WebP
    private static let webP: [any ImageCodec] = [WebPCodec()]
    #else
    private static let webP: [any ImageCodec] = []
    #endif
}
