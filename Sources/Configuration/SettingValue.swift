import PlainText
import Vocabulary
import WireProtocol

/// The value of a setting.
package enum SettingValue: Hashable, Sendable {
    case text(String)
    case texts([String])
    case integer(Int64)
    case speed(PlaybackSpeed)
    /// In whole seconds.
    case time(CalendarTime)

    /// As it is written in a configuration file.
    package var json5: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .texts(let texts): "[\(texts.map(Self.quoted).joined(separator: ", "))]"
        case .integer(let number): "\(number)"
        case .speed(let speed): speed.isPaced ? "\(speed)" : Self.quoted("\(speed)")
        case .time(let time): Self.quoted("\("\(time)".dropLast(".000000Z".count))Z")
        }
    }

    /// For a person: texts without quotes, and large numbers of bytes also in MiB.
    var shown: String {
        switch self {
        case .text(let text): text
        case .integer(let number) where number >= 1 << 20 && number % (1 << 20) == 0:
            "\(number) (\(number >> 20) MiB)"
        case .texts, .integer, .speed, .time: json5
        }
    }

    private static func quoted(_ text: String) -> String {
        var buffer = LineBuffer()
        buffer.appendJSONString(text)
        return buffer.text.plainJSON
    }
}

/// How important a line of the log is, with the numbers of syslog(3).
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7

    package var name: String { "\(self)" }

    package init?(named name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// The more important is the smaller.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The limits that an operator may set; together they bound the daemon's memory.
package struct DaemonLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients = ProtocolLimits.clients
    /// Lines that wait for one connection.
    package var outboxLines = ProtocolLimits.outboxLines
    /// Bytes that wait for one connection.
    package var outboxBytes = ProtocolLimits.outboxBytes
    /// Bytes of memory that the lines waiting for all connections together take.
    package var waitingBytes = ProtocolLimits.waitingBytes
    /// Bytes of memory that the windows of all channels and replays together take.
    package var windowBytes = ProtocolLimits.windowBytes
    /// Samples that are computed again for one request.
    package var historySamples = ProtocolLimits.historySamples

    package init() {}

    /// Every limit of the protocol with the value in force, in the order of the manual.
    package var table: [ProtocolLimit] {
        let set = [
            "clients": clients, "outbox_lines": outboxLines, "outbox_bytes": outboxBytes,
            "waiting_bytes": waitingBytes, "window_bytes": windowBytes,
            "history_samples": historySamples,
        ]
        return ProtocolLimits.all.map { limit in
            var limit = limit
            limit.value = set[limit.name] ?? limit.value
            return limit
        }
    }
}
