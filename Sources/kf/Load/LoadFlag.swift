/// The options of `kf load`.
enum LoadFlag: String, CommandFlag {
    case downsample, resize, crop
    case roundCorner = "round-corner"
    case border, blur, overlay, tint
    case colorControls = "color-controls"
    case blackWhite = "black-white"
    case blend, composite
    case scale
    case output
    case outputDirectory = "output-dir"
    case format, quality
    case cacheDirectory = "cache-dir"
    case noCache = "no-cache"
    case memoryOnly = "memory-only"
    case forceRefresh = "force-refresh"
    case onlyFromCache = "only-from-cache"
    case httpCache = "http-cache"
    case jobs, timeout
    case maxPixels = "max-pixels"
    case progress, trace, json, help

    /// Under which heading the help lists the option.
    enum Group: String, CaseIterable {
        case processing = "Processing, applied in the order given"
        case output = "Output"
        case cache = "Cache"
        case loading = "Loading"
        case reporting = "Reporting"
    }

    var group: Group {
        switch self {
        case .downsample, .resize, .crop, .roundCorner, .border, .blur, .scale: .processing
        case .overlay, .tint, .colorControls, .blackWhite, .blend, .composite: .processing
        case .output, .outputDirectory, .format, .quality: .output
        case .cacheDirectory, .noCache, .memoryOnly: .cache
        case .forceRefresh, .onlyFromCache, .httpCache: .cache
        case .jobs, .timeout, .maxPixels: .loading
        case .progress, .trace, .json, .help: .reporting
        }
    }

    var spec: OptionSpec {
        switch group {
        case .processing: processingSpec
        case .output: outputSpec
        case .cache: cacheSpec
        case .loading, .reporting: runSpec
        }
    }

    private var processingSpec: OptionSpec {
        switch self {
        case .downsample:
            OptionSpec(
                rawValue, value: "WxH",
                help: """
                    Decode no larger than the box. The fastest way to a thumbnail: a JPEG is not \
                    even decoded in full. Keeps the proportions, never enlarges.
                    """)
        case .resize:
            OptionSpec(
                rawValue, value: "WxH[:MODE]",
                help: """
                    Scale to the box. MODE: none (default) gives up the proportions, fit stays \
                    inside the box, fill covers it.
                    """)
        case .crop:
            OptionSpec(
                rawValue, value: "WxH[@AX,AY]",
                help: """
                    Cut out a part of this size. AX,AY from 0,0 (top left) to 1,1 (bottom right) \
                    says which; default 0.5,0.5, the middle.
                    """)
        case .roundCorner:
            OptionSpec(
                rawValue, value: "R[@CORNERS][:COLOR[:WxH]]",
                help: """
                    Round the corners with radius R: points, or a share such as 0.5w of the width or \
                    0.5h of the height. CORNERS: some of tl,tr,bl,br; default all. What is cut off \
                    shows COLOR, else nothing. WxH is covered from the middle.
                    """)
        case .scale:
            OptionSpec(
                rawValue, value: "S",
                help: """
                    Pixels for each point of the sizes above, for high-density screens. Default 1.
                    """)
        default:
            colorSpec
        }
    }

