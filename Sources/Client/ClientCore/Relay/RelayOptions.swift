import CommandLine
import LinuxIO
import Relay
import StreamClient
import Vocabulary
import WireProtocol

/// What the flags of `relay` ask for.
struct RelayOptions {
    /// The options of a `tail` that never loses a line: where it is read too slowly, the daemon
    /// ends the connection, and the next one goes on after the last line.
    let tail: TailOptions
    let name: String
    let command: String
    /// Whether the command acknowledges line by line.
    let acknowledgesLines: Bool
    let limits: BatchLimits
    let patience: DeliveryPatience
    let form: RelayForm
    let files: RelayFiles.Paths

    /// - Throws: for mistakes in the flags.
    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard let command = flags["--exec"] else {
            throw .usage("no command is named", suggestion: "write runway relay --exec 'COMMAND'")
        }
        self.command = command
        var flags = flags
        flags.set(ChannelFlags.queueFlag.name, QueuePolicy.close.rawValue)
        name = try Self.name(flags)
        let word = try flags.value("--ack", allowed: "exit or lines") { RelayAck(rawValue: $0) }
        acknowledgesLines = word == .lines
        limits = try Self.limits(flags)
        patience = try Self.patience(flags)
        form = try Self.form(flags, name, acknowledgesLines)
        files = try RelayFiles.Paths(flags, name: name)
        flags.set(AnchorFile.flag, files.anchor)
        tail = try TailOptions(flags)
    }

    static let usualName = "relay"

    private enum RelayAck: String { case exit, lines }

    /// The name of the relay, which is part of file names, ids and metrics.
    static func name(_ flags: ParsedFlags) throws(ProgramFailure) -> String {
        let name = try flags.value(
            "--name", allowed: "1 to 64 letters of ASCII, digits, - and _"
        ) { text in
            let isName = text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
            return isName && 1...64 ~= text.utf8.count ? text : nil
        }
        return name ?? usualName
    }

    private static func limits(_ flags: ParsedFlags) throws(ProgramFailure) -> BatchLimits {
        let age = try flags.value("--batch-age", allowed: "a span from 20ms to 1h") { text in
            FleetDuration(parsing: text).flatMap { span in
                1...FleetDuration.seconds(3600).ticks ~= span.ticks
                    ? Duration.microseconds(span.microseconds) : nil
            }
        }
        return BatchLimits(
            lines: try flags.integer("--batch-lines", in: 1...10_000_000) ?? 5000,
            bytes: try flags.value("--batch-bytes", allowed: "from 1 to 1G, such as 512k or 4M") {
                Self.bytes($0)
            } ?? 1 << 20,
            age: age ?? .seconds(1))
    }

    /// Reads `4096`, `512k`, `4M` or `1G`; nil for any other text, and beyond 1 GiB.
    static func bytes(_ text: String) -> Int? {
        let units: [Character: Int] = ["k": 10, "M": 20, "G": 30]
        let shift = text.last.flatMap { units[$0] }
        guard let number = Int(shift == nil ? text[...] : text.dropLast()),
            1...(1 << 30) ~= number
        else { return nil }
        let bytes = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        return bytes.overflow || bytes.partialValue > 1 << 30 ? nil : bytes.partialValue
    }

    private static func patience(_ flags: ParsedFlags) throws(ProgramFailure) -> DeliveryPatience {
        DeliveryPatience(
            attempt: try flags.span("--attempt") ?? .seconds(300),
            giveUp: try flags.span("--give-up"))
    }

    private static func form(
        _ flags: ParsedFlags, _ name: String, _ needsID: Bool
    ) throws(ProgramFailure) -> RelayForm {
        func template(_ flag: String, _ usual: String?) throws(ProgramFailure) -> HeadTemplate? {
            guard let text = flags[flag] ?? usual else { return nil }
            return try HeadTemplate(parsing: text, flag: flag, sub: name)
        }
        let id = try template("--id", needsID ? usualID : nil)
        if needsID, let id, !id.isUnique {
            throw .usage(
                "--id: two lines may have the same id, and --ack lines tells lines by it",
                suggestion: "name {session} and {n} with a sign between, as in \(usualID)")
        }
        return RelayForm(
            key: try template("--key", nil), id: id, value: try value(flags))
    }

    private static let usualID = "{sub}:{fleet}:{session}:{n}"

    private static func value(_ flags: ParsedFlags) throws(ProgramFailure) -> RelayForm.Value {
        guard let text = flags["--value"] else {
            return flags.has("--clock") ? .lineWithClock : .line
        }
        guard !flags.has("--clock") else {
            throw .usage(
                "--clock is for whole lines", suggestion: "leave out one of --clock and --value")
        }
        return .fields(try ValueFields(parsing: text, flag: "--value"))
    }
}
