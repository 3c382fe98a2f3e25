public import Foundation

/// Where the data of an image comes from.
public enum Source: Sendable {
    /// A resource that is downloaded.
    case network(any Resource)
    /// Data that a provider makes or finds.
    case provider(any ImageDataProvider)

    /// The key of the image in the caches.
    public var cacheKey: String {
        switch self {
        case .network(let resource): resource.cacheKey
        case .provider(let provider): provider.cacheKey
        }
    }

    /// The download URL of a resource, or the content URL of a provider that has one.
    public var url: URL? {
        switch self {
        case .network(let resource): resource.downloadURL
        case .provider(let provider): provider.contentURL
        }
    }

    /// The resource of a network source, else nil.
    var asResource: (any Resource)? {
        guard case .network(let resource) = self else { return nil }
        return resource
    }
}

extension Source: Hashable {
    /// Whether two sources are of one kind with equal keys and URLs.
    ///
    /// Payload types do not matter.
    public static func == (lhs: Source, rhs: Source) -> Bool {
        switch (lhs, rhs) {
        case (.network, .network), (.provider, .provider):
            lhs.cacheKey == rhs.cacheKey && lhs.url == rhs.url
        case (.network, .provider), (.provider, .network):
            false
        }
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .network: hasher.combine(0)
        case .provider: hasher.combine(1)
        }
        hasher.combine(cacheKey)
        hasher.combine(url)
    }
}

extension Source {
    /// Numbers that tell the requests of views apart.
    public enum Identifier {
        /// The type of an identifier.
        ///
        /// The first one handed out is 1.
        public typealias Value = UInt

        @MainActor static private(set) var current: Value = 0

        /// Hands out an identifier greater than all before.
        @MainActor static func next() -> Value {
            current += 1
            return current
        }
    }
}
