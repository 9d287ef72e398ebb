import CommandLine
import JSON
import LinuxIO
import PlainText
import Simulation
import Vocabulary

/// The athletes that the settings order, or what is wrong with them.
package struct NamedAthletes {
    private(set) var findings: [SettingFinding] = []
    private(set) var athletes: [OrderedAthlete] = []
    let origin: SettingOrigin

    /// The most bytes of a file: a line for each lane that a fleet can have.
    static let byteLimit = 16 << 20

    /// Reads the file to its end, or to the first of many faults.
    init(_ settings: ChosenSettings) {
        guard let choice = settings[.athletes] else {
            origin = .default()
            return
        }
        origin = choice.origin
        switch choice.value {
        case .athletes(let list): athletes = list
        case .text(let path): read(path)
        case _: return
        }
        guard findings.isEmpty else { return }
        checkLanes(settings)
        checkDays(isByDays: settings.isByDays)
    }

    /// The regions of athletes who live in one of their own.
    var homes: [LaneID: Region] {
        athletes.enumerated().reduce(into: [:]) { $0[LaneID(index: $1.offset)] = $1.element.home }
    }

    /// The routes of single athletes, in the order of their lanes.
    var routes: [LanePath] {
        athletes.enumerated().compactMap { index, athlete in
            athlete.route.map { LanePath(LaneID(index: index), $0) }
        }
    }

    private mutating func read(_ path: String) {
        do throws(NamedFileFailure) {
            parse(try NamedFile.read(path, limitBytes: Self.byteLimit), path)
        } catch {
            note(
                "cannot read the athletes: \(error)",
                remedy: "give a readable JSON5 file of at most \(Self.byteLimit >> 20) MiB",
                code: error.isPermission ? .permission : .input)
        }
    }

    private mutating func parse(_ bytes: [UInt8], _ path: String) {
        var reading = AthleteReading()
        do throws(JSONFault) {
            // One element at a time, so that no tree of all of them is in memory.
            try PlacedJSON.elements(of: bytes[...], .json5, levels: AthleteReading.levels) {
                reading.read($0)
            }
        } catch {
            let fault = JSON5Fault(error, in: bytes)
            return note("\(path):\(fault.place): \(fault.reason)", remedy: fault.suggestion)
        }
        athletes = reading.athletes.map { $0.located { $0.located(besideFile: path) } }
        guard !reading.faults.isEmpty else { return }
        let text = PlacedText(bytes)
        for fault in reading.faults {
            let field = fault.key.map { "\($0): " } ?? ""
            note(
                "\(path):\(text.place(of: fault.offset)): \(field)\(fault.statement.words)",
                remedy: fault.remedy)
        }
    }

    /// There is a lane for each, and it is no recording's.
    private mutating func checkLanes(_ settings: ChosenSettings) {
        let recorded = settings[.replay] == nil ? 0 : settings.texts(.replay).count
        let lanes = recorded + Int(settings.integer(.sessions))
        if athletes.count > lanes {
            note(
                "there are \(athletes.count.counted("athlete")), and the fleet has "
                    + "\(lanes.counted("lane"))",
                remedy: "give --sessions \(athletes.count - recorded), or fewer athletes")
        }
        for index in athletes.indices.prefix(recorded) where athletes[index] != OrderedAthlete() {
            note(
                "s\(index) flies a recording, whose athlete cannot be ordered",
                remedy: "begin the list with {} for each recording")
        }
    }

    private mutating func checkDays(isByDays: Bool) {
        guard !isByDays, let index = athletes.firstIndex(where: { $0.daysOrder != nil }) else {
            return
        }
        let what = athletes[index].hasHabits ? "habits" : "events"
        note(
            "s\(index) is ordered to have \(what), and athletes by laps have none",
            remedy: "give --schedule days, or leave out \(what)")
    }

    private mutating func note(_ sentence: String, remedy: String, code: ExitCode = .input) {
        findings.append(
            SettingFinding(origin, .athletes, sentence, remedy: remedy, code: code))
    }
}
