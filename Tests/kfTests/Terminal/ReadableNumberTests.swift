import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct ReadableNumberTests {
    @Test(
        "Bytes have the unit that leaves one to three digits before the point",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (81_041, "81.0 kB"),
            (999_949, "999.9 kB"),
            (999_950, "1.0 MB"), (3_400_000, "3.4 MB"), (5_000_000_000, "5.0 GB"),
        ])
    func bytes(count: Int, text: String) {
        #expect(ReadableNumber.bytes(count) == text)
    }

    @Test(
        "Seconds below one are milliseconds",
        arguments: [(0.0004, "0.4 ms"), (0.0123, "12 ms"), (0.9996, "1.00 s"), (12.5, "12.50 s")])
    func seconds(value: Double, text: String) {
        #expect(ReadableNumber.seconds(value) == text)
    }
}
