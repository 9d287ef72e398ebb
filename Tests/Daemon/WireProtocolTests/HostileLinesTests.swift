import TestSupport
import Testing
import WireProtocol

@Suite struct HostileLinesTests {
    private static let cases: [(name: String, line: [UInt8], code: ErrorCode, column: Int?)] = [
        ("empty", [], .badJSON, 1),
        ("blank", Array(" \t\r".utf8), .badJSON, 1),
        ("not JSON", Array("GET / HTTP/1.1".utf8), .badJSON, 1),
        ("indented word", Array("   helpme".utf8), .badJSON, 4),
        ("word in capitals", Array("HELP".utf8), .badJSON, 1),
        ("two words", Array("help me".utf8), .badJSON, 1),
        ("array", Array(#"[{"op":"status"}]"#.utf8), .badJSON, 1),
        ("string", Array(#""help""#.utf8), .badJSON, 1),
        ("trailing garbage", Array(#"{"op":"status"} help"#.utf8), .badJSON, 17),
        ("two objects", Array(#"{"op":"status"}{}"#.utf8), .badJSON, 16),
        ("unfinished", Array(#"{"op":"status""#.utf8), .badJSON, 15),
        ("duplicate names", Array(#"{"op":"status","op":"quit"}"#.utf8), .badJSON, 16),
        ("duplicate inside", Array(#"{"a":{"b":1,"b":1}}"#.utf8), .badJSON, 13),
        ("NUL", [0], .badJSON, 1),
        ("NUL inside", Array("{\"op\":\"sta\0tus\"}".utf8), .badJSON, 11),
        ("NUL behind", Array("{\"op\":\"status\"}\0".utf8), .badJSON, 16),
        ("not UTF-8", [0xFF, 0xFE], .badJSON, 1),
        (
            "not UTF-8 inside", Array(#"{"op":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8),
            .badJSON, 8
        ),
        ("byte order mark", Array("\u{feff}{\"op\":\"status\"}".utf8), .badJSON, 1),
        ("deep", Array((#"{"a":"# + String(repeating: "[", count: 16_000)).utf8), .badJSON, 21),
        ("huge number", Array(#"{"op":1e999}"#.utf8), .badJSON, 7),
        ("no operation", Array("{}".utf8), .badField, nil),
        ("unknown operation", Array(#"{"op":"rm"}"#.utf8), .unknownOperation, nil),
        ("wrong type", Array(#"{"op":"subscribe","metrics":"all"}"#.utf8), .badField, nil),
        (
            "unknown metric", Array(#"{"op":"subscribe","metrics":["power"]}"#.utf8),
            .unknownMetric, nil
        ),
        ("impossible window", Array(#"{"op":"subscribe","window":"-5s"}"#.utf8), .badWindow, nil),
        ("endless window", Array(#"{"op":"subscribe","window":"9h"}"#.utf8), .badWindow, nil),
    ]

    @Test(arguments: cases.indices)
    func `a hostile line has exactly one typed error`(index: Int) throws {
        let (name, line, code, column) = Self.cases[index]
        let failure = #expect(throws: RequestFailure.self, "\(name)") {
            try RequestDecoder.decode(line[...], number: 9)
        }
        let error = try #require(failure).error
        #expect(error.code == code, "\(name)")
        #expect(error.column == column, "\(name)")
        #expect(error.line == 9, "\(name)")
        #expect(!error.reason.isEmpty && !error.suggestion.isEmpty, "\(name)")
    }

    @Test func `an empty line is told what to send`() throws {
        let error = try #require(refusal("")).error
        #expect(error.reason == "The line is empty.")
        #expect(
            error.suggestion
                == "Send one JSON object per line, or one of the words help, status, watch or quit."
        )
    }

    @Test func `a line at the limit, full of escapes, gives an error line within its limit`() throws
    {
        let filler = String(repeating: #"\u0001"#, count: 2700)
        let id = String(repeating: #"\u0001"#, count: 64)
        for line in [
            #"{"id":"\#(id)","op":"\#(filler)"}"#,
            #"{"id":"\#(id)","op":"subscribe","window":"\#(filler)"}"#,
            #"{"id":"\#(id)","op":"subscribe","metrics":["\#(filler)"]}"#,
            #"{"id":"\#(id)","op":"subscribe","select":{"session":"\#(filler)"}}"#,
            #"{"\#(filler)":1,"\#(filler)":1}"#,
        ] {
            let failure = try #require(refusal(line))
            var buffer = LineBuffer()
            ErrorLine.append(failure.error, id: failure.answerID, to: &buffer)
            #expect(buffer.count < 2048)
            #expect(throws: Never.self) { try JSONTree(line: buffer.bytes) }
        }
    }
}
