import Testing

@testable import kf

@Suite("Failures of loads")
struct LoadFailureTests {
    @Test(
        "A line names its input once, and also where the failure is about a longer name",
        arguments: [
            ("It was cancelled.", "kf: a.png: It was cancelled."),
            ("a.png: No such file.", "kf: a.png: No such file."),
            ("a.png cannot be read.", "kf: a.png cannot be read."),
            ("a.png.jpg cannot be written: full", "kf: a.png: a.png.jpg cannot be written: full"),
        ])
    func lines(text: String, line: String) {
        #expect(LoadFailure(text: text).line(for: "a.png") == line)
    }
}
