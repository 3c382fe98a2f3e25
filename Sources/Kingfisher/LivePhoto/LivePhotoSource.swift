public import Foundation

/// The files that make up a live photo: usually a still picture and a short movie.
public struct LivePhotoSource: Sendable {
    /// The files, in the order they were given.
    public let resources: [LivePhotoResource]

    /// Creates a source of resources whose file types are guessed from their URLs.
    public init(resources: [any Resource]) {
        self.init(resources.map { LivePhotoResource(resource: $0) })
    }

    /// Creates a source of URLs whose file types are guessed from their extensions.
    public init(urls: [URL]) {
        self.init(urls.map { LivePhotoResource(downloadURL: $0) })
    }

    /// Creates a source of resources.
    public init(_ resources: [LivePhotoResource]) {
        self.resources = resources
    }
}

extension LivePhotoSource {
    /// The keys of the files, for error texts.
    var readableKeys: String {
        resources.map { "\"\($0.cacheKey)\"" }.joined(separator: " and ")
    }
}
