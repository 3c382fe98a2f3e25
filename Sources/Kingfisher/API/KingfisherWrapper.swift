public import Foundation

// Unchecked: the wrapper only carries its base. Members that need isolation state it themselves.
/// The `.kf` namespace of a value: what this library adds to a type that is not its own.
public struct KingfisherWrapper<Base>: @unchecked Sendable {
    /// What `.kf` was asked of.
    public let base: Base

    /// Wraps a value.
    public init(_ base: Base) {
        self.base = base
    }
}

/// A class that offers the `.kf` namespace.
public protocol KingfisherCompatible: AnyObject {}

/// A value type that offers the `.kf` namespace.
public protocol KingfisherCompatibleValue {}

extension KingfisherCompatible {
    /// The members this library adds to the object.
    ///
    /// The setter does nothing; it lets `object.kf.property = value` compile on a constant.
    public var kf: KingfisherWrapper<Self> {
        get { KingfisherWrapper(self) }
        set {}
    }
}

extension KingfisherCompatibleValue {
    /// The members this library adds to the value.
    ///
    /// The setter does nothing; it lets `value.kf.property = x` compile.
    public var kf: KingfisherWrapper<Self> {
        get { KingfisherWrapper(self) }
        set {}
    }
}

extension Data: KingfisherCompatibleValue {}
extension String: KingfisherCompatibleValue {}
extension CGSize: KingfisherCompatibleValue {}
