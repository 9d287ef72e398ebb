import FoundationEssentials
import PlainText
import TestSupport
import Testing

@Suite struct PlainScalarTests {
    @Test func `control characters, directions and what is not seen are not plain`() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x61C...0x61C, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE000...0xF8FF,
            0xFFFE...0xFFFF, 0xE0000...0xE0FFF, 0xF0000...0x10FFFF,
        ]
        for value in ranges.joined() {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(!scalar.isPlain, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        "", "runs/Müller 5 km.csv", "日本語", "עברית", "हिन्दी", "e\u{301}", "→ ░▒▓ ⣿ µ °", "🏃",
        "\u{FFFD}", #"C:\u{1b}"#,
    ])
    func `what is plain stays as it is`(text: String) {
        #expect(text.plain == text)
        #expect(text.plainJSON == text)
        #expect(text.plain(marking: "?") == text)
    }

    @Test(arguments: [
        ("a\u{1B}[2Jb", #"a\u{1b}[2Jb"#, #"a\u001b[2Jb"#),
        ("\r\n", #"\u{d}\u{a}"#, #"\u000d\u000a"#),
        ("x\u{9B}y", #"x\u{9b}y"#, #"x\u009by"#), ("\u{202E}é", #"\u{202e}é"#, #"\u202eé"#),
        ("\u{E0041}", #"\u{e0041}"#, #"\udb40\udc41"#),
    ])
    func `what is not stands as an escape`(text: String, escaped: String, json: String) {
        #expect(text.plain == escaped)
        #expect(text.plainJSON == json)
        #expect(text.plain(marking: "?").unicodeScalars.count == text.unicodeScalars.count)
    }

    @Test func `of every scalar there is only what is plain comes out, and means the same in JSON`()
        throws
    {
        var hidden = 0
        for scalar in Unicode.Scalar.samples where !scalar.isPlain {
            hidden += 1
            let text = String(scalar)
            guard text.plain.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
                Issue.record("U+\(String(scalar.value, radix: 16)): \(text.plain)")
                continue
            }
            guard hidden % 997 == 0 || scalar.value < 0x3000 else { continue }
            let read = try JSONDecoder().decode(
                String.self, from: Data("\"\(text.plainJSON)\"".utf8))
            #expect(read.unicodeScalars.elementsEqual([scalar]))
        }
        #expect(hidden > 50_000)
    }

    @Test(arguments: HostileText.all)
    func `a hostile text is made plain once, and stays so`(hostile: HostileText) {
        for text in [hostile.text.plain, hostile.text.plain(marking: "?"), hostile.text.quoted] {
            #expect(text.unicodeScalars.allSatisfy { $0.isPlain })
            #expect(text.plain == text)
        }
    }

    @Test func `a quoted text is cut when it is long`() {
        let long = String(repeating: "é", count: 61)
        #expect(long.quoted == "\"\(long.dropLast())…\"")
        #expect(String(long.dropLast()).quoted == "\"\(long.dropLast())\"")
        #expect("x\ty".quoted == #""x\u{9}y""#)
    }
}
