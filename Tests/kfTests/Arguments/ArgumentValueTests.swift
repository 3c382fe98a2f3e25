import Foundation
import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct ArgumentValueTests {
    @Test(
        "Sizes are two numbers above 0",
        arguments: [
            ("640x480", CGSize(width: 640, height: 480)), ("1x1", CGSize(width: 1, height: 1)),
            ("0.5x2.25", CGSize(width: 0.5, height: 2.25)),
        ])
    func sizes(text: String, size: CGSize) {
        #expect(ArgumentValue.size(text) == size)
    }

    @Test(
        "Anything else is no size",
        arguments: [
            "", "x", "0x0", "10x0", "0x10", "10", "10x", "x10", "10x10x10", "-1x5", "1e3x1",
            "nanxnan",
            "infx1", "10X10", "10 x10", "0x10x", "1000001x1", "99999999999999999999x1", "1.2.3x1",
            "１x1",
        ])
    func badSizes(text: String) {
        #expect(ArgumentValue.size(text) == nil)
    }

    @Test("Counts understand k and M, and refuse what does not fit")
    func counts() {
        #expect(ArgumentValue.count("1") == 1)
        #expect(ArgumentValue.count("50M") == 50_000_000)
        #expect(ArgumentValue.count("12k") == 12_000)
        for text in ["0", "", "-1", "1.5", "k", "M", "1G", "9223372036854775807M", " 1"] {
            #expect(ArgumentValue.count(text) == nil, "\(text)")
        }
    }

    @Test("Anchors are two numbers from 0 to 1")
    func anchors() {
        #expect(ArgumentValue.unitPoint("0,1") == CGPoint(x: 0, y: 1))
        #expect(ArgumentValue.unitPoint("0.25,0.75") == CGPoint(x: 0.25, y: 0.75))
        for text in ["", "0", "0,", ",1", "0,1,1", "2,0", "0,1.01", "-0,1"] {
            #expect(ArgumentValue.unitPoint(text) == nil, "\(text)")
        }
    }
}
