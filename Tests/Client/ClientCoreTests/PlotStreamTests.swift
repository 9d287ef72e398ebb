import ChannelPipeline
import CommandLine
import FlightPlot
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// A flight put together from a daemon's lines.
@Suite struct PlotStreamTests {
    private static let flags = ["--seed", "42", "--sessions", "3", "--out", "x"]

    private static func lines(
        _ fleet: Fleet, _ name: String, at present: FleetInstant
    ) throws -> [JSONValue] {
        let request = StreamedFlight.request(name, after: "start")
        // A minute more, in which all that is due has time to come.
        return try Airfield(fleet, at: present)
            .transcript(of: request, until: present + .seconds(60))
            .split(separator: UInt8(ascii: "\n")).compactMap { JSONValue(line: $0) }
            .prefix { $0.type != .live }.map(\.self)
    }

    private static func flight(of lines: [JSONValue]) throws -> StreamedFlight {
        let greeting = try #require(lines.first { $0.type == .hello })
        let snapshot = try #require(lines.first { $0.type == .snapshot })
        var flight = try StreamedFlight(snapshot, greeting, FleetClock(greeting))
        for line in lines { flight.take(line) }
        return flight
    }

    @Test(arguments: 0..<3)
    func `what a daemon streams is what is flown here, up to the present`(lane: LaneID) throws {
        let plotted = try PlotFleet(PlotCommand.table.parse(Self.flags), byCalendar: false)
        let session = SessionName(lane: lane, lap: 0)
        let present = plotted.fleet.start(of: session) + .seconds(1800)
        let track = try Self.flight(of: Self.lines(plotted.fleet, "s\(lane)", at: present)).track
        let whole = plotted.track(of: session)
        let count = track.samples.count
        try #require(count > 600 && count <= whole.samples.count)
        #expect(track.times == Array(whole.times[..<count]))
        #expect(track.samples == Array(whole.samples[..<count]))
        #expect(track.phases.map(\.start) == whole.phases.prefix(track.phases.count).map(\.start))
        #expect(track.phases.map(\.value) == whole.phases.prefix(track.phases.count).map(\.value))
        #expect(track.calls.map(\.value) == whole.calls.prefix(track.calls.count).map(\.value))
        #expect(track.facts.name == "\(session)")
        #expect(track.facts.began == whole.facts.began)
        #expect(track.facts.reserve == whole.facts.reserve)
        #expect(track.facts.mission == whole.facts.mission)
    }

    @Test func `lines of others, of no time and of no known kind change nothing`() throws {
        let plotted = try PlotFleet(PlotCommand.table.parse(Self.flags), byCalendar: false)
        let session = SessionName(lane: 0, lap: 0)
        let present = plotted.fleet.start(of: session) + .seconds(900)
        let lines = try Self.lines(plotted.fleet, "s0", at: present)
        var flight = try Self.flight(of: lines)
        let count = flight.track.samples.count
        for text in [
            #"{"type":"sample","session":"s9.0","t":"2026-01-01T02:00:00Z","phase":"climb"}"#,
            #"{"type":"sample","session":"s0.0","t":"soon","phase":"climb"}"#,
            #"{"type":"sample","session":"s0.0","t":"2026-01-01T02:00:00Z","phase":"orbit"}"#,
            #"{"type":"event","session":"s0.0","t":"2026-01-01T02:00:00Z","event":"vanish"}"#,
            #"{"type":"weather"}"#,
        ] {
            flight.take(try #require(JSONValue(line: Array(text.utf8)[...])))
        }
        #expect(flight.track.samples.count == count)
        let absurd =
            #"{"type":"sample","session":"s0.0","t":"2026-01-01T02:00:00Z","phase":"climb","#
            + #""heart_rate_bpm":1e300,"cadence_spm":-1e300,"steps":5}"#
        flight.take(try #require(JSONValue(line: Array(absurd.utf8)[...])))
        #expect(flight.track.samples.last?.present == MetricSet(.steps))
    }

    @Test func `a pause stops the clock, and one that has not ended is none yet`() {
        var builder = TrackBuilder(period: .seconds(1)) { _ in
            FlightFacts(name: "s0.0", plan: "easy", runner: "", began: "", reserve: nil)
        }
        func at(_ second: Int64) -> FleetInstant { FleetInstant(ticks: (1000 + second) * 50) }
        builder.pause(at: at(-5))
        for second in 1...10 as ClosedRange<Int64> {
            builder.take(Sample(), at: at(second), phase: .climb)
        }
        builder.pause(at: at(10))
        builder.resume(at: at(70))
        builder.take(Sample(), at: at(71), phase: .climb)
        builder.pause(at: at(71))
        let track = builder.finish(start: at(0))
        #expect(track.times.last == .seconds(11))
        #expect(track.pauses.map(\.length) == [.seconds(60)])
        #expect(track.pauses.map(\.at) == [.seconds(10)])
    }
}
