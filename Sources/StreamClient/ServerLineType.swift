/// What a line of the daemon is, told from its first bytes without reading the rest.
package enum ServerLineType: Equatable {
    case hello, ok, error, snapshot, live, gap, warn, beat, bye
    /// Numbered and in the total order: stat, sample, truth, phase, advisory, event, end.
    case data
    /// One of a later version, to be passed over.
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
        self = Self.names[name] ?? .other
    }

    private static let names: [String: ServerLineType] = [
        "hello": .hello, "ok": .ok, "error": .error, "snapshot": .snapshot, "live": .live,
        "gap": .gap, "warn": .warn, "beat": .beat, "bye": .bye, "stat": .data, "sample": .data,
        "truth": .data,
        "phase": .data, "advisory": .data, "event": .data, "end": .data,
    ]
}
