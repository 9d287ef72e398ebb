/// What to watch a descriptor for, and what was seen on it; the numbers are those of <sys/epoll.h>.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes, a peer or the end of the stream can be read.
    public static let read = Readiness(rawValue: 0x001)
    /// Bytes can be written.
    public static let write = Readiness(rawValue: 0x004)
    /// Something is wrong with the descriptor. Seen without being asked for.
    public static let failure = Readiness(rawValue: 0x008)
    /// Both directions are shut down. Seen without being asked for.
    public static let hangUp = Readiness(rawValue: 0x010)
}
