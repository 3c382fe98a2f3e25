public import Foundation

/// A value that a disk cache can keep.
public protocol DataTransformable {
    /// The bytes to write.
    ///
    /// - Throws: Anything; the store then fails with
    ///   `KingfisherError.CacheErrorReason.cannotConvertToData(object:error:)`.
    func toData() throws -> Data

    /// The value that bytes stand for.
    ///
    /// - Throws: Anything; the read then fails with
    ///   `KingfisherError.CacheErrorReason.cannotLoadDataFromDisk(url:error:)`.
    static func fromData(_ data: Data) throws -> Self

    /// A cheap value, the answer of a question about existence that reads no bytes.
    static var empty: Self { get }
}

extension Data: DataTransformable {
    /// The bytes themselves.
    public func toData() throws -> Data { self }

    /// The bytes themselves.
    public static func fromData(_ data: Data) throws -> Data { data }

    /// No bytes.
    public static let empty = Data()
}
