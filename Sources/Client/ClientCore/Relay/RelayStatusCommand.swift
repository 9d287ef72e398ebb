import CommandLine
import LinuxIO
import PlainText
import Relay
import WireProtocol

/// `runway relay --status`: the state of a relay, from the file that it keeps.
enum RelayStatusCommand {
    private static let limitBytes = 1 << 16

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let path = try RelayFiles.Paths(flags, name: RelayOptions.name(flags)).status
        let bytes = try read(path)
        guard let report = JSONValue(line: bytes).flatMap(RelayReport.init(json:)) else {
            throw ProgramFailure(
                .input, "\(path) is no status of a relay; name its anchor with --anchor-file")
        }
        let wall = WallClock.nowMicroseconds
        let text = flags.has("--json") ? ShownText(json: bytes) + "\n" : report.shown(at: wall)
        try StandardStream.output.print(text)
        return report.isGone(at: wall) ? .unavailable : .success
    }

    /// The line in the status file, without its newline.
    private static func read(_ path: String) throws(ProgramFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(NamedFileFailure) {
            bytes = try NamedFile.read(path, limitBytes: limitBytes, patience: nil)
        } catch {
            let remedy = "name the relay with --name, or its anchor with --anchor-file"
            guard case .system(let failure) = error else {
                throw ProgramFailure(.input, "\(error), and so no status of a relay; \(remedy)")
            }
            throw ProgramFailure(
                failure.isNotFound ? .unavailable : failure.isPermission ? .permission : .input,
                "no relay has kept a status in \(path): \(failure.reason); \(remedy)")
        }
        return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    }
}
