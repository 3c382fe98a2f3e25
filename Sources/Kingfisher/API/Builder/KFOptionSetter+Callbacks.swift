import Foundation

extension KFOptionSetter {
    /// Reports received and expected bytes; a later block replaces this one.
    ///
    /// - Parameter block: Called on the main queue as bytes arrive. Nil reports nothing.
    /// - Returns: The changed setter.
    public func onProgress(_ block: DownloadProgressBlock?) -> Self {
        let copy = copyForMutation()
        let call = block.map { block in
            { (_: AnyObject, sizes: (Int64, Int64)) -> Void in block(sizes.0, sizes.1) }
        }
        copy.onProgressDelegate.delegate(on: copy.onProgressDelegate, block: call)
        return copy
    }

    /// Reports a successful load; a later block replaces this one.
    ///
    /// - Parameter block: Called on the main actor after the view was updated. Nil reports nothing.
    /// - Returns: The changed setter.
    public func onSuccess(_ block: ((RetrieveImageResult) -> Void)?) -> Self {
        let copy = copyForMutation()
        copy.onSuccessDelegate.delegate(on: copy.onSuccessDelegate) { _, result in
            block?(result)
        }
        return copy
    }

    /// Reports a failed load; a later block replaces this one.
    ///
    /// - Parameter block: Called on the main actor after the view was updated. Nil reports nothing.
    /// - Returns: The changed setter.
    public func onFailure(_ block: ((KingfisherError) -> Void)?) -> Self {
        let copy = copyForMutation()
        copy.onFailureDelegate.delegate(on: copy.onFailureDelegate) { _, error in
            block?(error)
        }
        return copy
    }
}
