#if os(Linux)
import Foundation
import Testing

@testable import Kingfisher

@Suite("Associated objects", .timeLimit(.minutes(1)))
struct AssociatedObjectTests {
    /// Not safe for threads, as most of what programs attach.
    private final class Counter {
        var value = 0
    }

    @Test("12.1: any value can be attached to an image, and replaced")
    func attaches() throws {
        let image: Any = try Picture.plain()
        var (first, second) = (0 as UInt8, 0 as UInt8)
        withUnsafeMutablePointer(to: &first) { first in
            withUnsafeMutablePointer(to: &second) { second in
                let counter = Counter()
                setRetainedAssociatedObject(image, first, counter)
                setRetainedAssociatedObject(image, second, "text")
                counter.value = 3
                let found: Counter? = getAssociatedObject(image, first)
                #expect(found === counter)
                let text: String? = getAssociatedObject(image, second)
                #expect(text == "text")
                let mistaken: Int? = getAssociatedObject(image, second)
                #expect(mistaken == nil)
                setRetainedAssociatedObject(image, second, "other")
                let other: String? = getAssociatedObject(image, second)
                #expect(other == "other")
            }
        }
    }

    @Test("an image keeps its own state beside what is attached to it")
    func ownState() throws {
        let image = try Picture.plain()
        image.updateAttachedState { $0.frameCount = 7 }
        var key = 0 as UInt8
        withUnsafeMutablePointer(to: &key) { setRetainedAssociatedObject(image, $0, 1) }
        #expect(image.attachedState.frameCount == 7)
    }
}
#endif
