import Logbook
import Testing
import Vocabulary
import WireProtocol

@Suite struct EntryListTests {
    private static let start = FleetInstant(ticks: 1_772_000_000 * 50)

    private static func line(_ id: String, at minutes: Int64, removes: String? = nil) throws
        -> LogEntry
    {
        let at = ScriptedLife.text(start + .seconds(minutes * 60))
        let removal = removes.map { #","removes":"\#($0)""# } ?? ""
        let text =
            #"{"type":"entry","entry":"\#(id)"\#(removal),"metric":"body_mass_kg","value":71.3,"#
            + #""start":"\#(at)","end":"\#(at)","source":"manual"}"#
        return try #require(JSONValue(line: text.utf8).flatMap(LogEntry.init))
    }

    private static var list: EntryList { EntryList(start..<start + .seconds(86_400)) }

    @Test func `the newest comes first, whenever it became known`() throws {
        var list = Self.list
        for (id, minutes) in [("a", Int64(60)), ("b", 120), ("c", 90), ("d", 10)] {
            list.take(try Self.line(id, at: minutes))
        }
        #expect(list.entries.map(\.id) == ["b", "c", "a", "d"])
    }

    @Test func `what comes twice counts once, and what is outside not at all`() throws {
        var list = Self.list
        for minutes in [Int64(60), 60, -1, 1440] {
            list.take(try Self.line("a\(minutes)", at: minutes))
        }
        #expect(list.entries.map(\.id) == ["a60"])
    }

    @Test func `a removal takes its entry away, whichever comes first`() throws {
        var list = Self.list
        list.take(try Self.line("a", at: 60))
        list.take(try Self.line("r", at: 60, removes: "a"))
        list.take(try Self.line("a", at: 60))
        #expect(list.entries == [])
    }
}
