import Settings
import Testing

@Suite struct ShownTextTests {
    @Test func `nothing that is shown ends the line or moves the cursor`() {
        #expect(ShownText.line("a\nb\u{1B}[2J\r\u{2028}é ✈\u{200B}") == "a?b?[2J??é ✈?")
        #expect(ShownText.quoted("x\ty") == "\"x?y\"")
    }

    @Test func `a long text is cut, a file's name is not`() {
        let long = String(repeating: "é", count: 61)
        #expect(ShownText.quoted(long) == "\"\(long.dropLast())…\"")
        #expect(ShownText.quoted(String(long.dropLast())) == "\"\(long.dropLast())\"")
        #expect(ShownText.line(long) == long)
    }
}
