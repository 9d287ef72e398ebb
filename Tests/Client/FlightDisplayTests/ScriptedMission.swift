import FlightDisplay
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// A mission in mid-flight; a test sends it the daemon's lines about pace and calls.
struct ScriptedMission {
    private(set) var shot: Shot
    private var now = DisplayStand.epoch + DisplayStand.midFlight
    /// The target pace of the mission, seconds for a kilometre.
    static let target = 270.0
    static let allowed = 20.0

    init(_ units: Units = .metric, _ symbols: Symbols = .braille) throws {
        shot = try DisplayStand.missionShot.get()
        shot.state.preferences.units = units
        shot.state.preferences.symbols = symbols
    }

    /// Advances the clock; no line comes.
    mutating func pass(_ span: FleetDuration) {
        now = now + span
        shot = Shot(state: shot.state, clock: shot.clock + .microseconds(span.microseconds))
    }

    /// Reconnects: the past is replayed.
    mutating func connect() { shot.state.connect() }

    private mutating func say(_ line: String) {
        guard let value = JSONValue(line: line.utf8) else {
            preconditionFailure("no JSON: \(line)")
        }
        shot.state.take(value, at: shot.clock)
    }

    private func line(_ subscription: Int, _ type: String, _ fields: String) -> String {
        let name = shot.state.subscriptions[subscription].name
        return #"{"sub":"\#(name)","type":"\#(type)","session":"s0.0","n":1,"#
            + #""t":"\#(DisplayStand.text(now))",\#(fields)}"#
    }

    /// Sends an advisory of the daemon.
    mutating func call(_ advisory: Advisory) {
        say(line(1, "advisory", #""to":"\#(advisory.rawValue)","speed_mps":3.421"#))
    }

    /// Sets the pace of the following lines, seconds for a kilometre.
    mutating func run(at pace: Double) {
        say(line(0, "stat", #""speed_mps":{"average":\#(1000 / pace)}"#))
    }

    mutating func say(present fields: String) { say(line(0, "stat", fields)) }

    mutating func say(past type: String, _ fields: String) { say(line(1, type, fields)) }

    /// The row of the screen with a text, and the style of its first character.
    func place(of text: String, columns: Int, rows: Int) -> (row: Int, style: CellStyle)? {
        let screen = shot.screen(columns, rows)
        for (row, line) in screen.text.enumerated() {
            guard let found = line.firstRange(of: text) else { continue }
            let column = line.distance(from: line.startIndex, to: found.lowerBound)
            return (row, screen[row, column].style)
        }
        return nil
    }
}
