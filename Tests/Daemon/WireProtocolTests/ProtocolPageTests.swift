import JSON
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct ProtocolPageTests {
    private static let lines: [Substring] = {
        let text = (try? Checkout.page("Protocol", of: "WireProtocol")) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }()

    /// The lines of all fenced blocks that begin with exactly that fence.
    private static func blocks(_ fence: String) -> [String] {
        var lines: [String] = []
        var isInside = false
        for line in Self.lines {
            if line == fence {
                isInside = true
            } else if line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                lines.append(String(line))
            }
        }
        return lines
    }

    /// The rows of the table under a heading line, without the dashes.
    private static func table(_ head: String) -> [String] {
        guard let start = lines.firstIndex(where: { $0 == head }) else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map(String.init)
    }

    private static func row(_ cells: String...) -> String {
        "| \(cells.joined(separator: " | ")) |"
    }

    @Test func `there are examples of every operation`() {
        let operations = Self.blocks("```json request").compactMap {
            try? JSONTree(line: $0)["op"]
        }
        for operation in Operation.allCases
        where operation != .describe {
            #expect(operations.contains(.text(operation.rawValue)), "\(operation)")
        }
    }

    @Test(arguments: blocks("```json request"))
    func `every example of a request is one`(line: String) throws {
        #expect(try outcome(line).get().answerID.ignored.isEmpty)
    }

    @Test(arguments: blocks("```json"))
    func `every example of an answer is an object of a type in the table`(line: String) throws {
        _ = try PlacedJSON.object(in: Array(line.utf8)[...], levels: 16)
        #expect(JSONValue(line: line.utf8)?.type != nil)
    }

    @Test func `the example of an error is the error`() throws {
        let failure = try #require(
            refusal(#"{"id":2,"op":"subscribe","window":"banana"}"#))
        var error = failure.error
        error.line = 2
        var buffer = LineBuffer()
        ErrorLine.append(error, id: failure.answerID, to: &buffer)
        #expect(Self.blocks("```json").contains(String(buffer.text.dropLast())))
    }

    @Test func `the examples of unknown fields are the code's`() throws {
        let failure = try #require(
            refusal(#"{"id":14,"op":"subscribe","windw":"30s"}"#))
        var error = failure.error
        error.line = 2
        var buffer = LineBuffer()
        ErrorLine.append(error, id: failure.answerID, to: &buffer)
        let incoming = try outcome(
            #"{"id":13,"op":"subscribe","sub":"hr","colour":7,"select":{"team":"red"}}"#
        ).get()
        let anchor = "a17sq2j9cy194nw4w3fzzzz2xd3d26"
        OkLine.append(id: incoming.answerID, to: &buffer) {
            $0.appendField("sub", "hr")
            $0.appendField("anchor", anchor)
        }
        let examples = Self.blocks("```json")
        for line in buffer.text.split(separator: "\n") {
            #expect(examples.contains(String(line)))
        }
    }

    @Test func `the table of errors is the code's`() {
        let rows = ErrorCode.allCases.map {
            Self.row("`\($0.rawValue)`", $0.description, $0.isRetryable ? "yes" : "no")
        }
        #expect(Self.table("| code | description | retryable |") == rows)
    }

    @Test func `the table of limits is the code's`() {
        let rows = ProtocolLimits.all.map {
            Self.row("`\($0.name)`", "\($0.value)", $0.unit, $0.reason)
        }
        #expect(Self.table("| limit | value | unit | reason |") == rows)
    }

    @Test func `the table of operations is the code's`() {
        let rows = Operation.allCases.map { Self.row("`\($0.rawValue)`", $0.summary) }
        #expect(Self.table("| operation | what it does |") == rows)
    }

    @Test func `the table of words is the code's`() {
        let rows = TypedWord.allCases.map { Self.row("`\($0.rawValue)`", $0.summary) }
        #expect(Self.table("| word | what it does |") == rows)
    }

    @Test func `the table of policies is the code's, and every one has an example`() {
        let rows = QueuePolicy.allCases.map { Self.row("`\($0.rawValue)`", $0.summary) }
        #expect(Self.table("| policy | what it does |") == rows)
        let policies = Self.blocks("```json request").compactMap {
            try? JSONTree(line: $0)["queue"]?["policy"]
        }
        for policy in QueuePolicy.allCases {
            #expect(policies.contains(.text(policy.rawValue)), "\(policy)")
        }
    }

    @Test func `the table of goodbyes is the code's`() {
        let rows = ByeReason.allCases.map { Self.row("`\($0.rawValue)`", $0.description) }
        #expect(Self.table("| code of bye | description |") == rows)
    }

    @Test func `the examples of a warning and of a goodbye are the code's`() {
        var buffer = LineBuffer()
        buffer.appendWarning(
            lines: 98_305, lineLimit: ProtocolLimits.outboxLines, bytes: 23_328_480,
            byteLimit: ProtocolLimits.outboxBytes)
        buffer.appendBye(.stalled, anchor: nil)
        let examples = Self.blocks("```json")
        for line in buffer.text.split(separator: "\n") {
            #expect(examples.contains(String(line)))
        }
    }

    @Test func `the example of a line that replaces others is one`() throws {
        var buffer = LineBuffer()
        buffer.append("{\"sub\":\"screen\",")
        buffer.appendSkipped(4)
        let example = try #require(
            Self.blocks("```json").first { $0.contains("\"skipped\"") })
        #expect(example.hasPrefix(buffer.text + "\"type\":\"stat\""))
    }

    @Test func `the example of an answer to a command is the code's`() throws {
        let example = try #require(
            Self.blocks("```json").first { $0.contains("\"durable\"") })
        let fields = JSONValue(line: example.utf8)
        let anchor = try Anchor(parsing: try #require(fields?["anchor"]?.text))
        let instant = anchor.position.instant + FleetDuration(ticks: 1)
        let command = SessionCommand(.pause, SessionName(lane: 7, lap: 0), at: instant)
        var buffer = LineBuffer()
        OkLine.append(id: AnswerID(.number(10)), to: &buffer) {
            $0.appendEffect(of: command, identity: anchor.identity, isDurable: false)
        }
        #expect(buffer.text == example + "\n")
    }

    @Test func `the example of an answer to an addition is the code's`() throws {
        let example = try #require(
            Self.blocks("```json").first { $0.hasPrefix(#"{"type":"ok","id":2,"entry":"#) })
        let fields = JSONValue(line: example.utf8)
        let anchor = try Anchor(parsing: try #require(fields?["anchor"]?.text))
        let name = try #require(fields?["entry"]?.text.flatMap { EntryName(parsing: $0) })
        #expect(anchor.position == StreamPosition(name.instant, lane: name.lane, .manual))
        let sample = try #require(
            ManualSample(.bodyMass, value: 713, from: name.instant, to: name.instant))
        let command = SessionCommand(
            .add(sample), .book(of: name.lane, lap: 12), at: name.instant)
        var buffer = LineBuffer()
        OkLine.append(id: AnswerID(.number(2)), to: &buffer) {
            $0.appendEffect(of: command, identity: anchor.identity, isDurable: true)
        }
        #expect(buffer.text == example + "\n")
    }

    @Test func `the note on days of a fleet by laps is the code's`() {
        #expect(
            Self.table("| note | in the `ok` of |") == [Self.row(LapsNote.text, LapsNote.holders)])
        let notes = Self.blocks("```json").compactMap { JSONValue(line: $0.utf8)?["note"]?.text }
        #expect(notes == [LapsNote.text])
    }

    @Test func `the table of fields is the code's`() {
        let rows = RequestField.all.map {
            Self.row(
                $0.operation?.rawValue ?? "all", "`\($0.path)`", $0.form, $0.fallback ?? "required")
        }
        #expect(Self.table("| operation | field | must be | left out |") == rows)
    }

    @Test func `the table of metrics of days is the code's`() {
        let rows = DayMetric.allCases.map { metric in
            Self.row(
                "`\(metric.name)`", metric.unit,
                DayMetric.defaults.contains(metric) ? "yes" : "no",
                DayMetric.ofPeople.contains(metric) ? "yes" : "no")
        }
        #expect(Self.table("| metric of days | value | `metrics` left out | by hand |") == rows)
    }

    @Test func `the parts of a plan and the faults of a device are the code's`() {
        let rows = Self.table("| field of truth | meaning |")
        func words(of field: String) -> Set<Substring> {
            let row = rows.first { $0.hasPrefix("| `\(field)`") } ?? ""
            return Set(row.split { !$0.isLetter && $0 != "_" })
        }
        #expect(words(of: "part").isSuperset(of: PlanPart.allCases.map { $0.rawValue[...] }))
        #expect(words(of: "faults").isSuperset(of: Fault.allCases.map { $0.rawValue[...] }))
    }

    @Test func `the page is about this version`() {
        let text = Self.lines.joined(separator: "\n")
        #expect(text.contains("version \(ProtocolVersion.text)."))
    }
}
