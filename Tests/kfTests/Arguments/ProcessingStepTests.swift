import Foundation
import Kingfisher
import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct ProcessingStepTests {
    private func steps(_ line: String) throws -> [ProcessingStep] {
        let words = line.split(separator: " ").map(String.init)
        return try #require(try LoadRequest.parse(words + ["a.png"])).steps
    }

    @Test("Options about colour are read with their defaults")
    func colourSteps() throws {
        let halfRed = RasterColor(red: 1, green: 0, blue: 0, alpha: CGFloat(0x80) / 255)
        #expect(
            try steps("--border 4 --border 2.5:white:8 --blur 3 --overlay red --overlay #f00:0.25")
                == [
                    .border(width: 4, .black, .none),
                    .border(width: 2.5, .white, CornerRounding(size: .points(8))),
                    .blur(3), .overlay(.red, fraction: 0.5), .overlay(.red, fraction: 0.25),
                ])
        #expect(
            try steps("--tint #FF000080 --black-white --color-controls -0.1,1,1.5,0.7")
                == [
                    .tint(halfRed), .blackWhite,
                    .colorControls(brightness: -0.1, contrast: 1, saturation: 1.5, exposure: 0.7),
                ])
        #expect(
            try steps("--blend color-dodge --blend multiply:0.5:#00f --composite source-in:1")
                == [
                    .blend(.colorDodge, alpha: 1, background: nil),
                    .blend(.multiply, alpha: 0.5, background: .blue),
                    .composite(.sourceIn, alpha: 1, background: nil),
                ])
    }

    @Test("Corners are read with their radius, what lies behind them, and the size")
    func corners() throws {
        #expect(
            try steps(
                "--round-corner 16 --round-corner 0.5w:white --round-corner 2@tl,br:clear:9x8")
                == [
                    .roundCorner(CornerRounding(size: .points(16)), background: nil, size: nil),
                    .roundCorner(
                        CornerRounding(size: .widthShare(0.5)), background: .white, size: nil),
                    .roundCorner(
                        CornerRounding(size: .points(2), corners: [.topLeft, .bottomRight]),
                        background: .clear, size: CGSize(width: 9, height: 8)),
                ])
        #expect(
            try steps("--border 1:red:0.25h@bl,tr,bl")
                == [
                    .border(
                        width: 1, .red,
                        CornerRounding(size: .heightShare(0.25), corners: [.bottomLeft, .topRight]))
                ])
    }

    @Test("Shares stay shares at any scale; a target size and the background reach the processor")
    func cornerProcessors() throws {
        let round = try #require(
            try steps("--round-corner 0.5w@tl:red:10x20").first?.processor(scale: 2)
                as? RoundCornerImageProcessor)
        let expected = RoundCornerImageProcessor(
            radius: .widthFraction(0.5), targetSize: CGSize(width: 20, height: 40),
            roundingCorners: .topLeft, backgroundColor: .red)
        #expect(round.identifier == expected.identifier)
        let border = try #require(
            try steps("--border 3:red:0.25h@bl,br").first?.processor(scale: 2)
                as? BorderImageProcessor)
        let line = Border(
            color: .red, lineWidth: 6, radius: .heightFraction(0.25),
            roundingCorners: [.bottomLeft, .bottomRight])
        #expect(border.identifier == BorderImageProcessor(border: line).identifier)
    }

    @Test(
        "Values that make no sense are wrong usage, and the right ones are named",
        arguments: [
            "--border 0", "--border 1:1:1:1", "--border 1:nocolour", "--border 1:red:0", "--blur 0",
            "--blur -1", "--overlay", "--overlay #12", "--overlay #ggg", "--overlay red:2",
            "--tint #12345", "--color-controls 1,2,3", "--color-controls 1,2,3,4,5",
            "--color-controls 1,2,3,x", "--color-controls 1,,2,3,4", "--blend melt",
            "--blend multiply:1.5", "--round-corner 0w", "--round-corner 1.1h", "--round-corner w",
            "--round-corner 4@", "--round-corner 4@tl,", "--round-corner 4@xx",
            "--round-corner 4:nocolour", "--round-corner 4:red:0x9", "--round-corner 4:red:9x9:1",
            "--border 1:red:2@top", "--border 1:red:2w", "--composite", "--composite xor:1:zz",
        ])
    func nonsense(option: String) {
        #expect(throws: UsageError.self) { try steps(option) }
    }

    @Test("Each step has a processor of its own identifier")
    func processors() throws {
        let all = try steps(
            """
            --downsample 9x9 --resize 9x9 --crop 9x9 --round-corner 2 --border 1 --blur 2 \
            --overlay red --tint red --color-controls 0,1,1,0 --black-white --blend multiply \
            --composite xor
            """)
        #expect(all.count == 12)
        let identifiers = all.map { $0.processor(scale: 1).identifier }
        #expect(Set(identifiers).count == 12)
        #expect(!identifiers.contains(""))
        let joined = try #require(all.processor(scale: 1))
        #expect(joined.identifier == identifiers.joined(separator: "|>"))
        #expect([ProcessingStep]().processor(scale: 1) == nil)
    }

    @Test("Sizes, radii and widths are multiplied by the scale")
    func scale() throws {
        let pairs = [
            ("--resize 10x5:fit", "--resize 20x10:fit"), ("--blur 3", "--blur 6"),
            ("--round-corner 4", "--round-corner 8"), ("--border 1:red:2", "--border 2:red:4"),
            ("--crop 3x3@0,0", "--crop 6x6@0,0"),
            ("--round-corner 4:red:3x2", "--round-corner 8:red:6x4"),
            ("--round-corner 0.5h", "--round-corner 0.5h"),
            ("--downsample 7x7", "--downsample 14x14"),
        ]
        for (small, large) in pairs {
            let doubled = try steps(small).processor(scale: 2)?.identifier
            #expect(doubled == (try steps(large).processor(scale: 1)?.identifier))
        }
    }

    @Test("Names of modes are spelt with dashes, each a different one")
    func names() {
        #expect(ProcessingStep.optionName(of: CGBlendMode.colorDodge) == "color-dodge")
        let names = CGBlendMode.allCases.map { ProcessingStep.optionName(of: $0) }
        #expect(Set(names).count == CGBlendMode.allCases.count)
    }
}
