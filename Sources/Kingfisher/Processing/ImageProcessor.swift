public import Foundation

/// What a processor starts from.
public enum ImageProcessItem: Sendable {
    /// An image: from the cache, or from a processor before.
    case image(KFCrossPlatformImage)
    /// Encoded bytes: from the network or a provider.
    case data(Data)
}

/// Turns data into an image, or an image into another one.
///
/// The ``identifier`` is part of the key under which results are cached. Two processors with equal
/// identifiers must give equal results, so it has to name every parameter.
public protocol ImageProcessor: Sendable {
    /// Names the processor and its parameters; by convention in reverse-DNS form.
    ///
    /// The empty string is reserved for ``DefaultImageProcessor``.
    var identifier: String { get }

    /// Processes an item. Called on the processing queue; must be safe to run in parallel.
    ///
    /// - Parameters:
    ///   - item: What to start from.
    ///   - options: The options of the request, for example its scale factor.
    /// - Returns: The image, or nil on failure, which ends the request with
    ///   `KingfisherError.processorError(.processingFailed)`.
    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage?
}

extension ImageProcessor {
    /// A processor that runs this one, then `another` on its result.
    ///
    /// - Parameter another: The processor to run second.
    /// - Returns: A processor whose identifier is both identifiers joined by `|>`.
    public func append(another: any ImageProcessor) -> any ImageProcessor {
        ChainedImageProcessor(first: self, second: another)
    }
}

infix operator |> : AdditionPrecedence

/// Joins two processors; the left one runs first.
///
/// The same as `left.append(another: right)`.
public func |> (left: any ImageProcessor, right: any ImageProcessor) -> any ImageProcessor {
    left.append(another: right)
}

func == (left: any ImageProcessor, right: any ImageProcessor) -> Bool {
    left.identifier == right.identifier
}

func != (left: any ImageProcessor, right: any ImageProcessor) -> Bool {
    !(left == right)
}

/// Two processors, one after the other.
private struct ChainedImageProcessor: ImageProcessor {
    let first: any ImageProcessor
    let second: any ImageProcessor

    var identifier: String { "\(first.identifier)|>\(second.identifier)" }

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        first.process(item: item, options: options).flatMap {
            second.process(item: .image($0), options: options)
        }
    }
}
