import Foundation

/// Something whose options are set by chained modifiers: a builder or a declarative view.
///
/// Each modifier takes ``copyForMutation()``, changes one value and returns it, so that types with
/// value semantics never change what they were derived from.
@MainActor
public protocol KFOptionSetter {
    /// The options so far.
    var options: KingfisherParsedOptionsInfo { get nonmutating set }
    /// Called with the error of a failed load.
    var onFailureDelegate: Delegate<KingfisherError, Void> { get }
    /// Called with the result of a successful load.
    var onSuccessDelegate: Delegate<RetrieveImageResult, Void> { get }
    /// Called with received and expected bytes.
    var onProgressDelegate: Delegate<(Int64, Int64), Void> { get }

    /// What a modifier changes: the receiver, or for value semantics a copy of it.
    func copyForMutation() -> Self
}

extension KFOptionSetter {
    /// The receiver itself.
    public func copyForMutation() -> Self { self }

    /// A copy, or the receiver, with changed options.
    func setting(_ change: (inout KingfisherParsedOptionsInfo) -> Void) -> Self {
        let copy = copyForMutation()
        // One read and one write, so that a lock behind the property is taken twice at the most.
        var options = copy.options
        change(&options)
        copy.options = options
        return copy
    }

    /// A copy, or the receiver, with one option set.
    func setting<Value>(
        _ keyPath: WritableKeyPath<KingfisherParsedOptionsInfo, Value>, to value: Value
    ) -> Self {
        setting { $0[keyPath: keyPath] = value }
    }
}
