import Terminal
import Testing

@Suite struct ProgressBarTests {
    @Test(arguments: [
        (0, "    "), (0.03, "    "), (0.0625, "▎   "), (0.25, "█   "), (0.5, "██  "),
        (0.59375, "██▍ "), (0.999, "███▉"), (1, "████"), (7, "████"), (-1, "    "),
        (.nan, "    "), (.infinity, "████"), (-.infinity, "    "),
    ])
    func `a bar fills by eighths`(fraction: Double, bar: String) {
        #expect(ProgressBar.text(fraction, width: 4, symbols: .block) == bar)
        #expect(ProgressBar.text(fraction, width: 4, symbols: .braille) == bar)
    }

    @Test(arguments: [
        (0, "----"), (0.24, "----"), (0.25, "#---"), (0.5, "##--"), (0.99, "###-"), (1, "####"),
        (.nan, "----"),
    ])
    func `in ASCII it fills by columns`(fraction: Double, bar: String) {
        #expect(ProgressBar.text(fraction, width: 4, symbols: .ascii) == bar)
    }

    @Test(arguments: Symbols.allCases)
    func `it is as wide as it is asked to be, and full only at the end`(symbols: Symbols) {
        for width in -1...40 {
            for step in 0...100 {
                let bar = ProgressBar.text(Double(step) / 100, width: width, symbols: symbols)
                #expect(bar.count == max(0, width))
                let isFull = bar.allSatisfy { $0 == "█" || $0 == "#" }
                #expect(isFull == (step == 100 || width <= 0), "\(step) % of \(width)")
            }
        }
    }
}
