import CommandLine
import LinuxIO
import Simulation

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
                remedy: "give a readable CSV file", origin,
                code: error.isPermission ? .permission : .input)
        }
    }

    private mutating func parse(_ bytes: [UInt8], _ path: String, _ origin: SettingOrigin) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(RecordingError) {
            recordings.append(try Recording(csv: bytes, name: name))
        } catch {
            note(
                "\(path):\(error.line):\(error.column): \(error.reason)",
                remedy: error.suggestion, origin, code: .input)
        }
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
