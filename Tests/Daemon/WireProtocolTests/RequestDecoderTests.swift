import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// What a line is decoded to, or the error.
func outcome(_ line: some StringProtocol) -> Result<IncomingRequest, RequestFailure> {
    Result { () throws(RequestFailure) in
        try RequestDecoder.decode(Array(line.utf8)[...], number: 3)
    }
}

/// The error of a line; nil when it is a request.
func refusal(_ line: some StringProtocol) -> RequestFailure? {
    guard case .failure(let failure) = outcome(line) else { return nil }
    return failure
}

@Suite struct RequestDecoderTests {
    @Test(arguments: [
        (#"{"op":"client","name":"tail-1.A_b"}"#, Request.client(name: "tail-1.A_b")),
        (#"{"op":"unsubscribe"}"#, .unsubscribe(sub: nil)),
        (#"{"op":"unsubscribe","sub":"hr"}"#, .unsubscribe(sub: "hr")),
        (#"{"op":"sessions"}"#, .sessions(from: 0, limit: 64)),
        (#"{"op":"sessions","from":1048575,"limit":1}"#, .sessions(from: 1_048_575, limit: 1)),
        (#"{"op":"sessions","from":2e2,"limit":1.0}"#, .sessions(from: 200, limit: 1)),
        (#"{"op":"sessions","offset":0}"#, .sortedSessions(SortedSessionsRequest())),
        (
            #"{"op":"sessions","sort":"speed_mps","descending":true,"offset":64,"limit":9}"#,
            .sortedSessions(
                SortedSessionsRequest(
                    by: .metric(.speed), isDescending: true, offset: 64, limit: 9))
        ),
        (
            #"{"op":"sessions","phase":"cruise","match":"easy","sort":null}"#,
            .sortedSessions(SortedSessionsRequest(phase: .cruise, match: "easy"))
        ),
        (#"{"op":"describe"}"#, .describe),
        (#"  {"op":"status"} "#, .status),
        (#"{"op":"clients"}"#, .clients(from: 0, limit: 64)),
        (#"{"op":"clients","from":9007199254740992,"limit":1}"#, .clients(from: 1 << 53, limit: 1)),
        (#"{"op":"status","null":null,"other":[{"deep":1}]}"#, .status),
        (#"{"\u006fp":"subscribe"}"#, .subscribe(SubscribeRequest())),
        ("help", .typed(.help)), ("status", .typed(.status)), ("watch", .typed(.watch)),
        ("quit", .typed(.quit)), ("  help \t\r", .typed(.help)), ("quit\r", .typed(.quit)),
    ])
    func `a line is decoded to its request`(line: String, request: Request) throws {
        let incoming = try outcome(line).get()
        #expect(incoming.request == request)
        #expect(incoming.answerID.request == nil)
    }

    @Test(arguments: [
        (#""id":0,"#, RequestID.number(0)),
        (#""id":9007199254740992,"#, .number(1 << 53)),
        (#""id":"","#, .text("")),
        (#""id":"\"é\u0000","#, .text("\"é\0")),
        (
            #""id":"\#(String(repeating: "✈", count: 64))","#,
            .text(String(repeating: "✈", count: 64))
        ),
    ])
    func `the id is carried with the request and with its error`(field: String, id: RequestID)
        throws
    {
        #expect(try outcome("{\(field)\"op\":\"status\"}").get().answerID.request == id)
        #expect(refusal("{\(field)\"op\":\"fly\"}")?.answerID.request == id)
        #expect(refusal("{\(field)\"op\":17}")?.answerID.request == id)
        #expect(refusal("{\(field)\"op\":\"subscribe\",\"window\":\"0s\"}")?.answerID.request == id)
    }

    @Test func `a line that ends behind a whole character lacks a quote, and is UTF-8`() {
        let failure = refusal(#"{"op":"é"#)
        #expect(failure?.error.code == .badJSON)
        #expect(failure?.error.reason.contains("UTF-8") == false)
    }

    @Test func `an id of null is none`() throws {
        #expect(try outcome(#"{"id":null,"op":"status"}"#).get().answerID.request == nil)
    }

    @Test(arguments: [
        #"{"id":-1,"op":"status"}"#, #"{"id":9007199254740993,"op":"status"}"#,
        #"{"id":1.5,"op":"status"}"#, #"{"id":1e300,"op":"status"}"#,
        #"{"id":true,"op":"status"}"#, #"{"id":[1],"op":"status"}"#, #"{"id":{},"op":"status"}"#,
        #"{"id":"\#(String(repeating: "x", count: 65))","op":"status"}"#,
    ])
    func `an id out of bounds is refused and not carried`(line: String) throws {
        let failure = try #require(refusal(line))
        #expect(failure.answerID.request == nil)
        #expect(failure.error.code == .badField)
        #expect(failure.error.field == "id")
    }

    @Test(arguments: [
        (#"{}"#, ErrorCode.badField, "op"),
        (#"{"op":null}"#, .badField, "op"),
        (#"{"op":1}"#, .badField, "op"),
        (#"{"op":["status"]}"#, .badField, "op"),
        (#"{"op":""}"#, .unknownOperation, "op"),
        (#"{"op":"Status"}"#, .unknownOperation, "op"),
        (#"{"op":"help"}"#, .unknownOperation, "op"),
        (#"{"op":"land"}"#, .unknownOperation, "op"),
        (#"{"op":"client"}"#, .badField, "name"),
        (#"{"op":"client","name":""}"#, .badField, "name"),
        (#"{"op":"client","name":7}"#, .badField, "name"),
        (#"{"op":"client","name":"a b"}"#, .badField, "name"),
        (#"{"op":"client","name":"\#(String(repeating: "x", count: 65))"}"#, .badField, "name"),
        (#"{"op":"unsubscribe","sub":7}"#, .badField, "sub"),
        (#"{"op":"unsubscribe","sub":""}"#, .badField, "sub"),
        (#"{"op":"sessions","from":-1}"#, .badField, "from"),
        (#"{"op":"sessions","from":1048576}"#, .badField, "from"),
        (#"{"op":"sessions","from":"s7"}"#, .badField, "from"),
        (#"{"op":"sessions","from":0.5}"#, .badField, "from"),
        (#"{"op":"sessions","limit":0}"#, .badField, "limit"),
        (#"{"op":"sessions","limit":65}"#, .badField, "limit"),
        (#"{"op":"sessions","limit":1e30}"#, .badField, "limit"),
        (#"{"op":"sessions","sort":"pace"}"#, .badField, "sort"),
        (#"{"op":"sessions","sort":7}"#, .badField, "sort"),
        (#"{"op":"sessions","descending":"yes"}"#, .badField, "descending"),
        (#"{"op":"sessions","phase":"sleep"}"#, .badField, "phase"),
        (#"{"op":"sessions","match":""}"#, .badField, "match"),
        (
            #"{"op":"sessions","match":"\#(String(repeating: "x", count: 65))"}"#, .badField,
            "match"
        ),
        (#"{"op":"sessions","offset":-1}"#, .badField, "offset"),
        (#"{"op":"sessions","offset":1048576}"#, .badField, "offset"),
        (#"{"op":"sessions","offset":1,"limit":65}"#, .badField, "limit"),
        (#"{"op":"sessions","sort":"lane","from":7}"#, .badField, "from"),
        (#"{"op":"clients","from":-1}"#, .badField, "from"),
        (#"{"op":"clients","from":9007199254740993}"#, .badField, "from"),
        (#"{"op":"clients","from":"7"}"#, .badField, "from"),
        (#"{"op":"clients","limit":0}"#, .badField, "limit"),
        (#"{"op":"clients","limit":65}"#, .badField, "limit"),
    ])
    func `what cannot be used is named by code and field`(
        line: String, code: ErrorCode, field: String
    ) throws {
        let error = try #require(refusal(line)).error
        #expect(error.code == code)
        #expect(error.field == field)
        #expect(error.line == 3)
        #expect(error.column == nil)
        #expect(!error.reason.isEmpty && !error.suggestion.isEmpty)
    }

    @Test func `an unknown operation is told which there are`() throws {
        let error = try #require(refusal(#"{"op":"fly"}"#)).error
        #expect(
            error.reason == "\"fly\" is not among client, subscribe, unsubscribe, sessions, "
                + "query, describe, status, clients, start, pause, resume, stop, add, remove.")
    }

    @Test(arguments: [
        (#"{"op":"clients","from":-1}"#, "from must be the number of a connection, from 0 to "),
        (#"{"op":"clients","from":"7"}"#, "from must be the number of a connection, from 0 to "),
        (#"{"op":"sessions","from":-1}"#, "from must be the number of a lane, from 0 to "),
        (#"{"op":"sessions","from":"7"}"#, "from must be the number of a lane, from 0 to "),
    ])
    func `what two operations call alike is told apart`(line: String, advice: String) throws {
        let error = try #require(refusal(line)).error
        #expect(error.suggestion.hasPrefix(advice))
    }

    @Test func `text from outside is cut and made harmless in sentences`() throws {
        let name = #"\u001b[2J\u0000"# + String(repeating: "é", count: 100)
        let error = try #require(refusal(#"{"op":"\#(name)"}"#)).error
        let shown = "\"?[2J?" + String(repeating: "é", count: 35) + "…\""
        #expect(error.reason.hasPrefix(shown + " is not among"))
    }

    @Test(arguments: UInt64(1)...6)
    func `no mutation of a request traps`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            var line = Array(RequestSamples.lines.randomElement(using: &generator)!.utf8)
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                line.mutate(using: &generator)
            }
            do throws(RequestFailure) {
                _ = try RequestDecoder.decode(line[...], number: 1)
            } catch {
                #expect(error.error.line == 1, "seed \(seed)")
                #expect((error.error.code == .badJSON) == (error.error.column != nil))
                #expect(error.error.code != .internal, "seed \(seed): \(line)")
            }
        }
    }
}

/// Requests of every kind.
enum RequestSamples {
    static let lines = [
        #"{"id":1,"op":"subscribe","sub":"hr","select":{"session":["s7.0","s8"]},"kinds":["stat"]}"#,
        #"{"op":"subscribe","window":"30s","every":"1s","smooth":{"kind":"ema","half_life":"5s"}}"#,
        #"{"op":"subscribe","metrics":["steps"],"stats":["sum"],"min_coverage":0.25,"after":"start"}"#,
        #"{"op":"subscribe","after":"a16k1kgk9m19sha7ch0003n3grmq3v","align":"clock","queue":{}}"#,
        #"{"id":"x","op":"sessions","from":64,"limit":64}"#, #"{"op":"client","name":"dash"}"#,
        #"{"op":"start","plan":"tempo","athlete":7,"at":"2026-11-20T23:31:05Z"}"#,
        #"{"op":"pause","session":"s7"}"#, #"{"op":"clients","from":65,"limit":64}"#, "help",
        "quit\r",
    ]
}
