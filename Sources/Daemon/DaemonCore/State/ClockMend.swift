import CommandLine
import Configuration
import LinuxIO
import PlainText
import StateFiles
import Vocabulary

/// `runwayd --set-clock-point now`: mends a state directory whose daemon was started while the
/// machine's clock was ahead.
enum ClockMend {
    static let flag = "--set-clock-point"
    /// The one value of the flag.
    static let now = "now"

    /// What to do, for a sentence.
    static func remedy(for path: String) -> String { "run runwayd --state \(path) \(flag) \(now)" }

    /// Mends the directory that `--state` names; no daemon may use it.
    ///
    /// - Parameter wall: now, microseconds since 1970.
    /// - Returns: what was done, for a person.
    static func run(
        _ value: String, _ settings: ChosenSettings, at wall: Int64
    ) throws(ProgramFailure) -> String {
        guard value == now else {
            throw .usage("\(flag) cannot be \(value)", suggestion: "give \(now)")
        }
        try settings.refuse()
        guard settings[.state] != nil else {
            throw .usage("\(flag) has no folder to mend", suggestion: "name it with --state")
        }
        try MachineClock.check(wall)
        let path = settings.text(.state)
        do throws(StateFailure) {
            try check(path)
            return told(try StateFolder(path).takeBack(at: wall), in: path)
        } catch {
            throw .state(error)
        }
    }

    /// Refuses a folder without a fleet: opening a missing folder would make it.
    private static func check(_ path: String) throws(StateFailure) {
        do throws(SystemFailure) {
            guard try !StateFolder.hasFleet(path) else { return }
        } catch {
            throw .system(error)
        }
        throw .missing(file: "\(path)/identity", beside: "no fleet")
    }

    private static func told(_ mended: MendedState?, in path: String) -> String {
        guard let mended else {
            return "\(path): nothing lies ahead of the fleet's present, and nothing has changed.\n"
        }
        let present = CalendarTime(microseconds: mended.present.microseconds)
        let promised = mended.promised.map { CalendarTime(microseconds: $0.microseconds) }
        let sent = promised.map { ", and lines up to \($0) that may have been sent bind no more" }
        let taken = mended.keptIn.map {
            " \(mended.commandsTakenBack.counted("command")) ahead of it "
                + "\(mended.commandsTakenBack.noun("was", "were")) taken back; the journal that "
                + "had \(mended.commandsTakenBack.noun("it", "them")) is in \($0)."
        }
        return "\(path): the fleet goes on from \(present)\(sent ?? "").\(taken ?? "")\n"
    }
}
