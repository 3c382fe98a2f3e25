import Foundation
import Kingfisher
import Testing

@Suite("Image modifiers", .timeLimit(.minutes(1)))
struct ImageModifierTests {
    @Test("20.2, 20.4: a modifier that throws gives the image back; all it takes is public")
    func throwing() throws {
        let image = try TestPicture.image()
        #expect(AnyImageModifier { _ in throw CocoaError(.fileNoSuchFile) }.modify(image) === image)
        let other = try TestPicture.image()
        #expect(AnyImageModifier { _ in other }.modify(image) === other)
    }
}
