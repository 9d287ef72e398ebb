import WireProtocol

/// The type of a line from the daemon, read from its first bytes without parsing the rest.
package enum ServerLineType: Equatable {
    case hello, ok, error, snapshot, progress, live, gap, ended, warn, beat, bye
    /// Numbered and in the total order: stat, sample, truth, phase, advisory, event, entry, end.
    case data
    /// A type that this client does not handle, or does not know.
    case other

    /// Nil if the line does not begin as lines do: `{"type":"…`, after a subscription's name and
    /// how many lines it replaces.
    package init?(of line: ArraySlice<UInt8>) {
        let mark = Array(#""type":""#.utf8)
        let head = line.prefix(96)
        guard
            let start = head.indices.first(where: { head[$0...].starts(with: mark) })
        else { return nil }
        let name = String(
            decoding: line[(start + mark.count)...].prefix { $0 != UInt8(ascii: "\"") },
            as: UTF8.self)
        self = Self.type(LineType(rawValue: name))
    }

    private static func type(_ type: LineType?) -> ServerLineType {
        switch type {
        case .hello: .hello
        case .ok: .ok
        case .error: .error
        case .snapshot: .snapshot
        case .progress: .progress
        case .live: .live
        case .gap: .gap
        case .ended: .ended
        case .warn: .warn
        case .beat: .beat
        case .bye: .bye
        case .stat, .sample, .truth, .phase, .advisory, .event, .entry, .end: .data
        case nil, .help, .sessions, .bucket, .clients, .describe, .status: .other
        }
    }
}
