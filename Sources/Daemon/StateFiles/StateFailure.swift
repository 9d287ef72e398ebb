import LinuxIO

/// The reason why a state directory cannot be used.
package enum StateFailure: Error, Hashable, Sendable {
    /// Another daemon has locked the directory; its process, if known.
    case held(folder: String, processID: Int32?)
    /// A line is not what a daemon wrote there; lines count from 1.
    case damaged(file: String, line: Int, reason: String)
    /// One of two files that belong together is missing.
    case missing(file: String, beside: String)
    /// The journal belongs to another fleet.
    case foreign(file: String, identity: String, expected: String)
    /// Others than the daemon's user own or may change the folder or a file in it.
    case exposed(path: String, PrivacyFault)
    /// A system call failed.
    case system(SystemFailure)
}

extension StateFailure: CustomStringConvertible {
    package var description: String { text(elsewhere: "name another directory with --state") }

    /// - Parameter elsewhere: what else can be done than to mend the fault.
    func text(elsewhere: String) -> String {
        switch self {
        case .held(let folder, let processID):
            "another daemon\(processID.map { ", process \($0)," } ?? "") keeps its state in "
                + "\(folder); stop it, or \(elsewhere)"
        case .damaged(let file, let line, let reason):
            "\(file):\(line): \(reason); put a copy of the folder back, or \(elsewhere)"
        case .missing(let file, let beside):
            "\(file) is missing, and \(beside) is there; put it back, or \(elsewhere)"
        case .foreign(let file, let identity, let expected):
            "\(file) is the journal of fleet \(identity), and this one is \(expected); put its own "
                + "back, or \(elsewhere)"
        case .exposed(let path, let fault):
            "\(path) \(Self.words(for: fault, path)), or \(elsewhere)"
        case .system(let failure):
            "cannot keep the state: \(failure); mend it, or \(elsewhere)"
        }
    }

    /// What is wrong with a path, and what would be right.
    private static func words(for fault: PrivacyFault, _ path: String) -> String {
        switch fault {
        case .kind(let kind): "is \(kind), not a regular file; remove it"
        case .owner(let owner, let user):
            owned(by: UserNames.ofMachine().shown(owner), UserNames.ofMachine().shown(user))
        case .writableByOthers(let permissions):
            "may be written by others, its mode is \(String(permissions, radix: 8)); "
                + "run chmod go-w \(path)"
        case .names(let count):
            "has \(count) names, which are hard links; remove the others, put a copy in its place"
        }
    }

    private static func owned(by owner: String, _ user: String) -> String {
        "belongs to user \(owner), and the daemon runs as user \(user); run it as user \(owner), "
            + "give the whole directory to user \(user)"
    }

    init(_ failure: PrivateFolder.Failure) {
        switch failure {
        case .fault(let path, let fault): self = .exposed(path: path, fault)
        case .system(let failure): self = .system(failure)
        }
    }
}

/// The reason why a command could not be kept. It has no effect.
package enum JournalFailure: Error, Hashable, Sendable {
    /// The journal holds the most commands that it may.
    case full(limit: Int)
    /// The most commands that may wait for the disk already do.
    case overloaded(limit: Int)
    /// The disk has not answered for longer than the fleet waits.
    case stalled
    /// The state directory, or a file in it, was moved, deleted or replaced since it was opened.
    /// Commands written now would be lost with it.
    case displaced(path: String)
    /// The journal on the disk is not what was written there.
    case damaged
    /// A system call failed, for example because the disk is full.
    case system(SystemFailure)
}

extension JournalFailure {
    /// Does some work whose failure is one of the system.
    static func attempt<Value>(
        _ work: () throws(SystemFailure) -> Value
    ) throws(JournalFailure) -> Value {
        do throws(SystemFailure) {
            return try work()
        } catch {
            throw .system(error)
        }
    }

    package var isDiskFull: Bool {
        switch self {
        case .system(let failure): failure.isDiskFull
        case .full, .overloaded, .stalled, .displaced, .damaged: false
        }
    }
}

extension JournalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full(let limit):
            "the journal is full: it holds \(limit) commands, and drops those of sessions that "
                + "have ended"
        case .overloaded(let limit): "\(limit) commands already wait for the disk"
        case .stalled: "the disk does not answer"
        case .displaced(let path):
            "\(path) is no longer the one that this daemon opened; put it back, or start the "
                + "daemon again"
        case .damaged: "the journal on the disk is not what was written there"
        case .system(let failure): failure.description
        }
    }
}
