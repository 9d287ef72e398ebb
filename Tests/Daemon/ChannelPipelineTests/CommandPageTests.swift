import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// What the protocol's page shows of commands is what a fleet answers.
@Suite struct CommandPageTests {
    private static let page = (try? Checkout.page("Protocol", of: "WireProtocol")) ?? ""

    private static func instant(_ text: String) throws -> FleetInstant {
        let time = try #require(CalendarTime(rfc3339: text))
        return FleetInstant(ticks: time.microseconds / FleetDuration.microsecondsPerTick)
    }

    @Test func `the example of a session that cannot be resumed is the error`() throws {
        let session = SelectedSessions(lane: 7, lap: 0)
        let epoch = try Self.instant("2026-01-01T00:00:00Z")
        var fleet = Fleet(seed: 42, epoch: epoch, simulatedLanes: 8)
        var now = epoch + .seconds(150)
        for request in [CommandRequest.pause(session), .resume(session)] {
            let command = try fleet.command(request, after: now)
            try fleet.enter(command)
            now = command.instant
        }
        let after = now + .seconds(1)
        let error = try #require(throws: WireError.self) {
            try fleet.command(.resume(session), after: after)
        }
        var line = LineBuffer()
        ErrorLine.append(error, id: AnswerID(.number(11)), to: &line)
        #expect(Self.page.contains("```json\n\(line.text)```"), "\(line.text)")
    }
}
