import Terminal

/// What the user has chosen to see, and how.
package struct Preferences: Equatable, Sendable {
    package enum View: Equatable, Sendable {
        case flight, fleet
    }

    package var view = View.flight
    /// As on the wire: `30s`, or `session`.
    package var window = "5s"
    /// As `runway tail --smooth` takes it, or `none`.
    package var smoothing = "none"
    package var units: Units
    package var symbols: Symbols
    /// How far back the graphs reach, in minutes.
    package var graphMinutes = 10
    package var showsHelp = false
    /// Whether the log is shown where it is not by itself, and the other way round.
    package var flipsLog = false
    /// Whether the mouse works; if not, it selects text as anywhere in the terminal.
    package var usesMouse = true

    package init(units: Units, symbols: Symbols) {
        self.units = units
        self.symbols = symbols
    }

    static let windows = ["5s", "10s", "30s", "1m", "session"]
    static let smoothings = ["none", "ema2:3s", "ema:5s", "ema:15s", "mean:10s", "median:10s"]
    static let graphSpans = [10, 20, 60, 5]

    /// The entry after `current`, from the start again behind the last or for a stranger.
    static func next<Value: Equatable>(_ current: Value, in values: [Value]) -> Value {
        let place = values.firstIndex(of: current).map { ($0 + 1) % values.count } ?? 0
        return values[place]
    }
}
