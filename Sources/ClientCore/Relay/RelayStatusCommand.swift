import CommandLine
import LinuxIO
import PlainText
import Relay
import WireProtocol

/// `runway relay --status`: how a relay is, from the file that it keeps.
enum RelayStatusCommand {
    private static let limitBytes = 1 << 16

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let name: String
        do throws(UsageError) {
            name = try RelayOptions.name(flags)
        } catch {
            throw .usage(error)
        }
        let path = try RelayFiles.Paths(flags, name: name).status
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

    /// The line of the file, without its newline.
    private static func read(_ path: String) throws(ProgramFailure) -> [UInt8] {
        do throws(SystemFailure) {
            let bytes = try FileContent.read(path, limitBytes: limitBytes)
            return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
        } catch {
            throw ProgramFailure(
                error.isNotFound ? .unavailable : error.isPermission ? .permission : .input,
                "no relay has kept a status in \(path): \(error.reason); name the relay with "
                    + "--name, or its anchor with --anchor-file")
        }
    }
}
