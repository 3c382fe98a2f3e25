import LoopbackHTTP
import Testing
import ViewTestSupport

@testable import Kingfisher

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ComponentPlaceholderTests {
    private final class Badge: KingfisherHasImageComponent {
        var image: RasterImage?
    }

    @Test("PLH-1, PLH-3: a placeholder takes the place of the one before, and nil clears the image")
    func inARow() throws {
        let gate = LoopbackGate()
        let lab = try ImageLab { _ in .init(steps: [.wait(gate), .close]) }
        let badge = Badge()
        let url = lab.server.url("/a.png")
        for _ in 0..<2 {
            let placeholder = RasterImage()
            badge.kf.setImage(with: url, placeholder: placeholder, options: lab.options)
            #expect(badge.image === placeholder)
        }
        badge.kf.setImage(with: url, options: lab.options)
        #expect(badge.image == nil)
        badge.kf.cancelDownloadTask()
        gate.open()
    }
}
