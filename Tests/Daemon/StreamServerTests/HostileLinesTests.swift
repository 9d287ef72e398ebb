import StreamServer
import TestSupport
import Testing
import WireProtocol

/// Whatever a peer says, it is answered with one error that names the place, and nobody else
/// notices.
@Suite struct HostileLinesTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let line: [UInt8]
        let code: ErrorCode
        var field: String?
        /// Where the syntax breaks.
        var column: Int?

        init(
            _ name: String, _ line: String, _ code: ErrorCode, field: String? = nil,
            column: Int? = nil
        ) {
            self.init(name, bytes: Array(line.utf8), code, field: field, column: column)
        }

        init(
            _ name: String, bytes: [UInt8], _ code: ErrorCode, field: String? = nil,
            column: Int? = nil
        ) {
            self.name = name
            self.line = bytes
            self.code = code
            self.field = field
            self.column = column
        }

        var testDescription: String { name }
    }

    static let rows = syntax + requests + subscriptions

    private static let syntax = [
        Row("an empty line", "", .badJSON, column: 1),
        Row("nothing but spaces", " \t ", .badJSON, column: 1),
        Row("a lone carriage return", "\r", .badJSON, column: 1),
        Row("no word of ours", "hello there", .badJSON, column: 1),
        Row("a request of another protocol", "GET / HTTP/1.1", .badJSON, column: 1),
        Row("an array", "[1]", .badJSON, column: 1),
        Row("half an object", #"{"op":"status""#, .badJSON, column: 15),
        Row("two objects", #"{"op":"status"}{"op":"status"}"#, .badJSON, column: 16),
        Row("a name twice", #"{"op":"status","op":"quit"}"#, .badJSON, column: 16),
        Row("a comma too many", #"{"op":"status",}"#, .badJSON, column: 16),
        Row("a number that is none", #"{"id":01,"op":"status"}"#, .badJSON, column: 7),
        Row("a number beyond all numbers", #"{"id":1e999,"op":"status"}"#, .badJSON, column: 7),
        Row("not a number", #"{"id":NaN,"op":"status"}"#, .badJSON, column: 7),
        Row("deep nesting", String(repeating: #"{"a":"#, count: 3_000), .badJSON, column: 81),
        Row("deep lists", "{\"a\":" + String(repeating: "[", count: 9_000), .badJSON, column: 21),
        Row("a zero byte", bytes: [UInt8(ascii: "{"), 0, UInt8(ascii: "}")], .badJSON, column: 2),
        Row("zero bytes alone", bytes: [0, 0, 0], .badJSON, column: 1),
        Row("no UTF-8", bytes: Array("{\"op\":\"".utf8) + [0xFF, 0x22, 0x7D], .badJSON, column: 8),
        Row(
            "an overlong slash", bytes: Array("{\"op\":\"".utf8) + [0xC0, 0xAF, 0x22, 0x7D],
            .badJSON, column: 8),
        Row("half a surrogate pair", #"{"op":"\ud800"}"#, .badJSON, column: 8),
        Row("a tab in a string", "{\"op\":\"a\tb\"}", .badJSON, column: 9),
    ]

    private static let requests = [
        Row("no operation", "{}", .badField, field: "op"),
        Row("an unknown operation", #"{"op":"reboot"}"#, .unknownOperation, field: "op"),
        Row("an operation that is a number", #"{"op":1}"#, .badField, field: "op"),
        Row("an operation that is null", #"{"op":null}"#, .badField, field: "op"),
        Row("an id below zero", #"{"id":-1,"op":"status"}"#, .badField, field: "id"),
        Row("an id that is a list", #"{"id":[1],"op":"status"}"#, .badField, field: "id"),
        Row("a client without a name", #"{"op":"client"}"#, .badField, field: "name"),
        Row("a name with a newline", #"{"op":"client","name":"a\nb"}"#, .badField, field: "name"),
        Row("a page of nothing", #"{"op":"sessions","limit":0}"#, .badField, field: "limit"),
        Row("a lane below zero", #"{"op":"sessions","from":-1}"#, .badField, field: "from"),
    ]

    private static let subscriptions = [
        row("a window of no length", #""window":"banana""#, .badWindow, field: "window"),
        row("a window of no type", #""window":5"#, .badField, field: "window"),
        row("an impossible window", #""window":"1ms""#, .badWindow, field: "window"),
        row("an impossible interval", #""every":"0s""#, .badEvery, field: "every"),
        row("an unknown metric", #""metrics":["mood"]"#, .unknownMetric, field: "metrics.0"),
        row("metrics of no type", #""metrics":"all""#, .badField, field: "metrics"),
        row("no metric at all", #""metrics":[]"#, .badField, field: "metrics"),
        row("an unknown statistic", #""stats":["mode"]"#, .badStatistic, field: "stats.0"),
        row("an unknown kind", #""kinds":["spam"]"#, .badField, field: "kinds.0"),
        row("a name with a quote", #""sub":"a\"b""#, .badField, field: "sub"),
        row("an empty name", #""sub":"""#, .badField, field: "sub"),
        row(
            "a smoothing that is none", #""smooth":{"kind":"sand"}"#, .badSmoothing,
            field: "smooth.kind"),
        row("an anchor that is none", #""after":"a1junk""#, .anchorInvalid, field: "after"),
        row(
            "a session that is none", #""select":{"session":"x"}"#, .badField,
            field: "select.session"),
        row("another policy", #""queue":{"policy":"hope"}"#, .badField, field: "queue.policy"),
        row("a coverage above one", #""min_coverage":2"#, .badField, field: "min_coverage"),
    ]

    private static func row(
        _ name: String, _ fields: String, _ code: ErrorCode, field: String
    ) -> Row {
        Row(name, #"{"op":"subscribe",\#(fields)}"#, code, field: field)
    }

    private let server: ScriptedHub
    private let hostile: ScriptedClient
    private let bystander: ScriptedClient

    init() throws {
        server = try ScriptedHub()
        bystander = try server.call(#"{"op":"subscribe","sub":"calm"}"#)
        hostile = try server.call()
    }

    private func expectCalm() throws {
        try server.tick()
        let now = server.source.now
        #expect(try bystander.receive().compactMap(\.n) == [now, now])
    }

    @Test(arguments: Self.rows)
    func `is answered with one error`(row: Row) throws {
        _ = try server.ask(hostile, "status")
        #expect(hostile.trySay(row.line + [UInt8(ascii: "\n")]) == row.line.count + 1)
        try server.settle()
        let answers = try hostile.receive()
        #expect(answers.map(\.type) == ["error"])
        let error = try #require(answers.first)
        #expect(error.code == row.code.rawValue)
        #expect(error.field == row.field)
        #expect(error.line == 2)
        #expect(error.column == row.column)
        #expect(!(error.reason ?? "").isEmpty)
        try expectCalm()
        #expect(try server.ask(hostile, "status").map(\.type) == ["status"])
        #expect(server.hub.counters.requestsRefused == 1)
    }

    /// Says it in as many pieces as the kernel takes.
    private func pour(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = hostile.trySay(Array(rest.prefix(1 << 16)))
            try #require(count > 0, "the hub has stopped listening")
            rest = rest.dropFirst(count)
            try server.settle()
        }
    }

    @Test func `a mebibyte without a newline is refused once and passed over`() throws {
        try pour(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        let error = try #require(try hostile.receive().first)
        #expect(error.code == "line_too_long")
        #expect(error.line == 1)
        #expect(error.column == nil)
        try expectCalm()
        #expect(try server.ask(hostile, "\nstatus").map(\.type) == ["status"])
    }

    @Test func `a line without end is refused once, and ends the connection`() throws {
        _ = try server.ask(hostile, #"{"op":"client","name":"mallory"}"#)
        try pour(Array(repeating: UInt8(ascii: "x"), count: ProtocolLimits.endlessLineBytes))
        #expect(try hostile.receive().map(\.type) == ["error"])
        #expect(hostile.trySay([UInt8(ascii: "x")]) == 1)
        try server.settle()
        let lines = try hostile.receive()
        #expect(lines.map(\.type) == ["bye"])
        #expect(lines.map(\.code) == ["line_too_long"])
        #expect(hostile.isAtEnd)
        #expect(server.hub.counters.byes[.lineTooLong] == 1)
        try expectCalm()
        let again = try server.call()
        let greeting = try server.ask(again, #"{"op":"client","name":"mallory"}"#)
        #expect(greeting.map(\.lastBye) == ["line_too_long"])
    }

    @Test func `a peer that goes on talking hears why it is not listened to`() throws {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var said = 0
        // A bound for a hub that would listen for ever.
        while said < 64 * ProtocolLimits.endlessLineBytes, !hostile.isAtEnd {
            let count = hostile.trySay(piece)
            guard count > 0 else { break }
            said += count
            try server.settle()
        }
        #expect(said < 2 * ProtocolLimits.endlessLineBytes)
        #expect(try hostile.receive().map(\.type) == ["error", "bye"])
        try expectCalm()
    }

    @Test func `the second line beyond the limit ends the connection`() throws {
        _ = try server.ask(hostile, #"{"op":"client","name":"mallory"}"#)
        let long = Array(repeating: UInt8(ascii: "{"), count: ProtocolLimits.requestLineBytes + 1)
        try pour(long + [UInt8(ascii: "\n")])
        #expect(try hostile.receive().map(\.code) == ["line_too_long"])
        try pour(long + Array("\nstatus\n".utf8))
        let lines = try hostile.receive()
        #expect(lines.map(\.type) == ["error", "bye"])
        #expect(lines.map(\.code) == ["line_too_long", "line_too_long"])
        #expect(hostile.isAtEnd)
        try expectCalm()
        let again = try server.call()
        let greeting = try server.ask(again, #"{"op":"client","name":"mallory"}"#)
        #expect(greeting.map(\.lastBye) == ["line_too_long"])
    }

    @Test func `the longest line that is allowed is heard`() throws {
        let status = #"{"op":"status"}"#
        let spaces = ProtocolLimits.requestLineBytes - status.utf8.count
        try pour(Array((String(repeating: " ", count: spaces) + status + "\r\n").utf8))
        #expect(try hostile.receive().map(\.type) == ["status"])
    }

    @Test(arguments: UInt64(1)...12)
    func `noise is answered line by line and harms nobody`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let alphabet = Array("{}[]\":,op status\\u0\n\r\n\u{0}é".utf8) + [0xFF, 0x80]
        let noise = (0..<600).map { _ in alphabet[dice.number(0...alphabet.count - 1)] }
        try pour(noise + [UInt8(ascii: "\n")])
        let answers = try hostile.receive()
        let lines = noise.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        #expect(answers.count == lines.count, "seed \(seed)")
        #expect(answers.compactMap(\.line) == Array(1...lines.count), "seed \(seed)")
        try expectCalm()
    }
}
