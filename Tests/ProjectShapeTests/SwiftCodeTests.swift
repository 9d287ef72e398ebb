import Testing

@Suite struct SwiftCodeTests {
    @Test(arguments: [
        ("let a = 1 // { b", ["let", "a", "1"]),
        ("a /* { \n \" */ b", ["a", "b"]),
        (##"x("{ \" }", y)"##, ["x", "y"]),
        (##"x("\(a ?? "}") {", y)"##, ["x", "y"]),
        (###"x(#"{"type":"\#(a("b)"))"}"#, y)"###, ["x", "y"]),
        ("a \"\"\"\n { \" b\n \"\"\" c", ["a", "c"]),
        (##"f(\.count) { "}" }"##, ["f", "count"]),
    ])
    func `only code is left`(text: String, words: [String]) {
        let code = SwiftCode(text)
        let left = String(decoding: code.bytes, as: UTF8.self)
        #expect(left.words.map(String.init) == words, "\(left)")
        #expect(code.bytes.count == text.utf8.count)
        #expect(
            code.lines.count == text.split(separator: "\n", omittingEmptySubsequences: false).count)
    }
}
