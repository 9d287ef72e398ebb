import ActivityFiles
import CommandLine
import LinuxIO
import Simulation

/// The fault script that the settings name, or what is wrong with it.
struct NamedFaultScript {
    /// Empty where none is named, or where it is wrong.
    private(set) var script = FaultScript()
    private(set) var findings: [SettingFinding] = []

    /// Reads the file to its end, also after a line that is wrong.
    init(_ settings: ChosenSettings) {
        guard let choice = settings[.faults] else { return }
        read(settings.text(.faults), choice.origin)
    }

    private mutating func read(_ path: String, _ origin: SettingOrigin) {
        do throws(NamedFileFailure) {
            let bytes = try NamedFile.read(path, limitBytes: FaultScript.byteLimit)
            parse(bytes, path, origin)
        } catch {
            note(
                "cannot read the fault script: \(error)",
                remedy: "give a readable text file of at most "
                    + "\(FaultScript.byteLimit >> 10) KiB", origin,
                code: error.isPermission ? .permission : .input)
        }
    }

    private mutating func parse(_ bytes: [UInt8], _ path: String, _ origin: SettingOrigin) {
        let reading = FaultScriptReading(bytes: bytes, name: path)
        script = reading.errors.isEmpty ? reading.script : FaultScript()
        for error in reading.errors {
            let place = "\(path):\(error.line):\(error.column)"
            note(
                "\(place): \(error.reason)", remedy: Self.remedy(for: error),
                origin, code: .input)
        }
    }

    private static func remedy(for error: FaultScriptError) -> String {
        guard case .unknownFault(let text) = error.problem,
            let near = text.lowercased().nearest(of: ScriptedFault.allCases.map(\.rawValue))
        else { return error.suggestion }
        return "did you mean \(near)? \(error.suggestion)"
    }

    private mutating func note(
        _ sentence: String, remedy: String, _ origin: SettingOrigin, code: ExitCode
    ) {
        findings.append(
            SettingFinding(
                origin, SettingKey.faults.rawValue, .sentence(sentence), remedy: remedy,
                code: code))
    }
}

/// The recordings that the settings name, read in order; or what is wrong with them.
struct NamedRecordings {
    private static let byteLimit = 256 << 20

    private(set) var recordings: [Recording] = []
    private(set) var findings: [SettingFinding] = []

    /// Reads every file, also after one that is wrong. None if the list itself is wrong.
    init(_ settings: ChosenSettings) {
        guard let choice = settings[.replay] else { return }
        for (index, path) in settings.texts(.replay).enumerated() {
            let isPlaced = choice.itemOrigins.indices.contains(index)
            read(path, isPlaced ? choice.itemOrigins[index] : choice.origin)
        }
    }

    private mutating func read(_ path: String, _ origin: SettingOrigin) {
        do throws(NamedFileFailure) {
            parse(try NamedFile.read(path, limitBytes: Self.byteLimit), path, origin)
        } catch {
            note(
                "cannot read the recording: \(error)",
                remedy: "give a readable CSV or FIT file", origin,
                code: error.isPermission ? .permission : .input)
        }
    }

    private mutating func parse(_ bytes: [UInt8], _ path: String, _ origin: SettingOrigin) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        // The content tells, not the name.
        guard !FITDecoder.isFIT(bytes) else { return parse(fit: bytes, path, name, origin) }
        do throws(RecordingError) {
            recordings.append(try Recording(csv: bytes, name: name))
        } catch {
            note(
                "\(path):\(error.line):\(error.column): \(error.reason)",
                remedy: Self.remedy(for: error), origin, code: .input)
        }
    }

    private mutating func parse(
        fit bytes: [UInt8], _ path: String, _ name: String, _ origin: SettingOrigin
    ) {
        do throws(FITFault) {
            recordings += try FITRecordings.read(bytes, name: name)
        } catch {
            note(
                "\(path): byte \(error.offset): \(error.reason)",
                remedy: error.reason.suggestion, origin, code: .input)
        }
    }

    /// A file whose first cell is another is none of ours.
    private static func remedy(for error: RecordingError) -> String {
        let isStranger = error.line == 1 && error.column == 1
        guard isStranger else { return error.suggestion }
        return "\(error.suggestion); gpsbabel makes FIT files of other formats"
    }

    private mutating func note(
        _ sentence: String, remedy: String, _ origin: SettingOrigin, code: ExitCode
    ) {
        findings.append(
            SettingFinding(
                origin, SettingKey.replay.rawValue, .sentence(sentence), remedy: remedy,
                code: code))
    }
}
