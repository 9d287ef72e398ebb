import Testing
import Vocabulary
import WireProtocol

@Suite struct LineTypeTests {
    @Test func `every kind that can be asked for is a type of data`() {
        for kind in LineKind.allCases {
            #expect(LineType(rawValue: kind.rawValue)?.isData == true, "\(kind)")
        }
        #expect(LineType.allCases.filter(\.isData).count == LineKind.allCases.count + 1)
    }

    @Test(arguments: LineType.allCases)
    func `a line is of the type that it names`(type: LineType) {
        #expect(JSONValue(line: "{\"type\":\"\(type.rawValue)\"}".utf8)?.type == type)
    }

    @Test func `a line of a later version, or without a type, has none`() {
        for line in [#"{"type":"weather"}"#, #"{"type":1}"#, "{}", "[]"] {
            #expect(JSONValue(line: line.utf8)?.type == nil, "\(line)")
        }
    }

    private static let anchor = Anchor(
        identity: IdentityHash(bits: 7), position: StreamPosition(bits: 7))

    @Test func `the lines that the server writes are of types in the table`() {
        var lines = LineBuffer()
        OkLine.append(id: nil, to: &lines)
        ErrorLine.append(.lineTooLong(line: 1), id: nil, to: &lines)
        lines.appendWarning(lines: 1, lineLimit: 2, bytes: 3, byteLimit: 4)
        lines.appendHelp()
        lines.appendBye(.quit, anchor: nil)
        lines.append("{")
        lines.appendGap(after: Self.anchor, through: Self.anchor, lines: 1)
        lines.append("{")
        lines.appendLive(anchor: Self.anchor)
        let types = lines.text.split(separator: "\n").map { JSONValue(line: $0.utf8)?.type }
        #expect(types == [.ok, .error, .warn, .help, .bye, .gap, .live])
    }
}
