/// The formats that caches and serializers tell apart.
///
/// Other formats that can be decoded are ``unknown`` here.
public enum ImageFormat: Sendable {
    /// None of the others.
    case unknown
    /// Portable Network Graphics, animated or not.
    case PNG
    /// JPEG.
    case JPEG
    /// GIF, animated or not.
    case GIF

    /// Markers inside JPEG data (ITU-T T.81, table B.1).
    public enum JPEGMarker {
        /// Start of a baseline frame.
        case SOF0
        /// Start of a progressive frame.
        case SOF2
        /// Huffman tables.
        case DHT
        /// Quantization tables.
        case DQT
        /// Restart interval.
        case DRI
        /// Start of a scan.
        case SOS
        /// Restart with a number, 0 to 7; only the lower three bits count.
        case RSTn(UInt8)
        /// Application data; the marker of APP0.
        case APPn
        /// A comment.
        case COM
        /// End of the image.
        case EOI

        /// The two bytes of the marker.
        var bytes: [UInt8] {
            switch self {
            case .SOF0: [0xFF, 0xC0]
            case .SOF2: [0xFF, 0xC2]
            case .DHT: [0xFF, 0xC4]
            case .DQT: [0xFF, 0xDB]
            case .DRI: [0xFF, 0xDD]
            case .SOS: [0xFF, 0xDA]
            case .RSTn(let number): [0xFF, 0xD0 | number & 7]
            case .APPn: [0xFF, 0xE0]
            case .COM: [0xFF, 0xFE]
            case .EOI: [0xFF, 0xD9]
            }
        }
    }
}