    private var colorSpec: OptionSpec {
        switch self {
        case .border:
            OptionSpec(
                rawValue, value: "W[:COLOR[:R[@CORNERS]]]",
                help: """
                    Draw a line of width W inside the edge; R and CORNERS round it as in \
                    --round-corner. COLOR is a name or #RRGGBB[AA]; default black.
                    """)
        case .blur:
            OptionSpec(rawValue, value: "R", help: "Blur with radius R.")
        case .overlay:
            OptionSpec(
                rawValue, value: "COLOR[:F]",
                help: "Lay COLOR over the picture; F from 0 (covers it) to 1. Default 0.5.")
        case .tint:
            OptionSpec(
                rawValue, value: "COLOR",
                help: """
                    Lay COLOR over the whole picture, transparent parts too. The picture shows \
                    through a translucent one, such as #FF000080; an opaque one hides it.
                    """)
        case .colorControls:
            OptionSpec(
                rawValue, value: "B,C,S,EV",
                help: """
                    Brightness, contrast, saturation and exposure; 0,1,1,0 changes nothing.
                    """)
        case .blackWhite:
            OptionSpec(rawValue, help: "Take the colour away.")
        case .blend:
            OptionSpec(
                rawValue, value: "MODE[:A[:COLOR]]",
                help: """
                    Blend with a background of COLOR, at opacity A: multiply, screen, color-dodge \
                    and so on.
                    """)
        default:
            OptionSpec(
                LoadFlag.composite.rawValue, value: "OP[:A[:COLOR]]",
                help: """
                    Combine with a background of COLOR by coverage: source-over, source-in, xor \
                    and so on.
                    """)
        }
    }

    private var outputSpec: OptionSpec {
        switch self {
        case .output:
            OptionSpec(
                rawValue, short: "o", value: "FILE",
                help: "Write the picture to FILE, or to standard output for '-'. One input only.")
        case .outputDirectory:
            OptionSpec(
                rawValue, short: "d", value: "DIR",
                help: """
                    Write each picture into DIR, named after its input. DIR is made if missing. \
                    Equal names are told apart with -2, -3 ...
                    """)
        case .format:
            OptionSpec(
                rawValue, value: OutputFormat.names.joined(separator: "|"),
                help: """
                    The format to write. Default: that of FILE's extension, else jpeg for an opaque \
                    picture that came as one, else png. An animation that is not processed stays \
                    one in formats that hold them.
                    """)
        default:
            OptionSpec(
                LoadFlag.quality.rawValue, value: "Q",
                help: "Quality of a lossy format, 0 (smallest) to 1 (best). Default 0.85.")
        }
    }

    private var cacheSpec: OptionSpec {
        switch self {
        case .noCache:
            OptionSpec(rawValue, help: "Neither read nor write the disk cache.")
        case .memoryOnly:
            OptionSpec(rawValue, help: "Read the disk cache but write nothing to it.")
        case .forceRefresh:
            OptionSpec(
                rawValue, help: "Load again even if the cache has the picture, and store it.")
        case .onlyFromCache:
            OptionSpec(
                rawValue, help: "Never load; fail for a picture that is not in the cache. Offline.")
        case .httpCache:
            OptionSpec(
                rawValue,
                help: """
                    Do with pictures in the cache what their servers said: use them while fresh, then \
                    ask whether they changed. Without it they are used until they expire.
                    """)
        default:
            CacheFlag.cacheDirectory.spec
        }
    }

    private var runSpec: OptionSpec {
        switch self {
        case .jobs:
            OptionSpec(
                rawValue, short: "j", value: "N",
                help: "Load at most N inputs at a time, 1 to 256. Default 4.")
        case .timeout:
            OptionSpec(
                rawValue, value: "S",
                help: """
                    Give up on an input after S seconds. Default: no limit in all, 15 seconds \
                    without a byte from the server.
                    """)
        case .maxPixels:
            OptionSpec(
                rawValue, value: "N",
                help: """
                    Refuse pictures of more than N pixels, summed over frames; k and M are \
                    understood. Default 50M.
                    """)
        case .progress:
            OptionSpec(
                rawValue, help: "Show a progress bar on a terminal; nothing when piped.")
        case .trace:
            OptionSpec(
                rawValue,
                help: """
                    Tell on standard error what each input went through: when a step began, how \
                    long it took, bytes and pixels.
                    """)
        case .json:
            OptionSpec(
                rawValue,
                help: """
                    Print one JSON object for each input on standard output: source, status \
                    (ok|failed), cache (none|memory|disk), width, height (pixels), format, bytes, \
                    seconds, output, error.
                    """)
        default:
            OptionSpec(LoadFlag.help.rawValue, short: "h", help: "Show this help.")
        }
    }
}
