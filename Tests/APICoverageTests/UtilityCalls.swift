import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension CallbackQueue {
    static func makeMainAsync() -> Self { .mainAsync }
    var isMainAsync: Bool {
        if case .mainAsync = self { return true }
        return false
    }
    static func makeMainCurrentOrAsync() -> Self { .mainCurrentOrAsync }
    var isMainCurrentOrAsync: Bool {
        if case .mainCurrentOrAsync = self { return true }
        return false
    }
    static func makeUntouch() -> Self { .untouch }
    var isUntouch: Bool {
        if case .untouch = self { return true }
        return false
    }
    static func makeDispatch(a0: DispatchQueue) -> Self { .dispatch(a0) }
    var isDispatch: Bool {
        if case .dispatch = self { return true }
        return false
    }
    static func makeOperationQueue(a0: any CallbackOperationQueue) -> Self { .operationQueue(a0) }
    var isOperationQueue: Bool {
        if case .operationQueue = self { return true }
        return false
    }
    func callExecute(a0: @Sendable @escaping () -> Void) { self.execute(a0) }
}

extension CallbackOperationQueue {
    func readUnderlyingQueue() -> DispatchQueue? { self.underlyingQueue }
    func callAddOperation(a0: @Sendable @escaping () -> Void) { self.addOperation(a0) }
}

extension Delegate {
    static func makeValue() -> Delegate { Delegate() }
    func readIsSet() -> Bool { self.isSet }
    func callDelegate<T: AnyObject>(a0: T, a1: ((T, Input) -> Output)?) {
        self.delegate(on: a0, block: a1)
    }
    func callDelegate2<T: AnyObject>(a0: T, a1: ((T, Input) async -> Output)?) {
        self.delegate(on: a0, block: a1)
    }
    func callCall(a0: Input) -> Output? { self.call(a0) }
    func callCallAsFunction(a0: Input) -> Output? { self.callAsFunction(a0) }
    func callCallAsync(a0: Input) async -> Output? { await self.callAsync(a0) }
}

extension Delegate where Input == Void {
    func callCall2() -> Output? { self.call() }
    func callCallAsFunction2() -> Output? { self.callAsFunction() }
}

extension Delegate where Input == Void, Output: OptionalProtocol {
    func callCall3() -> Output { self.call() }
    func callCallAsFunction3() -> Output { self.callAsFunction() }
}

extension Delegate where Output: OptionalProtocol {
    func callCall4(a0: Input) -> Output { self.call(a0) }
    func callCallAsFunction4(a0: Input) -> Output { self.callAsFunction(a0) }
}

extension KingfisherWrapper where Base == CGSize {
    func callResize3(a0: CGSize, a1: ContentMode) -> CGSize { self.resize(to: a0, for: a1) }
    func callConstrained(a0: CGSize) -> CGSize { self.constrained(a0) }
    func callFilling(a0: CGSize) -> CGSize { self.filling(a0) }
    func callConstrainedRect(a0: CGSize, a1: CGPoint) -> CGRect {
        self.constrainedRect(for: a0, anchor: a1)
    }
}
