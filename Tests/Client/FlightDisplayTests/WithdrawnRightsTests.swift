import ChannelPipeline
import FlightDisplay
import TestSupport
import Testing
import Vocabulary

/// What the display does when the daemon takes rights away while it shows a flight.
@Suite struct WithdrawnRightsTests {
    private static let every = #""heart_rate_bpm","speed_mps","cadence_spm","distance_m""#

    /// Both in the words of the greeting and of `describe`.
    private static func rights(_ metrics: String) -> String {
        #""rights":{"read":[\#(metrics)],"kinds":["stat","phase","event"],"control":false,"#
            + #""write":[],"observe":false}"#
    }

    /// With levels of phases, as a daemon has them.
    private static func description(_ metrics: String) -> String {
        "\(DisplayStand.description.dropLast()),\(rights(metrics))}"
    }

    private func stand(_ metrics: String = every) throws -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 0)
        stand.state.connect()
        stand.say(
            #"{"type":"hello","proto":"1.4","speed":1,"sessions":3,"shard":"0/1","#
                + #""t":"\#(DisplayStand.text(stand.now))","#
                + #""clock_us":\#(stand.clock.microseconds),"beat_s":5,\#(Self.rights(metrics))}"#)
        try stand.fly(.seconds(5))
        return stand
    }

    private func names(_ stand: DisplayStand) -> String {
        stand.state.subscriptions.map(\.request).joined()
    }

    @Test func `a metric that is taken away leaves the screen, and is not asked for again`() throws
    {
        var stand = try stand()
        #expect(names(stand).contains("heart_rate_bpm"))
        #expect(stand.text(100, 30).contains("no right to read stride_m"))
        let before = stand.state.subscriptions.map(\.name)
        stand.say(
            #"{"type":"ended","sub":"\#(before[0])","code":"sharing_denied","#
                + #""description":"The client has no right to that."}"#)
        #expect(stand.ask() == [#"{"op":"describe"}"#])
        #expect(stand.ask() == [])
        stand.say(Self.description(#""speed_mps","distance_m""#))
        // Nothing of the flight is left, and what comes of the subscriptions of before is late.
        #expect(stand.text(100, 30).contains("waiting for the session's first line"))
        #expect(!names(stand).contains("heart_rate_bpm") && names(stand).contains("speed_mps"))
        #expect(Set(before).isDisjoint(with: stand.state.subscriptions.map(\.name)))
        try stand.fly(.seconds(5))
        let text = stand.text(100, 30)
        #expect(text.contains("no right to read heart_rate_bpm"), "\(text)")
    }

    @Test func `a frozen picture goes too, and equal rights change nothing`() throws {
        var stand = try stand()
        stand.press(" ")
        let frozen = stand.text(100, 30)
        stand.say(Self.description(Self.every))
        #expect(stand.text(100, 30) == frozen)
        stand.say(Self.description(#""speed_mps""#))
        #expect(stand.text(100, 30) != frozen)
        #expect(!names(stand).contains("heart_rate_bpm"))
    }
}
