import Simulation
import Vocabulary
import WireProtocol

/// What only the simulator knows of a day: what befalls the athlete, ordered and drawn.
package struct DayTruth: Hashable, Sendable {
    package struct Finding: Hashable, Sendable {
        package let name: String
        /// Whether it is ordered, and not drawn.
        package let isOrdered: Bool
        /// The first and the last day, such as `2026-03-05`.
        package let first: String
        package let last: String

        package init(name: String, isOrdered: Bool, first: String, last: String) {
            (self.name, self.isOrdered, self.first, self.last) = (name, isOrdered, first, last)
        }
    }

    /// Ordered ones first; none on a day on which earlier ones still change the speed.
    package let findings: [Finding]
    /// By how many percent the athlete's speed at a heart rate differs from the usual one.
    package let speedChange: Double

    package init(findings: [Finding], speedChange: Double) {
        (self.findings, self.speedChange) = (findings, speedChange)
    }

    /// The most findings of a day: five that are ordered, each of another kind and none of them
    /// overreached, whom the others let rest; and a state and a break that are drawn.
    static let findingsMax = 7
    /// How long before the end of its day it is told: before the last line of the book.
    static let lead = FleetDuration(ticks: 1)
}

/// How the truth of a day looks in a line.
extension LineBuffer {
    /// Adds `,"findings":[{"finding":"ill",…}],"speed_percent":-4.0`.
    mutating func append(_ truth: DayTruth) {
        append(#","findings":["#)
        for (index, finding) in truth.findings.enumerated() {
            append(index == 0 ? #"{"finding":"# : #",{"finding":"#)
            appendJSONString(finding.name)
            appendField("source", finding.isOrdered ? "ordered" : "drawn")
            appendField("first", finding.first)
            appendField("last", finding.last)
            append("}")
        }
        append("]")
        appendName("speed_percent")
        append(truth.printedSpeedChange)
    }
}

extension DayTruth {
    /// Percent with one decimal, ties to even, as all that is printed; zero has no sign.
    package var printedSpeedChange: Decimal64 {
        Decimal64(units: Int64((speedChange * 10).rounded(.toNearestOrEven)), decimals: 1)
    }
}

/// The truths of a fleet's days.
extension Fleet {
    /// Whether the books of a lane tell the truth of its days; never those of recordings and
    /// started lanes. O(1).
    func tellsTruth(of lane: LaneID) -> Bool {
        !fliesOnce(lane) && dayCalendar.tellsTruth(of: lane)
    }

    /// How many lanes tell the truth of their days: some of those whose athletes are ordered.
    package var truthTellerCount: Int {
        (0..<roster.count).count { tellsTruth(of: LaneID(index: $0)) }
    }

    /// What a lane's book tells of a day; nil if it tells nothing.
    func toldTruth(of lane: LaneID, on lap: Int) -> DayTruth? {
        tellsTruth(of: lane) ? dayCalendar.truth(of: lane, on: lap) : nil
    }

    /// How many lines up to and including a point tell the truth of a lane's day: one or none.
    ///
    /// - Parameter day: from the day's first instant up to that of the next.
    func truths(
        of lane: LaneID, on lap: Int, _ day: Range<FleetInstant>, through position: StreamPosition
    ) -> Int {
        let told = day.upperBound - DayTruth.lead
        guard told <= position.instant, StreamPosition(told, lane: lane, .dayTruth) <= position
        else { return 0 }
        return toldTruth(of: lane, on: lap) == nil ? 0 : 1
    }
}
