import Kingfisher

/// What a `kf load` command line asks for.
struct LoadRequest: Equatable, Sendable {
    /// Where pictures are written.
    enum Output: Equatable, Sendable {
        /// Nowhere: they only go to the cache.
        case none
        /// To one file.
        case file(String)
        /// To standard output.
        case standardOutput
        /// Into a directory, named after their inputs.
        case directory(String)
    }

    /// How the caches are used.
    enum CachePolicy: Equatable, Sendable {
        /// Read and write.
        case normal
        /// Neither read nor write the disk.
        case off
        /// Write only.
        case refresh
        /// Read only, and never load.
        case only
    }

    /// URLs and paths as given.
    var inputs: [String] = []
    /// What is done to each picture, in order.
    var steps: [ProcessingStep] = []
    /// Pixels for each point.
    var scale = 1.0
    /// Where pictures are written.
    var output = Output.none
    /// The format to write; nil to choose by name and content.
    var format: EncodedImageFormat?
    /// Quality of a lossy format, 0…1.
    var quality = 0.85
    /// The directory that holds the cache; nil for the user's own.
    var cacheDirectory: String?
    /// How the caches are used.
    var cachePolicy = CachePolicy.normal
    /// Whether nothing is written to the disk cache.
    var memoryOnly = false
    /// Whether servers decide how long pictures in the cache are used.
    var keepsToHTTP = false
    /// Most inputs at a time.
    var jobs = 4
    /// Seconds an input may take in all; nil for no limit.
    var timeout: Double?
    /// Most pixels of a picture; nil for the library's limit.
    var maxPixels: Int?
    /// Whether a progress bar is wanted.
    var showsProgress = false
    /// Whether the steps of each input are told.
    var showsTrace = false
    /// Whether reports are JSON.
    var json = false
}
