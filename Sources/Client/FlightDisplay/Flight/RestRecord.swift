import CivilTime
import PlainText
import Readout
import Vocabulary
import WireProtocol

/// A resting athlete: lane and runner, the planned run, and the last run.
package struct RestRecord: Equatable, Sendable {
    /// The next session, from the lane's row in `sessions`; it starts in the future.
    package let next: SessionCard
    private var last: RunEntry?
    /// Whether the last runs have been read: only then a missing run means that there was none.
    package private(set) var hasRead = false

    /// - Parameter session: a row of an answer to `sessions`; nil for a lane that does not rest.
    package init?(session: JSONValue) {
        guard session["state"]?.text == "resting", let card = SessionCard(snapshot: session) else {
            return nil
        }
        next = card
    }

    /// Takes a line of the subscription to the lane's runs.
    package mutating func take(run line: JSONValue) {
        if let run = RunEntry(line: line) { last = run }
        if line.type == .live { endRuns() }
    }

    /// Notes that all runs up to the present have arrived.
    package mutating func endRuns() { hasRead = true }

    /// The athlete, the planned run with its time, and the last run, in a line each.
    package func lines(at now: FleetInstant, in zone: TimeZoneRules, _ units: Units) -> [String] {
        let lane = next.session.prefix { $0 != "." }
        return [
            "\(lane), \(next.runner), rests",
            "next: \(next.plan)\(length(units)), \(when(next.start, zone)) \(zone.name)"
                + away(next.start - now) + ", \(next.session)",
            "last: \(lastText(zone, units))",
        ]
    }

    /// ` 8.00 km`; empty for a run of no set length.
    private func length(_ units: Units) -> String {
        next.mission.map { " \(units.longText(metres: $0.targetDistance))" } ?? ""
    }

    private func when(_ instant: FleetInstant, _ zone: TimeZoneRules) -> String {
        "\(zone.date(at: instant).short) \(zone.clock(instant))"
    }

    private func away(_ span: FleetDuration) -> String {
        span <= .zero
            ? "" : ", in \(QuantityText.duration(seconds: NumberText.whole(span.seconds)))"
    }

    private func lastText(_ zone: TimeZoneRules, _ units: Units) -> String {
        guard hasRead else { return "reading ..." }
        guard let last else { return "no run in the last \(Self.days) days" }
        let length = last.metres.map { ", \(units.longText(metres: $0))" } ?? ""
        let time = last.moving.map { " in \(NumberText.clock(NumberText.whole($0)))" } ?? ""
        return "\(when(last.start, zone))\(length)\(time), \(last.session)"
    }
}

/// The requests to the daemon.
extension RestRecord {
    /// The span to search for the last run: an athlete may be ill, then away.
    private static let days: Int64 = 28

    /// The request for the session of a lane.
    package static func question(_ lane: LaneID, id: String) -> String {
        #"{"op":"sessions","id":"\#(id)","from":\#(lane),"limit":1}"#
    }

    /// The fields of the subscription to the lane's last runs, with a comma before each; nil if the
    /// reader may not read runs.
    ///
    /// - Parameter now: the fleet's present.
    package static func runs(
        of lane: LaneID, before now: FleetInstant, _ rights: GreetedRights
    ) -> String? {
        guard rights.reads(.entry), let metric = rights.sparseDayMetric else { return nil }
        let first = now - .seconds(days * 86_400)
        return #","select":{"session":"s\#(lane)"},"kinds":["entry"],"metrics":["\#(metric.name)"]"#
            + #","after":"\#(first.text)""#
    }
}
