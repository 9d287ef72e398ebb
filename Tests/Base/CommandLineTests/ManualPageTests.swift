import Testing

@testable import CommandLine

@Suite struct ManualPageTests {
    private func added(_ text: String) -> String {
        var page = ManualPage("runway-test", section: 1, "tests")
        let head = page.text
        page.add(text)
        return String(page.text.dropFirst(head.count))
    }

    @Test func `a page begins with what mdoc wants`() {
        let page = ManualPage("runway-test", section: 1, "does -x")
        #expect(page.file == "runway-test.1")
        #expect(
            page.text == """
                .Dd \(ProgramVersion.date)
                .Dt RUNWAY-TEST 1
                .Os
                .Sh NAME
                .Nm runway-test
                .Nd does \\-x

                """)
    }

    @Test func `each sentence begins a line, an abbreviation does not`() {
        #expect(
            added("One such as s0.1. Two, e.g. this.") == "One such as s0.1.\nTwo, e.g. this.\n")
        #expect(added("") == "")
    }

    @Test func `nothing of a text is taken for a request or an escape`() {
        #expect(added(".Sh EVIL") == "\\&.Sh EVIL\n")
        #expect(added("'br") == "\\(aqbr\n")
        #expect(added(#"a\fBb"#) == "a\\efBb\n")
        let long = String(repeating: "word ", count: 13) + ".5 of it"
        #expect(added(long).split(separator: "\n").allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `a flag stands with both names and its value`() {
        var page = ManualPage("runway-test", section: 1, "tests")
        page.add(flags: [
            Flag("--seed", value: "S", "The seed."), Flag("--help", short: "-h", "Help."),
            Flag("-n", value: "COUNT", "How many."),
        ])
        #expect(page.text.contains(".It Fl \\-seed Ar \"S\"\nThe seed.\n"))
        #expect(page.text.contains(".It Fl \"h\" , Fl \\-help\nHelp.\n"))
        #expect(page.text.contains(".It Fl \"n\" Ar COUNT\nHow many.\n"))
    }

    @Test func `the command line shows what may be left out`() {
        let table = FlagTable(
            command: "runway add", summary: "adds.", examples: [], flags: [],
            operand: "SESSION [UNIT...]")
        #expect(
            table.manual().text.contains(
                ".Nm runway add\n.Op Ar flags\n.Ar SESSION\n.Op Ar UNIT ...\n"))
    }
}
