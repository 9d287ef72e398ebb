import CommandLine
import StreamClient
import WireProtocol

/// What `tail` does after the daemon refuses a subscription: reconnect, or end with a message.
struct TailRefusal {
    let line: JSONValue?
    /// Whether the daemon accepted the same subscription before: then the daemon has changed.
    let isReturn: Bool
    /// The file that the anchor came from; nil if it came from a flag.
    let anchorFile: String?
    /// The flag that names the anchor file.
    var fileFlag = AnchorFile.flag
    /// The flag that says where the subscription begins.
    var beginFlag = "--from"

    var end: TailEnd {
        if mayPass, isReturn || code == .anchorAhead {
            return .lost(LinkLoss(code: text("code"), reason: sentences.withoutFullStop))
        }
        if isReturn { return .failed(farewell) }
        if let anchorFile, isOfAnchor {
            return .failed(ProgramFailure(.input, "\(anchorFile): \(sentences) \(remedyOfFile)"))
        }
        return .failed(
            ProgramFailure(
                mayPass ? .unavailable : .refusal(code: text("code")),
                "\(flag)\(sentences) \(suggestion)"))
    }

    private var code: ErrorCode? { ErrorCode(rawValue: text("code")) }

    /// Whether the daemon calls the error retryable, as for an anchor ahead of the fleet: the fleet
    /// was restarted or its clock set back, and will reach the anchor.
    private var mayPass: Bool { line?["retryable"] == .boolean(true) }

    private var isOfAnchor: Bool {
        [.anchorInvalid, .anchorForeign, .anchorExpired].contains(code)
    }

    private var remedyOfFile: String {
        // A recording's files hold anchors too: removing the anchor file alone does not help.
        fileFlag == AnchorFile.flag
            ? "Remove the file to begin from now." : "Name another folder with \(fileFlag)."
    }

    private var farewell: ProgramFailure {
        let remedy = anchorFile.map { "remove \($0) and start again" } ?? "start again"
        return ProgramFailure(
            code?.isOfRights ?? false ? .permission : .linkLost,
            "the daemon that answers now cannot go on: \(sentences) To follow it, \(remedy).")
    }

    /// The flag of the refused field, with a colon; empty if the daemon names no field.
    private var flag: String {
        let flag = line?["field"]?.text.map {
            $0 == "after" ? beginFlag : FlagRequest.flag(for: $0)
        }
        return flag.map { "\($0): " } ?? ""
    }

    /// The daemon's suggestion, with `--from ANCHOR` instead of the field `"after":"ANCHOR"`.
    private var suggestion: String {
        let parts = text("suggestion").split(separator: "\"", omittingEmptySubsequences: false)
        guard let field = parts.firstIndex(of: "after"), field > 0, field + 2 < parts.count,
            parts[field + 1] == ":"
        else { return text("suggestion") }
        return parts[..<field].joined(separator: "\"") + "--from " + parts[field + 2]
            + parts[(field + 3)...].joined(separator: "\"")
    }

    private var sentences: String { "\(text("description")) \(text("reason"))" }

    private func text(_ name: String) -> String { line?[name]?.text ?? "" }
}

extension TailOptions {
    /// What to do after the daemon has refused the subscription.
    ///
    /// - Parameter beginsAtMoment: whether the anchor file held no anchor.
    func refusal(
        _ line: ArraySlice<UInt8>, isReturn: Bool, beginsAtMoment: Bool
    ) -> TailEnd {
        TailRefusal(
            line: JSONValue(line: line), isReturn: isReturn,
            anchorFile: beginsAtMoment && !isReturn ? nil : anchorPath, fileFlag: fileFlag,
            beginFlag: ["--since", "--last"].first(where: flags.has) ?? "--from"
        ).end
    }
}

extension ProgramFailure {
    /// The failure after the daemon has ended the subscription.
    init(ended line: ArraySlice<UInt8>) {
        let why = JSONValue(line: line)?["description"]?.text ?? ""
        self.init(.permission, "the daemon has ended the subscription: \(why)")
    }
}
