import Foundation

/// Cosines of growing frequency along one axis; what both placeholder hashes are made of.
struct CosineBasis {
    private let table: [Double]
    private let count: Int

    /// Computes cos(π · k · (x + offset) / length) for each position x and frequency k.
    init(length: Int, count: Int, offset: Double) {
        self.count = count
        table = (0..<length).flatMap { x in
            (0..<count).map { k in
                cos(.pi * Double(k) * (Double(x) + offset) / Double(length))
            }
        }
    }

    /// The cosine of a frequency at a position.
    subscript(position: Int, frequency: Int) -> Double { table[position * count + frequency] }
}
