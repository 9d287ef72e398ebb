import CommandLine
import FlightDisplay
import PlainText
import Readout
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct SessionsQuestionTests {
    private func question(_ arguments: String...) throws -> SessionsQuestion {
        try SessionsQuestion(SessionsCommand.table.parse(arguments))
    }

    private func request(_ line: String) throws -> Request {
        try RequestDecoder.decode(Array(line.utf8)[...], number: 1).request
    }

    @Test func `without an order all are listed by lane`() throws {
        let line = try question().request(from: 64, atMost: 1000)
        #expect(try request(line) == .sessions(from: 64, limit: 64))
        #expect(
            try request(question("--top", "3").request(from: 0, atMost: 3))
                == .sessions(from: 0, limit: 3))
    }

    @Test func `flags of an order become the fields of the request`() throws {
        let question = try question(
            "--sort", "speed_mps", "--descending", "--phase", "cruise", "--match", #"a"b"#)
        let expected = SortedSessionsRequest(
            by: .metric(.speed), isDescending: true, phase: .cruise, match: #"a"b"#, offset: 128,
            limit: 10)
        #expect(
            try request(question.request(from: 128, atMost: 10)) == .sortedSessions(expected))
    }

    @Test func `the table is in the units of its reader`() throws {
        let line = #"{"session":"s0.0","latest":{"speed_mps":3.0,"distance_m":16093.4}}"#
        let session = try #require(JSONValue(line: line.utf8))
        let (metric, imperial) = (
            SessionsCommand.text([session]).text, SessionsCommand.text([session], .imperial).text
        )
        #expect(metric.contains("5:33 /km") && metric.contains("16.09 km"))
        #expect(imperial.contains("8:56 /mi") && imperial.contains("10.00 mi"))
    }

    @Test func `a page that leaves out lanes is asked for until no more come`() throws {
        func asks(_ patience: inout SessionsQuestion.Patience, _ brought: Int) throws -> Bool {
            let line = #"{"type":"sessions","total":100,"brought":\#(brought)}"#
            return patience.asksAgain(after: try #require(JSONValue(line: line.utf8)))
        }
        var patience = SessionsQuestion.Patience()
        // What counts as brought falls once all lanes have been flown.
        for brought in [0, 40, 80, 99, 50, 70, 90] {
            #expect(try asks(&patience, brought), "\(brought)")
        }
        #expect(try !asks(&patience, 100))
        var endless = SessionsQuestion.Patience()
        var questions = 1
        while try asks(&endless, 30) { questions += 1 }
        #expect(questions == 6)
    }

    @Test(arguments: [
        ["--sort", "pace"], ["--phase", "sleep"],
        ["--match", String(repeating: "x", count: 65)], ["--top", "0"], ["--top", "9999999"],
    ])
    func `what the daemon would refuse is refused by flag`(arguments: [String]) throws {
        let flags = try SessionsCommand.table.parse(arguments)
        let error = #expect(throws: ProgramFailure.self) { try SessionsQuestion(flags) }
        #expect(error.map { "\($0)".contains(arguments[0]) } ?? false)
    }
}
