import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Vocabulary
import WireProtocol

/// The line on standard error before an answer about days of athletes who fly laps.
enum LapsNotice {
    /// The text of the line for a query's answer; nil if the answer needs none.
    static func note(on request: QueryRequest, _ greeting: JSONValue) -> String? {
        let fleet = GreetedFleet(greeting: greeting)
        let lanes: [Int]
        switch request.selection {
        case .all: lanes = [fleet.lastLane]
        case .some(let selected): lanes = selected.map(\.lane)
        }
        guard request.interval.isCivil, lanes.contains(where: fleet.fliesLaps) else { return nil }
        return LapsNote.text
    }
}
