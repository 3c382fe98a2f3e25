/// Times and sizes of a download.
public struct NetworkMetrics: Sendable {
}
