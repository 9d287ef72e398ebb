import CommandLine
import StreamClient
import Testing
import WireProtocol

@testable import ClientCore

@Suite struct TailRefusalTests {
    /// What an error of the daemon comes to.
    private func end(
        _ code: ErrorCode, isReturn: Bool = false, anchorFile: String? = nil
    ) -> TailEnd {
        var line = LineBuffer()
        let error = WireError(code, reason: "That is why.", suggestion: "Do this.")
        ErrorLine.append(error, id: nil, to: &line)
        return TailRefusal(
            line: JSONValue(line: line.text.utf8), isReturn: isReturn, anchorFile: anchorFile
        ).end
    }

    /// What is to be done about an anchor in a file.
    private static let remedies: [ErrorCode: String] = [
        .anchorInvalid: "Remove the file to begin from now.",
        .anchorForeign: "Remove the file to begin from now.",
        .anchorExpired: "Remove the file to begin from now.",
    ]

    private static func exitCode(of code: ErrorCode) -> ExitCode {
        code.isRetryable ? .unavailable : code.isOfRights ? .permission : .refused
    }

    private static let final = ErrorCode.allCases.filter { $0 != .anchorAhead }

    @Test(arguments: [true, false], [nil, "x/a"])
    func `an anchor that lies ahead is waited for, at first and on return`(
        isReturn: Bool, anchorFile: String?
    ) {
        let loss = LinkLoss(
            code: "anchor_ahead",
            reason: "The anchor lies ahead of the fleet's present. That is why")
        #expect(end(.anchorAhead, isReturn: isReturn, anchorFile: anchorFile) == .lost(loss))
    }

    @Test(arguments: final)
    func `at first every other refusal ends it, in the daemon's words`(code: ErrorCode) {
        let text = "\(code.description) That is why. Do this."
        #expect(end(code) == .failed(ProgramFailure(Self.exitCode(of: code), text)))
    }

    @Test func `a refusal names flags, and no fields of a request`() {
        var line = LineBuffer()
        let error = WireError(
            .badField, reason: "That is why.",
            suggestion: #"Begin at 06:00 or later with "after":"a1x", or follow fewer."#,
            field: "select.session.0")
        ErrorLine.append(error, id: nil, to: &line)
        let end = TailRefusal(
            line: JSONValue(line: line.text.utf8), isReturn: false, anchorFile: nil
        ).end
        let text =
            "--session: \(ErrorCode.badField.description) That is why. "
            + "Begin at 06:00 or later with --from a1x, or follow fewer."
        #expect(end == .failed(ProgramFailure(Self.exitCode(of: .badField), text)))
    }

    @Test(arguments: final)
    func `an anchor that is refused is a mistake of the file that it came from`(code: ErrorCode) {
        let text = "\(code.description) That is why."
        let failure =
            Self.remedies[code].map { ProgramFailure(.input, "x/a: \(text) \($0)") }
            ?? ProgramFailure(Self.exitCode(of: code), "\(text) Do this.")
        #expect(end(code, anchorFile: "x/a") == .failed(failure))
    }

    @Test(arguments: ErrorCode.allCases, [nil, "x/a"])
    func `on return it is tried again if that may help, else the link is lost`(
        code: ErrorCode, anchorFile: String?
    ) {
        let found = end(code, isReturn: true, anchorFile: anchorFile)
        if code.isRetryable {
            let reason = "\(code.description) That is why"
            #expect(found == .lost(LinkLoss(code: code.rawValue, reason: reason)))
        } else {
            let remedy = anchorFile == nil ? "start again" : "remove x/a and start again"
            #expect(
                found
                    == .failed(
                        ProgramFailure(
                            code.isOfRights ? .permission : .linkLost,
                            "the daemon that answers now cannot go on: \(code.description) "
                                + "That is why. To follow it, \(remedy).")))
        }
    }

    @Test func `what is not JSON is a refusal all the same`() {
        let refusal = TailRefusal(line: nil, isReturn: false, anchorFile: nil)
        guard case .failed(let failure) = refusal.end else {
            Issue.record("not a failure")
            return
        }
        #expect(failure.code == .refused)
    }
}
