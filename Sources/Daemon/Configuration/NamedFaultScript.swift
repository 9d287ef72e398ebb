import CommandLine
import LinuxIO
import Simulation

/// The fault script that the settings name, or what is wrong with it.
struct NamedFaultScript {
    /// Empty if no script is named, or if it is wrong.
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
            findings.append(
                SettingFinding(
                    origin, .faults, "cannot read the fault script: \(error)",
                    remedy: "give a readable text file of at most "
                        + "\(FaultScript.byteLimit >> 10) KiB",
                    code: error.isPermission ? .permission : .input))
        }
    }

    private mutating func parse(_ bytes: [UInt8], _ path: String, _ origin: SettingOrigin) {
        let reading = FaultScriptReading(bytes: bytes, name: path)
        script = reading.errors.isEmpty ? reading.script : FaultScript()
        findings += reading.errors.map { error in
            SettingFinding(
                origin, .faults, "\(path):\(error.line):\(error.column): \(error.reason)",
                remedy: Self.remedy(for: error), code: .input)
        }
    }

    private static func remedy(for error: FaultScriptError) -> String {
        guard case .unknownFault(let text) = error.problem,
            let near = text.lowercased().nearest(of: ScriptedFault.allCases.map(\.rawValue))
        else { return error.suggestion }
        return "did you mean \(near)? \(error.suggestion)"
    }
}
