import CommandLine
import Testing

@Suite struct ParsedFlagsTests {
    private static let table = FlagTable(
        command: "runway fly", summary: "flies.", examples: [],
        flags: [Flag("--lanes", value: "N", "Lanes.")])

    private func flags(_ value: String) throws -> ParsedFlags {
        try Self.table.parse(["--lanes", value])
    }

    @Test(arguments: [("1", 1), ("9", 9), ("007", 7)])
    func `a whole number within the range is read`(text: String, expected: Int) throws {
        #expect(try flags(text).integer("--lanes", in: 1...9) == expected)
    }

    @Test(arguments: ["0", "10", "-1", "1.0", "nine", "1e0", " 1", "99999999999999999999"])
    func `anything else is refused with what would be right`(text: String) throws {
        let flags = try flags(text)
        let error = #expect(throws: ProgramFailure.self) { try flags.integer("--lanes", in: 1...9) }
        let right = "give a whole number from 1 to 9"
        #expect(error?.description == "--lanes cannot be \"\(text)\"; \(right)")
    }

    @Test func `a flag that is not given has no value and is not read`() throws {
        let flags = try Self.table.parse([])
        #expect(try flags.integer("--lanes", in: 1...9) == nil)
        let value = try flags.value("--lanes", allowed: "anything") { text -> String? in
            Issue.record("\"\(text)\" is read")
            return text
        }
        #expect(value == nil)
    }

    @Test func `a value is what its reader makes of the text, or an error`() throws {
        let flags = try flags("north")
        #expect(try flags.value("--lanes", allowed: "a word", read: { $0.count }) == 5)
        let error = #expect(throws: ProgramFailure.self) {
            try flags.value("--lanes", allowed: "east or west") { _ in nil as Int? }
        }
        #expect(error?.description == "--lanes cannot be \"north\"; give east or west")
    }
}
