import PlainText
import TestSupport
import Testing

@Suite struct ShownTextTests {
    @Test func `a literal is taken as it stands, with its control sequences`() {
        let shown: ShownText = "\r\u{1B}[K\u{1B}[31mred\u{1B}[0m\n"
        #expect(shown.text == "\r\u{1B}[K\u{1B}[31mred\u{1B}[0m\n")
    }

    @Test(arguments: HostileText.all)
    func `what is interpolated becomes one line of plain text`(hostile: HostileText) {
        let shown: ShownText = "\u{1B}[1m\(hostile.text)\u{1B}[0m: \(7)\n"
        #expect(shown.text == "\u{1B}[1m\(hostile.text.plain)\u{1B}[0m: 7\n")
        let nested: ShownText = "<\(shown)>"
        #expect(nested.text == "<\(shown.text)>")
    }

    @Test(arguments: HostileText.all)
    func `of several lines only the newlines stay`(hostile: HostileText) {
        let shown = ShownText(lines: "a\n\n\(hostile.text)\n")
        #expect(shown.text.hasPrefix("a\n\n") && shown.text.hasSuffix("\n"))
        let scalars = shown.text.unicodeScalars
        #expect(scalars.allSatisfy { $0.isPlain || $0 == "\n" })
        let newlines = hostile.text.unicodeScalars.count { $0 == "\n" }
        #expect(scalars.count { $0 == "\n" } == newlines + 3)
    }

    @Test func `bytes that are no text are shown as such`() {
        let bytes = Array("{\"a\":\"".utf8) + [0x9B, 0xFF, 0x1B] + Array("\u{85}\"}".utf8)
        #expect(ShownText(json: bytes).text == "{\"a\":\"\u{FFFD}\u{FFFD}\\u001b\\u0085\"}")
    }

    @Test func `texts are put together as they are`() {
        let parts: [ShownText] = ["a\n", "\("b\n")"]
        #expect(parts.joined(separator: "\u{1B}").text == "a\n\u{1B}b\\u{a}")
        #expect((parts[0] + parts[1]).text == "a\nb\\u{a}")
        #expect([ShownText]().joined().text == "")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `random scalars never come out raw`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<generator.number(0...20) {
                let value = UInt32(generator.below(generator.happens(oneIn: 2) ? 0x100 : 0x10FFFF))
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            let shown: ShownText = "\(text)"
            #expect(
                shown.text.unicodeScalars.allSatisfy { $0.isPlain }, "seed \(seed): \(text.utf8)")
        }
    }
}
