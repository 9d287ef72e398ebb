import TestSupport
import Vocabulary
import WireProtocol

/// The daemon's answers about a made-up fleet: sorted, filtered and in pages.
struct ScriptedFleet {
    /// One session of a page, with the values that pages are sorted and filtered by.
    struct Session {
        let lane: LaneID
        let plan: String
        let state: String
        let phase: Phase?
        let start: FleetInstant
        /// Values by the metrics' names.
        let latest: [String: Double]

        init(
            _ lane: LaneID, plan: String = "easy", state: String = "flying",
            phase: String = "cruise", start: FleetInstant = DisplayStand.epoch,
            latest: [String: Double] = [:]
        ) {
            (self.lane, self.plan, self.state, self.start) = (lane, plan, state, start)
            (self.phase, self.latest) = (Phase(rawValue: phase), latest)
        }

        /// The JSON object of the session in an answer.
        fileprivate var text: String {
            let values = latest.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
            return #"{"lane":\#(lane),"session":"s\#(lane).0","source":"simulated","#
                + #""state":"\#(state)","phase":"\#(phase?.rawValue ?? "")","#
                + #""start":"\#(DisplayStand.text(start))","plan":"\#(plan)","#
                + #""athlete":{"sex":"male","age":\#(20 + lane.index % 60)},"#
                + #""latest":{\#(values.joined(separator: ","))}}"#
        }

        fileprivate func key(_ field: String) -> Double? {
            switch field {
            case "lane": Double(lane.index)
            case "phase": phase.map { Double($0.index) }
            case "start": Double(start.ticks)
            case "plan": plan.utf8.first.map(Double.init)
            case _: latest[field]
            }
        }

        fileprivate func matches(_ text: String) -> Bool {
            ["s\(lane).0", plan].contains { $0.contains(text.lowercased()) }
        }
    }

    var sessions: [Session]
    /// How many lanes the daemon has brought to the present; nil for all.
    var brought: Int?

    init(_ sessions: [Session], brought: Int? = nil) {
        self.sessions = sessions
        self.brought = brought
    }

    /// The answer to a request for a page, one line.
    func answer(_ request: String, at instant: FleetInstant) -> String {
        guard let fields = JSONValue(line: request.utf8), let sort = fields["sort"]?.text,
            let offset = fields["offset"]?.integer, let limit = fields["limit"]?.integer
        else { preconditionFailure("no request for a sorted page: \(request)") }
        let known = sessions.prefix(brought ?? sessions.count)
        let listed = known.filter { session in
            (fields["phase"] == nil || fields["phase"]?.text == session.phase?.rawValue)
                && (fields["match"]?.text.map(session.matches) ?? true)
        }
        let sorted = Self.sorted(
            listed, by: sort, isDescending: fields["descending"] == .boolean(true))
        let page = sorted.dropFirst(offset).prefix(limit)
        let next =
            offset + page.count < sorted.count ? #""next":\#(offset + page.count),"# : ""
        return #"{"type":"sessions","id":"\#(fields["id"]?.text ?? "")","#
            + #""t":"\#(DisplayStand.text(instant))","total":\#(sessions.count),"#
            + #""brought":\#(known.count),"matching":\#(sorted.count),"offset":\#(offset),"# + next
            + #""sessions":[\#(page.map(\.text).joined(separator: ","))]}"#
    }

    private static func sorted(
        _ sessions: [Session], by field: String, isDescending: Bool
    ) -> [Session] {
        sessions.map { (session: $0, key: $0.key(field)) }.sorted { left, right in
            switch (left.key, right.key) {
            case (let one?, let other?) where one != other:
                isDescending ? one > other : one < other
            case (_?, nil): true
            case (nil, _?): false
            case (_, _): left.session.lane < right.session.lane
            }
        }.map(\.session)
    }
}
