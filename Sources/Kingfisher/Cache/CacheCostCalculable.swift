/// A value whose weight in a memory cache can be told.
public protocol CacheCostCalculable {
    /// The weight, for images their size in bytes once decoded; at least 0.
    var cacheCost: Int { get }
}
