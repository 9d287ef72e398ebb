import ChannelPipeline
import Terminal
import TestSupport
import Vocabulary

@testable import FlightDisplay

/// Tables of made-up fleets, and functions that read their screens.
extension DisplayStand {
    /// The table of a made-up fleet after the first answer.
    ///
    /// - Parameter isAnswered: false leaves the first request unanswered.
    static func table(
        _ scripted: ScriptedFleet, lane: LaneID = 0, columns: Int = 80, rows: Int = 24,
        isAnswered: Bool = true
    ) -> DisplayStand {
        let fleet = Fleet(
            seed: 42, epoch: epoch, simulatedLanes: max(1, scripted.sessions.count))
        var stand = DisplayStand(
            fleet, greeted: epoch + .seconds(600), lane: lane, symbols: .ascii)
        stand.scripted = scripted
        stand.state.fit(columns: columns, rows: rows)
        _ = stand.state.take(.character("t"), at: stand.clock)
        if isAnswered { stand.answer() }
        return stand
    }

    /// Lanes in cruise, each with a heart rate of its own, not in the order of lanes.
    static func crowd(_ count: Int) -> ScriptedFleet {
        ScriptedFleet(
            (0..<count).map { number in
                let rate = Double((number * 7919 + 13) % count)
                return ScriptedFleet.Session(
                    LaneID(index: number), plan: number % 10 == 0 ? "mission" : "easy",
                    phase: Phase.allCases[number % Phase.allCases.count].rawValue,
                    latest: ["heart_rate_bpm": rate, "speed_mps": 2 + rate / 1000])
            })
    }

    /// Presses the key for the next column until the table is sorted by `order`.
    mutating func sort(by head: String, columns: Int = 80) {
        for _ in 0..<12 where !text(columns, 24).contains(head) { press("o") }
    }

    /// Advances the machine's clock, and answers the requests that are due then.
    mutating func wait(_ span: FleetDuration) {
        pass(span)
        answer()
    }
}

extension FleetDuration {
    /// - Parameter count: a multiple of 20.
    static func milliseconds(_ count: Int64) -> FleetDuration { FleetDuration(ticks: count / 20) }
}

extension Shot {
    /// The rows of sessions on a screen with tabs.
    func rows(_ columns: Int = 80, _ rows: Int = 24) -> [String] {
        text(columns, rows).split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(3).prefix(FleetLayout(columns: columns, rows: rows).bodyRows)
            .filter { !$0.isEmpty }.map(String.init)
    }

    /// The lanes of the rows of sessions.
    func lanes(_ columns: Int = 80, _ rows: Int = 24) -> [LaneID] {
        self.rows(columns, rows).compactMap { row in
            row.dropFirst(2).split(separator: " ").first.map(String.init)
                .flatMap(LaneName.lane)
        }
    }

    /// The numbers of a column on a screen of 80 columns, by its heading without the arrow.
    func numbers(_ head: String) -> [Int] {
        let heads = text(80, 24).split(separator: "\n")[2]
        guard let end = heads.firstRange(of: head)?.upperBound else { return [] }
        let place = heads.distance(from: heads.startIndex, to: end)
        return rows().compactMap { row in
            row.prefix(place).split(separator: " ").last.flatMap { Int($0) }
        }
    }

    /// The lane of the selected row; nil if the screen shows none.
    var markedLane: LaneID? {
        rows().first { $0.hasPrefix(">") }.flatMap {
            $0.dropFirst(2).split(separator: " ").first.map(String.init).flatMap(LaneName.lane)
        }
    }

    var footer: String { line(23) }

    func line(_ row: Int) -> String {
        String(text(80, 24).split(separator: "\n", omittingEmptySubsequences: false)[row])
    }
}
