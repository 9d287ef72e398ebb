import Configuration
import JSON
import Testing

@Suite struct JSON5ScannerTests {
    private func fault(_ bytes: some Sequence<UInt8>) -> JSON5Fault? {
        do throws(JSON5Fault) {
            _ = try PlacedJSON.configuration(Array(bytes))
            return nil
        } catch {
            return error
        }
    }

    private static let invalid: [(String, String, String)] = [
        ("", "1:1", "an object is expected here, but the file ends"),
        ("\u{FEFF}", "1:1", "an object is expected here, but the file ends"),
        ("// only this\n", "2:1", "an object is expected here, but the file ends"),
        ("[]", "1:1", "an object is expected here, not ["),
        ("a: 1", "1:1", "an object is expected here, not a"),
        ("{} x", "1:4", "the end of the file is expected here, not x"),
        ("{}\n{}", "2:1", "the end of the file is expected here, not {"),
        ("{", "1:2", "a name is expected here, but the file ends"),
        ("{,}", "1:2", "a name is expected here, not ,"),
        ("{1a:1}", "1:2", "a name is expected here, not 1"),
        ("{🛫:1}", "1:2", "a name is expected here, not the byte 240"),
        ("{\\u0061:1}", "1:2", "a name is expected here, not \\"),
        ("{a\\u0061:1}", "1:3", "a colon after the name is expected here, not \\"),
        ("{a-b:1}", "1:3", "a colon after the name is expected here, not -"),
        ("{a 1}", "1:4", "a colon after the name is expected here, not 1"),
        ("{a=1}", "1:3", "a colon after the name is expected here, not ="),
        ("{a:}", "1:4", "a value is expected here, not }"),
        ("{a:,}", "1:4", "a value is expected here, not ,"),
        ("{a:#}", "1:4", "a value is expected here, not #"),
        ("{a:[,]}", "1:5", "a value is expected here, not ,"),
        ("{a:[1,,]}", "1:7", "a value is expected here, not ,"),
        ("{a:yes}", "1:4", "\"yes\" is no value"),
        ("{a:True}", "1:4", "\"True\" is no value"),
        ("{a:nul}", "1:4", "\"nul\" is no value"),
        ("{a:1 b:2}", "1:6", "a comma or } after the value of a is expected here, not b"),
        ("{a:1\n b:2}", "2:2", "a comma or } after the value of a is expected here, not b"),
        ("{a:1", "1:5", "a comma or } after the value of a is expected here, but the file ends"),
        ("{a:[1 2]}", "1:7", "a comma or ] after the element is expected here, not 2"),
        ("{a:[1}", "1:6", "a comma or ] after the element is expected here, not }"),
        ("{a:01}", "1:4", "a number may not begin with 0"),
        ("{a:-01}", "1:4", "a number may not begin with 0"),
        ("{a:.}", "1:5", "a digit is expected here, not }"),
        ("{a:+}", "1:5", "a digit is expected here, not }"),
        ("{a:- 1}", "1:5", "a digit is expected here, not the byte 32"),
        ("{a:+-1}", "1:5", "a digit is expected here, not -"),
        ("{a:1e}", "1:6", "a digit of the exponent is expected here, not }"),
        ("{a:1e+}", "1:7", "a digit of the exponent is expected here, not }"),
        ("{a:0x}", "1:6", "a hexadecimal digit is expected here, not }"),
        ("{a:0x1.8}", "1:7", "the end of the number is expected here, not ."),
        ("{a:1_000}", "1:5", "the end of the number is expected here, not _"),
        ("{a:8MiB}", "1:5", "the end of the number is expected here, not M"),
        ("{a:1.5.2}", "1:7", "the end of the number is expected here, not ."),
        ("{a:0x20000000000001}", "1:4", "the number is too large"),
        ("{a:0x8000000000000000}", "1:4", "the number is too large"),
        ("{a:1e400}", "1:4", "the number is not finite"),
        ("{a:NaN}", "1:4", "the number is not finite"),
        ("{a:+NaN}", "1:4", "the number is not finite"),
        ("{a:Infinity}", "1:4", "the number is not finite"),
        ("{a:-Infinity}", "1:4", "the number is not finite"),
        ("{a:1e-400}", "1:4", "the number is too close to zero"),
        ("{a:0e1}", "1:4", "a zero takes no exponent"),
        ("{a:-0.0E5}", "1:4", "a zero takes no exponent"),
        ("{a:'b}", "1:4", "the text has no end in its line"),
        ("{a:'b\n'}", "1:4", "the text has no end in its line"),
        ("{a:'b\\\n'}", "1:6", "a text that goes on in the next line is not read"),
        ("{a:'b\\\r\n'}", "1:6", "a text that goes on in the next line is not read"),
        ("{a:'\t'}", "1:5", "the control character 9 stands in a text"),
        ("{a:'\\q'}", "1:5", "a backslash must be followed by one of \"'\\/bfnrtux"),
        ("{a:'\\0'}", "1:5", "a backslash must be followed by one of \"'\\/bfnrtux"),
        ("{a:'\\v'}", "1:5", "a backslash must be followed by one of \"'\\/bfnrtux"),
        ("{a:'\\", "1:5", "a backslash must be followed by one of \"'\\/bfnrtux"),
        ("{a:'\\x4'}", "1:5", "the escape needs 2 hexadecimal digits"),
        ("{a:'\\u12G4'}", "1:5", "the escape needs 4 hexadecimal digits"),
        ("{a:'\\u00", "1:5", "the escape needs 4 hexadecimal digits"),
        ("{a:'\\x00'}", "1:5", "the character zero stands in a text"),
        ("{a:'\\u0000'}", "1:5", "the character zero stands in a text"),
        ("{a:'\\ud83d'}", "1:5", "the escape is half of a surrogate pair"),
        ("{a:'\\udeeb'}", "1:5", "the escape is half of a surrogate pair"),
        ("{a:'\\ud83d\\u0041'}", "1:5", "the escape is half of a surrogate pair"),
        ("{a:1}/", "1:6", "a lone / stands here"),
        ("{/a:1}", "1:2", "a lone / stands here"),
        ("{a:1/* x", "1:5", "the comment has no end"),
        ("/*/{}", "1:1", "the comment has no end"),
        ("{}// a\u{2028}b", "1:7", "a line separator stands in a comment"),
        ("{a:\u{A0}1}", "1:4", "the invisible character U+00A0 stands here"),
        ("{a:1\u{FEFF}}", "1:5", "the invisible character U+FEFF stands here"),
        ("{}\0", "1:3", "the end of the file is expected here, not the byte 0"),
        ("{a:1,b:2,a:3}", "1:10", "\"a\" occurs twice in one object"),
        ("{a:1,\n '\\u0061':3}", "2:2", "\"a\" occurs twice in one object"),
        ("{é:1,'e\u{301}':3}", "1:6", "\"e\u{301}\" occurs twice in one object"),
        (
            "{a:\(String(repeating: "[", count: 16))", "1:19",
            "objects and lists lie more than 16 deep"
        ),
    ]

    @Test(arguments: invalid)
    func `what is wrong is named with its place and a remedy`(
        text: String, place: String, reason: String
    ) throws {
        let fault = try #require(self.fault(text.utf8))
        #expect(fault.place.description == place)
        #expect(fault.reason == reason)
        #expect(!fault.suggestion.isEmpty)
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xFF],
        ]
            as [[UInt8]],
        ["{'x", "{}//x", "/*x", "{x", "{\n"])
    func `bytes that are not UTF-8 are refused wherever they stand`(bytes: [UInt8], before: String)
    {
        let fault = fault(Array(before.utf8) + bytes)
        #expect(fault?.reason == "the bytes are not UTF-8")
        #expect(fault?.place.column == (before.hasSuffix("\n") ? 1 : before.count + 1))
    }

    @Test func `an object within an object may have the names of its parent`() {
        #expect(fault("{a:{a:{a:1}},A:2,b:[{a:1},{a:1}]}".utf8) == nil)
    }

    @Test func `a text that ends too early says so`() throws {
        let text = #"{ a: [1.5e3, 'x\x41', 0x1F], // b"# + "\n \"c\": { d: true, }, /* e */ }"
        #expect(fault(text.utf8) == nil)
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count {
            _ = try #require(fault(bytes.prefix(length)), "length \(length)")
        }
    }
}
