import LinuxIO

/// Why a command could not be kept, and has no effect.
package enum JournalFailure: Error, Hashable, Sendable {
    /// The journal holds as many commands as it may.
    case full(limit: Int)
    /// As many commands wait for the disk as may.
    case overloaded(limit: Int)
    /// The disk has not answered for longer than the fleet waits.
    case stalled
    /// The state directory, or a file in it, is no longer the one that was opened: what is kept now
    /// would be gone with it.
    case displaced(path: String)
    /// The system refuses, for one because the disk is full.
    case system(SystemFailure)
}

extension JournalFailure {
    package var isDiskFull: Bool {
        switch self {
        case .system(let failure): failure.isDiskFull
        case .full, .overloaded, .stalled, .displaced: false
        }
    }
}

extension JournalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full(let limit):
            "the journal is full: it holds \(limit) commands, and drops those of sessions that "
                + "ended long ago when the daemon starts"
        case .overloaded(let limit): "\(limit) commands already wait for the disk"
        case .stalled: "the disk does not answer"
        case .displaced(let path):
            "\(path) is no longer the one that this daemon opened; put it back, or start the "
                + "daemon again"
        case .system(let failure): failure.description
        }
    }
}
