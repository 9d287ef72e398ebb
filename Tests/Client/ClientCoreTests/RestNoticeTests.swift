import ChannelPipeline
import CivilTime
import CommandLine
import Configuration
import FlightDisplay
import Readout
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// What tail tells of athletes who rest.
@Suite struct RestNoticeTests {
    private static func session(_ lane: LaneID, _ state: String, next: String) throws -> JSONValue {
        let text = #"{"session":"s\#(lane).3","state":"\#(state)","next":"2026-03-\#(next)"}"#
        return try #require(JSONValue(line: Array(text.utf8)[...]))
    }

    @Test func `of all it is the next to run, and nobody while one runs`() throws {
        let resting = [
            try Self.session(0, "resting", next: "08T06:21:00Z"),
            try Self.session(1, "resting", next: "07T18:00:00Z"),
        ]
        #expect(RestNotice.chosen(resting, of: .all) == [resting[1]])
        let flying = try Self.session(2, "flying", next: "")
        #expect(RestNotice.chosen(resting + [flying], of: .all).isEmpty)
        #expect(RestNotice.chosen([], of: .all).isEmpty)
        let named = SessionSelection([0, 2].map { SelectedSessions(lane: $0) })
        #expect(RestNotice.chosen([resting[0], flying], of: named) == [resting[0]])
    }

    @Test func `lanes that are named are asked for one by one, sessions and books are not`() {
        let selection = SessionSelection(
            (0..<9).map { SelectedSessions(lane: $0) } + [SelectedSessions(lane: 1, lap: 4)])
        #expect(RestNotice.questions(selection).count == 4)
        #expect(
            RestNotice.questions(selection)[1]
                == #"{"op":"sessions","id":"rest","from":1,"limit":1}"#)
        #expect(
            RestNotice.questions(SessionSelection([SelectedSessions(lane: 1, lap: 4)])).isEmpty)
        #expect(RestNotice.questions(.all).count == 1)
    }

    @Test func `a daemon's answers say who rests, what is next and what was last`() throws {
        let flags = try PlotCommand.table.parse([
            "--seed", "42", "--sessions", "2", "--schedule", "days", "--time-zone", "UTC", "--out",
            "x",
        ])
        let fleet = try PlotFleet(flags, byCalendar: true).fleet
        func before(_ session: SessionName) -> SessionName {
            let laps = (1...200).lazy.map { SessionName(lane: 1, lap: session.lap - $0) }
            return laps.first(where: fleet.contains) ?? session
        }
        // A run with another one some days before it, and not behind a break.
        let all = sequence(first: fleet.session(of: 1, at: fleet.epoch)) { fleet.next(after: $0) }
        let session = try #require(
            all.prefix(50).first { (1..<14).contains($0.lap - before($0).lap) })
        // An hour before the next run the lane rests.
        let present = fleet.start(of: session) - .seconds(3600)
        func lines(_ request: String) throws -> [JSONValue] {
            try Airfield(fleet, at: present)
                .transcript(of: request, until: present + .seconds(60))
                .split(separator: UInt8(ascii: "\n")).compactMap { JSONValue(line: $0) }
        }
        let card = try #require(
            try lines(RestRecord.question(1, id: "rest")).first { $0.type == .sessions })
        var record = try #require(card["sessions"]?.items.first.flatMap(RestRecord.init(session:)))
        #expect(record.next.session == "\(session)")
        let runs = try #require(RestRecord.runs(of: 1, before: present, GreetedRights(nil)))
        for line in try lines(#"{"op":"subscribe","sub":"rest"\#(runs)}"#) {
            record.take(run: line)
        }
        let text = record.lines(at: present, in: .utc, .metric)
        #expect(text[0].hasPrefix("s1, ") && text[0].hasSuffix(", rests"))
        #expect(text[1].hasSuffix(" UTC, in 1 h, \(session)"))
        #expect(
            text[2].hasPrefix("last: ") && text[2].hasSuffix(", \(before(session))"), "\(text)")
    }
}
