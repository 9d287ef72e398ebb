import ActivityFiles
import CommandLine
import StreamClient
import Vocabulary

/// `--format`, and the flags that have a meaning for some formats only.
extension SessionExport.Format {
    /// - Parameter shape: of the lines, from their flags.
    init(_ flags: ParsedFlags, _ shape: ChannelShape) throws(ProgramFailure) {
        do throws(UsageError) {
            switch flags["--format"] ?? "csv" {
            case "csv":
                try Self.refuseChannel(flags, "csv, whose columns are fixed")
                self = .csv
            case "ndjson": self = .ndjson(shape)
            case "fit":
                try Self.refuseChannel(flags, "fit, whose fields are fixed")
                self = .fit(try flags.word("--laps") ?? .kilometre)
                return
            case let other:
                throw UsageError(
                    "--format cannot be \"\(other)\"", suggestion: "give csv, ndjson or fit")
            }
            guard !flags.has("--laps") else {
                throw UsageError(
                    "--laps has no meaning for \(name), which has none",
                    suggestion: "add --format fit")
            }
        } catch {
            throw .usage(error)
        }
    }

    /// The flags of a channel are for lines.
    private static func refuseChannel(
        _ flags: ParsedFlags, _ format: String
    ) throws(UsageError) {
        let given = ChannelFlags.all.first { flags.has($0.name) && $0.name != "--session" }
        guard let flag = given else { return }
        throw UsageError(
            "\(flag.name) has no meaning for \(format)", suggestion: "add --format ndjson")
    }
}
