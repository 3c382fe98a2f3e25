public import Foundation

/// Another name of ``CallbackQueue``, for places where it says where work runs.
public typealias ExecutionQueue = CallbackQueue

/// Where a callback or a piece of work runs.
public enum CallbackQueue: Sendable {
    /// Always enqueued on the main queue, even from the main thread.
    case mainAsync
    /// Inline when already on the main thread or the main queue, else enqueued on the main queue.
    case mainCurrentOrAsync
    /// Inline on the current thread.
    case untouch
    /// Always enqueued on a dispatch queue.
    case dispatch(DispatchQueue)
    /// Handed to a queue of the caller's. No order is promised.
    case operationQueue(any CallbackOperationQueue)

    /// Runs `block` where the case says.
    public func execute(_ block: @Sendable @escaping () -> Void) {
        switch self {
        case .mainAsync:
            DispatchQueue.main.async(execute: block)
        case .mainCurrentOrAsync:
            if MainQueue.isCurrent { block() } else { DispatchQueue.main.async(execute: block) }
        case .untouch:
            block()
        case .dispatch(let queue):
            queue.async(execute: block)
        case .operationQueue(let queue):
            queue.addOperation(block)
        }
    }

    /// Whether ``execute(_:)`` would run a block at once when called from here.
    private var runsInline: Bool {
        switch self {
        case .untouch: true
        case .mainCurrentOrAsync: MainQueue.isCurrent
        case .mainAsync, .dispatch, .operationQueue: false
        }
    }

    /// Calls a handler where the case says; without wrapping the call where it is due at once.
    func deliver<Value: Sendable>(_ value: Value, to handler: (@Sendable (Value) -> Void)?) {
        guard let handler else { return }
        if runsInline {
            handler(value)
        } else {
            execute { handler(value) }
        }
    }

    /// The dispatch queue behind the case, for work that must know one.
    var queue: DispatchQueue {
        switch self {
        case .mainAsync, .mainCurrentOrAsync: .main
        case .untouch: OperationQueue.current?.underlyingQueue ?? .main
        case .dispatch(let queue): queue
        case .operationQueue(let queue): queue.underlyingQueue ?? .main
        }
    }
}

/// What ``CallbackQueue/operationQueue(_:)`` needs of a queue.
///
/// `OperationQueue` conforms.
public protocol CallbackOperationQueue: AnyObject, Sendable {
    /// The dispatch queue that operations end up on, if there is one.
    var underlyingQueue: DispatchQueue? { get }
    /// Adds a block to run.
    func addOperation(_ block: @escaping @Sendable () -> Void)
}

extension OperationQueue: CallbackOperationQueue {}
