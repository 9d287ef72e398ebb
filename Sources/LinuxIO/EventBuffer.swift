/// The events of one wait, in memory that is used again for the next.
///
/// The Glibc module leaves out `struct epoll_event`: 32 bits of flags and 64 of token, packed on
/// x86-64 so that 32-bit programs see the same, and aligned everywhere else.
public struct EventBuffer: ~Copyable {
    /// One descriptor's news.
    public struct Event: Hashable, Sendable {
        public let token: UInt64
        public let readiness: Readiness

        public init(token: UInt64, readiness: Readiness) {
            self.token = token
            self.readiness = readiness
        }
    }

    #if arch(x86_64)
        static let stride = 12
        static let tokenOffset = 4
    #else
        static let stride = 16
        static let tokenOffset = 8
    #endif
    static let alignment = 8

    /// The most events that one wait can bring; the rest come with the next.
    public let capacity: Int
    /// How many events the last wait brought.
    public internal(set) var count = 0
    let memory: UnsafeMutableRawPointer

    public init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 20, "event buffer of \(capacity) events")
        self.capacity = capacity
        memory = .allocate(byteCount: capacity * Self.stride, alignment: Self.alignment)
    }

    deinit { memory.deallocate() }

    /// The event at `index`, from 0 up to `count`.
    public subscript(index: Int) -> Event {
        precondition(index >= 0 && index < count, "event \(index) of \(count)")
        let record = memory + index * Self.stride
        return Event(
            token: record.loadUnaligned(fromByteOffset: Self.tokenOffset, as: UInt64.self),
            readiness: Readiness(rawValue: record.loadUnaligned(as: UInt32.self)))
    }
}
