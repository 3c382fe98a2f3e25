/// A colour in extended sRGB with straight alpha.
public struct RasterColor: Hashable, Sendable {
}
