/// Equal inputs of one command line: loaded once, written for each.
struct InputGroup: Equatable, Sendable {
    /// The input as given.
    let input: String
    /// Where it stands among the inputs, counted from 0, in order.
    private(set) var positions: [Int]

    /// Groups inputs in the order of their first mention.
    static func groups(of inputs: [String]) -> [InputGroup] {
        var groups: [InputGroup] = []
        var places: [String: Int] = [:]
        for (position, input) in inputs.enumerated() {
            if let place = places[input] {
                groups[place].positions.append(position)
            } else {
                places[input] = groups.count
                groups.append(InputGroup(input: input, positions: [position]))
            }
        }
        return groups
    }
}

/// Hands out values in the order of their positions, whatever order they come in.
struct InOrder<Value> {
    private var next = 0
    private var waiting: [Int: Value] = [:]

    /// Takes in a value and hands out all whose turn has come.
    mutating func add(_ value: Value, at position: Int) -> [Value] {
        waiting[position] = value
        var ready: [Value] = []
        while let value = waiting.removeValue(forKey: next) {
            ready.append(value)
            next += 1
        }
        return ready
    }
}
