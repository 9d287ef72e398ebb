/// What to watch a descriptor for, and what was seen on it; the numbers are those of <sys/epoll.h>.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes, a peer or the end of the stream can be read.
    package static let read = Readiness(rawValue: 0x001)
    /// Bytes can be written.
    package static let write = Readiness(rawValue: 0x004)
    /// Something is wrong with the descriptor. Seen without being asked for.
    package static let failure = Readiness(rawValue: 0x008)
    /// Both directions are shut down. Seen without being asked for.
    package static let hangUp = Readiness(rawValue: 0x010)
}
