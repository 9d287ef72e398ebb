import LinuxIO

/// Why a state directory cannot be used.
package enum StateFailure: Error, Hashable, Sendable {
    /// Another daemon has it; its process, if it is known.
    case held(folder: String, processID: Int32?)
    /// A line is not what was written there; lines count from 1.
    case damaged(file: String, line: Int, reason: String)
    /// One of two files that belong together is not there.
    case missing(file: String, beside: String)
    /// The journal is another fleet's.
    case foreign(file: String, identity: String, expected: String)
    /// Something of another kind has a file's name.
    case notAFile(String, FileKind)
    /// The system refuses.
    case system(SystemFailure)
}

extension StateFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .held(let folder, let processID):
            "another daemon\(processID.map { ", process \($0)," } ?? "") keeps its state in "
                + "\(folder); stop it, or \(Self.elsewhere)"
        case .damaged(let file, let line, let reason):
            "\(file):\(line): \(reason); put a copy of the folder back, or \(Self.elsewhere)"
        case .missing(let file, let beside):
            "\(file) is missing, and \(beside) is there; put it back, or \(Self.elsewhere)"
        case .foreign(let file, let identity, let expected):
            "\(file) is the journal of fleet \(identity), and this one is \(expected); put its own "
                + "back, or \(Self.elsewhere)"
        case .notAFile(let path, let kind):
            "\(path) is \(kind), not a regular file; remove it, or \(Self.elsewhere)"
        case .system(let failure):
            "cannot keep the state: \(failure); mend it, or \(Self.elsewhere)"
        }
    }

    private static let elsewhere = "name another directory with --state"
}
