import PlainText

/// The resources that a load test needs of the machine and of the daemon.
package struct LoadNeeds: Hashable, Sendable {
    /// The resources that are available.
    package struct Room: Hashable, Sendable {
        package var openFiles: Int
        /// Bytes of memory; nil if the kernel does not report them.
        package var bytes: Int?
        /// Connections that the daemon still accepts; nil if that is not known.
        package var connections: Int?

        package init(openFiles: Int, bytes: Int? = nil, connections: Int? = nil) {
            self.openFiles = openFiles
            self.bytes = bytes
            self.connections = connections
        }
    }

    package let subscribers: Int
    /// Sessions that one subscriber follows.
    package let sessions: Int
    /// Whether the daemon is in the same process, which doubles the descriptors.
    package let isEmbedded: Bool

    package init(subscribers: Int, sessions: Int, isEmbedded: Bool) {
        self.subscribers = subscribers
        self.sessions = sessions
        self.isEmbedded = isEmbedded
    }

    package var openFiles: Int { subscribers * filesEach + ownFiles }
    /// An upper bound of the tester's memory in bytes, without an embedded daemon.
    package var bytes: Int { subscribers * bytesEach + Self.ownBytes }

    /// Standard streams, the polls, signals, the control connection, reports and room to spare;
    /// the same for a daemon inside.
    private var ownFiles: Int { isEmbedded ? 64 + Self.daemonFiles : 32 }
    private static let daemonFiles = 64
    private var filesEach: Int { isEmbedded ? 2 : 1 }

    /// A connection's object, its account and a part of a line, as measured with 10 000 of them.
    private static let subscriberBytes = 4096
    /// The bytes of one session in an account.
    private static let sessionBytes = 160
    private static let ownBytes = 64 << 20
    private var bytesEach: Int { Self.subscriberBytes + sessions * Self.sessionBytes }

    /// The most subscribers for which there is room.
    package func most(in room: Room) -> Int {
        let files = (room.openFiles - ownFiles) / filesEach
        let memory = room.bytes.map { ($0 - Self.ownBytes) / bytesEach } ?? .max
        return max(0, min(files, memory, room.connections ?? .max))
    }

    /// The resource that does not suffice, such as `10 032 open files, and there are 1024`; nil if
    /// all do.
    package func shortage(in room: Room) -> String? {
        if openFiles > room.openFiles {
            return "\(openFiles.counted("open file")), and the limit is \(room.openFiles)"
        }
        if let connections = room.connections, subscribers > connections {
            return "as many connections, and the daemon takes \(connections) more"
        }
        if let free = room.bytes, bytes > free {
            return "\(bytes >> 20) MiB of memory, and \(free >> 20) MiB are available"
        }
        return nil
    }
}
