import Testing

@testable import Kingfisher

@Suite("How often an animation plays", .timeLimit(.minutes(1)))
struct AnimationRepeatCountTests {
    private typealias Count = AnimationRepeatCount

    @Test("VIEW-1, AV-6, regression 9: once is one time, in both directions")
    func once() {
        #expect(Count.once == .finite(count: 1))
        #expect(Count.finite(count: 1) == .once)
        #expect(Count.once == .once)
        #expect(Count.infinite == .infinite)
        #expect(Count.finite(count: 5) == .finite(count: 5))
    }

    @Test("VIEW-1: everything else is unequal")
    func unequal() {
        let all = [
            Count.once, .finite(count: 0), .finite(count: 2), .finite(count: .max), .infinite,
        ]
        for (i, left) in all.enumerated() {
            for (j, right) in all.enumerated() { #expect((left == right) == (i == j)) }
        }
    }

    @Test("SEAM-20: tests that know the view find its animator and its count without a toolkit")
    func namespace() {
        #expect(AnimatedImageView.RepeatCount.once == Count.once)
        #expect(AnimatedImageView.Animator.self == FrameAnimator.self)
    }
}
