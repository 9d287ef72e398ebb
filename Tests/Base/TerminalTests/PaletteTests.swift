import PlainText
import Terminal
import Testing

@Suite struct PaletteTests {
    private func isColored(
        _ choice: String?, isTerminal: Bool, noColor: String?, terminalType: String?
    ) -> Bool {
        Palette(
            choice: choice, isTerminal: isTerminal, noColor: noColor, terminalType: terminalType
        ).isColored
    }

    @Test func `left to itself, text is coloured on a terminal that can and is not asked not to`() {
        for choice in [nil, "auto"] {
            for isTerminal in [true, false] {
                for noColor in [nil, "", "1", "0"] {
                    for type in [nil, "", "dumb", "xterm-256color"] {
                        let isWanted = isTerminal && (noColor ?? "") == "" && type != "dumb"
                        let found = isColored(
                            choice, isTerminal: isTerminal, noColor: noColor, terminalType: type)
                        #expect(
                            found == isWanted,
                            "\(choice ?? "-") \(isTerminal) \(noColor ?? "-") \(type ?? "-")")
                    }
                }
            }
        }
    }

    @Test func `always and never outrank the terminal and the variables`() {
        #expect(isColored("always", isTerminal: false, noColor: "1", terminalType: "dumb"))
        #expect(!isColored("never", isTerminal: true, noColor: nil, terminalType: "xterm"))
    }

    @Test(arguments: ["1", "yes", "00"])
    func `colours can be forced where there is no terminal, unless there shall be none`(
        forced: String
    ) {
        func isColored(_ choice: String?, noColor: String?, forced: String?) -> Bool {
            Palette(
                choice: choice, isTerminal: false, noColor: noColor, terminalType: "dumb",
                forced: forced
            ).isColored
        }
        #expect(isColored(nil, noColor: nil, forced: forced))
        #expect(isColored("auto", noColor: "", forced: forced))
        #expect(!isColored(nil, noColor: "1", forced: forced))
        #expect(!isColored("never", noColor: nil, forced: forced))
        #expect(!isColored(nil, noColor: nil, forced: "0"))
        #expect(!isColored(nil, noColor: nil, forced: ""))
    }

    @Test(arguments: [
        (TextStyle.bold, "1"), (.dim, "2"), (.good, "32"), (.caution, "33"), (.warning, "31"),
    ])
    func `painted text is between its colour and the reset`(style: TextStyle, code: String) {
        let painted = Palette(isColored: true).paint("Runway 27", style)
        #expect(painted.text == "\u{1B}[\(code)mRunway 27\u{1B}[0m")
        #expect(Palette(isColored: false).paint("Runway 27", style).text == "Runway 27")
    }

    @Test func `members of a series have six looks in turn, which are none of the styles`() {
        let palette = Palette(isColored: true)
        let texts = (0..<12).map { palette.paint("s", member: $0).text }
        #expect(Set(texts).count == 6)
        #expect(texts[..<6] == texts[6...])
        for style in [TextStyle.bold, .dim, .good, .caution, .warning] {
            #expect(!texts.contains(palette.paint("s", style).text))
        }
        #expect(palette.paint("s", member: -1).text != "s")
        #expect(Palette(isColored: false).paint("s", member: 4).text == "s")
    }
}
