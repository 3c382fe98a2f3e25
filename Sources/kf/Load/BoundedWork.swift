/// Does something for each of many items, a bounded number at a time.
///
/// Once the task is cancelled, or `finished` wants no more, no further item is begun and those that
/// run are cancelled; their outcomes are dropped.
///
/// - Parameters:
///   - items: The items, begun in their order.
///   - limit: Most items at a time; at least 1.
///   - work: What is done for an item, on any thread.
///   - finished: Called with each outcome, one at a time, in the order in which they come. Returns
///     whether to go on.
func forEach<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], atOnce limit: Int, _ work: @escaping @Sendable (Item) async -> Outcome,
    finished: (Outcome) async -> Bool
) async {
    await withTaskGroup(of: Outcome.self) { tasks in
        var waiting = items[...]
        for item in waiting.prefix(max(1, limit)) {
            tasks.addTask { await work(item) }
        }
        waiting = waiting.dropFirst(max(1, limit))
        while let outcome = await tasks.next() {
            guard !Task.isCancelled, await finished(outcome) else { return tasks.cancelAll() }
            if let item = waiting.popFirst() {
                tasks.addTask { await work(item) }
            }
        }
    }
}
