import CommandLine
import StreamClient
import WireProtocol

/// What the daemon's refusal of a subscription means for who follows.
struct TailRefusal {
    let line: JSONValue?
    /// Whether the same had been accepted before: the daemon has changed, not the user's mind.
    let isReturn: Bool
    /// Where the anchor came from, if that was a file.
    let anchorFile: String?
    /// What says where it begins.
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
            ProgramFailure(mayPass ? .unavailable : .refused, "\(flag)\(sentences) \(suggestion)"))
    }

    private var code: ErrorCode? { ErrorCode(rawValue: text("code")) }

    /// Among others when the anchor lies ahead: the fleet has begun anew, or its clock was set
    /// back. It gets there, for who begins as for who comes back.
    private var mayPass: Bool { line?["retryable"] == .boolean(true) }

    private var isOfAnchor: Bool {
        [.anchorInvalid, .anchorForeign, .anchorExpired, .historyBudget].contains(code)
    }

    /// An anchor that lies too far back for all of the sessions may do for some of them, and the
    /// daemon suggests the earliest that does for all.
    private var remedyOfFile: String {
        guard code == .historyBudget else { return "Remove the file to begin from now." }
        return "\(suggestion) Put that anchor into the file, follow fewer with --session, "
            + "or remove the file to begin from now."
    }

    private var farewell: ProgramFailure {
        let remedy = anchorFile.map { "remove \($0) and start again" } ?? "start again"
        return ProgramFailure(
            .linkLost,
            "the daemon that answers now cannot go on: \(sentences) To follow it, \(remedy).")
    }

    /// The flag that it is about, with a colon; empty if the daemon names no field.
    private var flag: String {
        let flag = line?["field"]?.text.map { $0 == "after" ? beginFlag : UsageError.flag(for: $0) }
        return flag.map { "\($0): " } ?? ""
    }

    /// An anchor stands behind its flag, not as the field of a request.
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
