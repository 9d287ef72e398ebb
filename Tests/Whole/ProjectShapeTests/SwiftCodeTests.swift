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
        #expect(code.text[...].words.map(String.init) == words, "\(code.text)")
        #expect(code.bytes.count == text.utf8.count)
        #expect(code.lines.count == text.lines.count)
    }
}
