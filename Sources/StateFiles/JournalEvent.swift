import PlainText

/// What happens to a journal that an operator should hear of.
package enum JournalEvent: Hashable, Sendable {
    /// So many commands were refused; unless they were taken back, the file still holds some of
    /// what was written, until a later write takes it away.
    case refused(commands: Int, JournalFailure, isTakenBack: Bool)
    /// The disk did not answer in time: so many commands were refused, and the fleet went on.
    case stalled(commands: Int)
    /// The disk has answered at last, and what was refused meanwhile was taken back, if it was.
    case recovered(isTakenBack: Bool)
}

extension JournalEvent: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let commands, let failure, let isTakenBack):
            "\(commands.counted("command")) could not be kept: \(failure)\(Self.rest(isTakenBack))"
        case .stalled(let commands):
            "the disk of the state directory does not answer: "
                + "\(commands.counted("command")) \(commands.noun("is", "are")) refused and "
                + "the fleet goes on; should the daemon die before the disk answers, "
                + "\(commands.noun("it", "they")) may count after its restart"
        case .recovered(let isTakenBack):
            "the disk of the state directory answers again\(Self.rest(isTakenBack))"
        }
    }

    private static func rest(_ isTakenBack: Bool) -> String {
        isTakenBack
            ? "" : "; what was written could not be taken back, and may count after a restart"
    }
}
