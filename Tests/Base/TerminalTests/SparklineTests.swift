import Terminal
import Testing

@Suite struct SparklineTests {
    private static let run: [Double?] = [0, 2, 4, 6, 8, 10, 9, 7, nil, 3, 1, 0, 5, 10, 0, 10]

    @Test(arguments: [
        (Symbols.braille, 8, "⣠⣴⣾⣷⢠⣀⣾⣸"), (.braille, 10, "  ⣠⣴⣾⣷⢠⣀⣾⣸"), (.braille, 4, "⣰⣷⢀⣶"),
        (.block, 16, "▁▂▄▅▇█▇▆ ▃▂▁▅█▁█"), (.block, 18, "  ▁▂▄▅▇█▇▆ ▃▂▁▅█▁█"),
        (.block, 8, "▂▅▇▇ ▁▆▅"),
        (.ascii, 16, "_-=+*##* =-_+#_#"), (.ascii, 18, "  _-=+*##* =-_+#_#"),
        (.ascii, 8, "-+#* _*+"),
    ])
    func `values are heights, and a gap is a space`(symbols: Symbols, width: Int, text: String) {
        #expect(Sparkline.text(Self.run, in: 0...10, width: width, symbols: symbols) == text)
        #expect(Sparkline.text(Self.run, in: nil, width: width, symbols: symbols) == text)
    }

    @Test(arguments: Symbols.allCases)
    func `the text is as wide as it is asked to be`(symbols: Symbols) {
        for count in 0...9 {
            for width in -1...6 {
                let values = (0..<count).map { $0 == 3 ? nil : Double($0) }
                for range in [nil, 0.0...9.0] {
                    let text = Sparkline.text(values, in: range, width: width, symbols: symbols)
                    #expect(text.count == max(0, width), "\(count) values, \(width) columns")
                }
            }
        }
    }

    @Test func `without a range the least is the lowest and the greatest the highest`() {
        #expect(Sparkline.text([-5, 0, 5], in: nil, width: 3, symbols: .block) == "▁▅█")
        #expect(Sparkline.text([7, nil, 7], in: nil, width: 3, symbols: .block) == "▅ ▅")
        #expect(
            Sparkline.text([1, .infinity, .nan, 2], in: nil, width: 4, symbols: .block) == "▁█ █")
    }

    @Test(arguments: Symbols.allCases)
    func `without values there are spaces`(symbols: Symbols) {
        for values in [[], [nil, nil], [.nan]] as [[Double?]] {
            for range in [nil, 0.0...1.0] {
                #expect(Sparkline.text(values, in: range, width: 3, symbols: symbols) == "   ")
            }
        }
    }

    @Test func `values out of the range are at its ends`() {
        #expect(Sparkline.text([-9, 99], in: 0...10, width: 2, symbols: .ascii) == "_#")
    }
}
