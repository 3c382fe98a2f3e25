import Foundation

extension KFOptionSetter {
    /// Reports received and expected bytes; a later block replaces this one.
    ///
    /// - Parameter block: Called on the main queue as bytes arrive. Nil reports nothing.
    /// - Returns: The changed setter.
    public func onProgress(_ block: DownloadProgressBlock?) -> Self {
        let copy = copyForMutation()
        copy.onProgressDelegate.set(block.map { block in { block($0.0, $0.1) } })
        return copy
    }

    /// Reports a successful load; a later block replaces this one.
    ///
    /// - Parameter block: Called on the main actor after the view was updated. Nil reports nothing.
    /// - Returns: The changed setter.
    public func onSuccess(_ block: ((RetrieveImageResult) -> Void)?) -> Self {
        let copy = copyForMutation()
        copy.onSuccessDelegate.set(block)
        return copy
    }

    /// Reports a failed load; a later block replaces this one.
    ///
    /// - Parameter block: Called on the main actor after the view was updated. Nil reports nothing.
    /// - Returns: The changed setter.
    public func onFailure(_ block: ((KingfisherError) -> Void)?) -> Self {
        let copy = copyForMutation()
        copy.onFailureDelegate.set(block)
        return copy
    }
}
