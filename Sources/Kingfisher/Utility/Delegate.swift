import Locking

// Unchecked: the blocks stand behind a lock; they run outside it on the caller's thread.
/// A callback that holds its target weakly, so that installing one makes no retain cycle.
///
///     delegate.delegate(on: self) { (self, input) in self.handle(input) }
///
/// The target is not retained; once it is gone, calls return nil. A later installation replaces an
/// earlier one of the same form. Safe to use from any thread.
public class Delegate<Input, Output>: @unchecked Sendable {
    private struct Blocks {
        var sync: ((Input) -> Output?)?
        var async: ((Input) async -> Output?)?
    }

    private let blocks: Locked<Blocks>

    /// Creates a delegate without a block.
    public init() {
        blocks = Locked(Blocks())
    }

    private init(_ blocks: Blocks) {
        self.blocks = Locked(blocks)
    }

    /// Whether a block was installed.
    public var isSet: Bool {
        blocks.withLock { $0.sync != nil || $0.async != nil }
    }

    /// An independent delegate with the same blocks.
    func copy() -> Delegate { Delegate(blocks.withLock { $0 }) }

    /// Installs the block of the synchronous form.
    ///
    /// - Parameters:
    ///   - target: Given to the block; held weakly.
    ///   - block: What calls run. Nil removes the block.
    public func delegate<T: AnyObject>(on target: T, block: ((T, Input) -> Output)?) {
        let wrapped: ((Input) -> Output?)? = block.map { block in
            { [weak target] input in target.map { block($0, input) } }
        }
        blocks.withLock { $0.sync = wrapped }
    }

    /// Installs a block of the synchronous form that needs no target, so that copies keep it alive.
    ///
    /// - Parameter block: What calls run. Nil removes the block.
    func set(_ block: ((Input) -> Output)?) {
        blocks.withLock { $0.sync = block }
    }

    /// Installs the block of the asynchronous form.
    ///
    /// - Parameters:
    ///   - target: Given to the block; held weakly.
    ///   - block: What asynchronous calls run. Nil removes the block.
    public func delegate<T: AnyObject>(on target: T, block: ((T, Input) async -> Output)?) {
        let wrapped: ((Input) async -> Output?)? = block.map { block in
            { [weak target] input in
                guard let target else { return nil }
                return await block(target, input)
            }
        }
        blocks.withLock { $0.async = wrapped }
    }

    /// Runs the synchronous block.
    ///
    /// - Returns: What it returns, or nil without a block or a target.
    public func call(_ input: Input) -> Output? {
        blocks.withLock { $0.sync }?(input)
    }

    /// Runs the synchronous block, written as a function call.
    public func callAsFunction(_ input: Input) -> Output? {
        call(input)
    }

    /// Runs the asynchronous block.
    ///
    /// - Returns: What it returns, or nil without such a block or a target.
    public func callAsync(_ input: Input) async -> Output? {
        await blocks.withLock { $0.async }?(input)
    }
}

extension Delegate where Input == Void {
    /// Runs the synchronous block.
    public func call() -> Output? { call(()) }

    /// Runs the synchronous block, written as a function call.
    public func callAsFunction() -> Output? { call() }
}

extension Delegate where Input == Void, Output: OptionalProtocol {
    /// Runs the synchronous block; a missing block and a nil answer are the same.
    public func call() -> Output { call(()) }

    /// Runs the synchronous block, written as a function call.
    public func callAsFunction() -> Output { call() }
}

extension Delegate where Output: OptionalProtocol {
    /// Runs the synchronous block; a missing block and a nil answer are the same.
    public func call(_ input: Input) -> Output {
        blocks.withLock { $0.sync }?(input) ?? Output._createNil
    }

    /// Runs the synchronous block, written as a function call.
    public func callAsFunction(_ input: Input) -> Output { call(input) }
}

/// An optional, seen as a protocol so that extensions can be constrained to it.
public protocol OptionalProtocol {
    /// The empty optional.
    static var _createNil: Self { get }
}

extension Optional: OptionalProtocol {
    /// The empty optional.
    public static var _createNil: Wrapped? { nil }
}
