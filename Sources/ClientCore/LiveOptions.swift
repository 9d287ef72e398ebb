import CommandLine
import FlightDisplay
import LinuxIO
import StreamClient
import Terminal
import Vocabulary

/// What the flags of `live` ask for.
struct LiveOptions {
    let preferences: Preferences
    /// The lane to begin with; nil chooses one in mid-flight.
    let lane: Int?
    let milliseconds: Int?
    let palette: Palette

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        // A mistake in window or smoothing is told before anything is started.
        _ = try ChannelFlags.request(flags, after: nil)
        do throws(UsageError) {
            milliseconds = try flags.milliseconds("--for")
            lane = try flags.value("--session", allowed: "one lane, such as s7") {
                $0.contains(".") ? nil : LaneName.lane(of: $0)
            }
            preferences = try Self.preferences(flags)
            palette = try flags.palette()
        } catch {
            throw .usage(error)
        }
    }

    private static func preferences(_ flags: ParsedFlags) throws(UsageError) -> Preferences {
        let measures = ["LC_ALL", "LC_MEASUREMENT", "LANG"].map(Environment.value)
        try flags.check("--units", isOneOf: Units.allCases.map(\.rawValue))
        try flags.check("--symbols", isOneOf: Symbols.allCases.map(\.rawValue))
        try flags.check("--view", isOneOf: ["flight", "fleet"])
        var preferences = Preferences(
            units: Units(choice: flags["--units"], locale: measures),
            symbols: Symbols(choice: flags["--symbols"]))
        preferences.window = flags["--window"] ?? preferences.window
        preferences.smoothing = flags["--smooth"] ?? preferences.smoothing
        if flags["--view"] == "fleet" { preferences.view = .fleet }
        return preferences
    }
}
