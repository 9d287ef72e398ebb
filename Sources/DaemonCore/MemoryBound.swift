import ChannelPipeline

/// The most memory that a daemon takes, computed from what it flies and from its limits.
package struct MemoryBound: Hashable, Sendable {
    /// One part of the sum.
    package struct Part: Hashable, Sendable {
        /// What the memory is for, for a person.
        package let name: String
        package let bytes: Int
    }

    package let parts: [Part]

    package init(fleet: Fleet, limits: DaemonLimits) {
        parts = [
            Part(name: "waiting lines", bytes: limits.waitingBytes),
            Part(name: "windows", bytes: limits.windowBytes),
        ]
    }

    package var totalBytes: Int { parts.reduce(0) { $0 + $1.bytes } }
}
