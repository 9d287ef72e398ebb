import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Vocabulary
import WireProtocol

/// The line on standard error in front of days of athletes who fly by laps.
enum LapsNotice {
    /// - Parameter note: what is told; nil for nothing.
    static func tell(_ note: String?, _ flags: ParsedFlags) {
        guard let note else { return }
        _ = StandardStream.error.write("\(flags.command): \(note)\n")
    }

    /// What the answer to a query needs in front of it; nil for nothing.
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
