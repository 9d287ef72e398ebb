import ActivityFiles
import CommandLine
import LinuxIO
import Simulation

/// The recordings that the settings name, read in order; or what is wrong with them.
struct NamedRecordings {
    private static let byteLimit = 256 << 20

    private(set) var recordings: [Recording] = []
    /// What keeps a program from starting.
    private(set) var findings: [SettingFinding] = []
    /// What was left out, repaired or passed over.
    private(set) var warnings: [SettingFinding] = []

    /// Reads every file, also after one that is wrong. None if the list itself is wrong.
    init(_ settings: ChosenSettings) {
        guard let choice = settings[.replay] else { return }
        for (index, path) in settings.texts(.replay).enumerated() {
            let isPlaced = choice.itemOrigins.indices.contains(index)
            read(path, isPlaced ? choice.itemOrigins[index] : choice.origin)
        }
    }

    private mutating func read(_ path: String, _ origin: SettingOrigin) {
        let place = SessionPlace(path)
        do throws(NamedFileFailure) {
            let bytes = try NamedFile.read(place.path, limitBytes: Self.byteLimit)
            take(ActivityFile(bytes, name: place.name), place, origin)
        } catch {
            findings.append(
                SettingFinding(
                    origin, .replay, "cannot read the recording: \(error)",
                    remedy: "give a readable CSV, FIT, TCX or GPX file",
                    code: error.isPermission ? .permission : .input))
        }
    }

    private mutating func take(
        _ file: ActivityFile, _ place: SessionPlace, _ origin: SettingOrigin
    ) {
        switch file {
        case .csv(let bytes): takeText(bytes, place, origin)
        case .refused(let fault): refuse(fault, place, origin)
        case .read(let reading):
            guard let name = place.session else { return take(reading, place, origin) }
            guard let one = reading.only(name) else {
                let names = reading.recordings.map { "\($0.name)" }.joined(separator: ", ")
                findings.append(
                    SettingFinding(
                        origin, .replay, "\(place.path) has no session \(name) on foot",
                        remedy: "it has \(names)", code: .input))
                return
            }
            take(one, place, origin)
        }
    }

    private mutating func take(
        _ reading: ActivityReading, _ place: SessionPlace, _ origin: SettingOrigin
    ) {
        recordings += reading.recordings
        warnings += reading.notices.map { notice in
            SettingFinding(
                origin, .replay, "\(place.path): byte \(notice.offset): \(notice)",
                remedy: notice.consequence, code: .input, isWarning: true)
        }
    }

    private mutating func refuse(
        _ fault: ActivityFault, _ place: SessionPlace, _ origin: SettingOrigin
    ) {
        findings.append(
            SettingFinding(
                origin, .replay, "\(place.path): byte \(fault.offset): \(fault.reason)",
                remedy: fault.reason.suggestion, code: .input))
    }

    private mutating func takeText(
        _ bytes: [UInt8], _ place: SessionPlace, _ origin: SettingOrigin
    ) {
        do throws(RecordingError) {
            recordings.append(try Recording(csv: bytes, name: place.name))
        } catch {
            // A file with another first cell is no recording.
            let isStranger = error.line == 1 && error.column == 1
            findings.append(
                SettingFinding(
                    origin, .replay, "\(place.path):\(error.line):\(error.column): \(error.reason)",
                    remedy: error.suggestion
                        + (isStranger ? "; FIT, TCX and GPX files are known by their content" : ""),
                    code: .input))
        }
    }
}

/// A file, or one session of it: `brick.fit#3`, if no file has this name.
private struct SessionPlace {
    let path: String
    /// The last part of the path.
    let name: String
    /// The session's name; nil for all sessions of the file.
    var session: String?

    init(_ text: String) {
        let parts = text.split(separator: "#", omittingEmptySubsequences: false)
        let number = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
        let hasNumber = number.map { $0 > 0 && "\($0)" == parts[parts.count - 1] } ?? false
        let isSession = hasNumber && (try? FileStatus.of(text)) == nil
        path = isSession ? parts.dropLast().joined(separator: "#") : text
        name = path.split(separator: "/").last.map(String.init) ?? path
        if isSession, let number { session = number == 1 ? name : "\(name)#\(number)" }
    }
}
