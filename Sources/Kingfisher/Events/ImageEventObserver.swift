/// Hears of what becomes of requests, step by step.
///
/// Set one for a single request with ``KingfisherOptionsInfoItem/eventObserver(_:)``, for all requests
/// of a manager with ``KingfisherManager/eventObserver``; both hear of a request that has both. Without
/// any, events are not even made.
public protocol ImageEventObserver: Sendable {
    /// Takes an event.
    ///
    /// The events of one request come one at a time, in their order, on whatever thread they happen;
    /// those of different requests come side by side. The work of the request waits meanwhile, so
    /// the method must be quick.
    ///
    /// - Parameter event: What happened.
    func observe(_ event: ImageEvent)
}
